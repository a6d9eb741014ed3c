package io.github.ringlog.it.app;

import java.util.List;

import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.ContextDataInjector;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.impl.ThreadContextDataInjector;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.apache.logging.log4j.util.StringMap;

/**
 * Fills the map that it is given, as the documentation of Log4j's interface shows.
 */
public final class ReusingInjector implements ContextDataInjector {

	@Override
	public StringMap injectContextData(List<Property> properties, StringMap reusable) {
		ThreadContextDataInjector.copyProperties(properties, reusable);
		reusable.putAll(new SortedArrayStringMap(ThreadContext.getImmutableContext()));
		return reusable;
	}

	@Override
	@SuppressWarnings("deprecation") // Still part of the interface.
	public ReadOnlyStringMap rawContextData() {
		return new SortedArrayStringMap(ThreadContext.getImmutableContext());
	}

}
