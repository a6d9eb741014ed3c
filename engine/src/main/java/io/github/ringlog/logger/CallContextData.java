package io.github.ringlog.logger;

import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.ContextDataInjector;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.ContextDataInjectorFactory;
import org.apache.logging.log4j.core.impl.ThreadContextDataInjector.ForCopyOnWriteThreadContextMap;
import org.apache.logging.log4j.core.impl.ThreadContextDataInjector.ForDefaultThreadContextMap;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * The context data of log calls, from Log4j's injector. Any thread may call.
 */
final class CallContextData {

	private static final ContextDataInjector INJECTOR = ContextDataInjectorFactory.createInjector();

	// Log4j's own injectors replace the event's context data and ignore the map that they
	// get. An injector that the user chose may fill that map instead.
	private static final boolean FILLS_REUSABLE = !(INJECTOR instanceof ForDefaultThreadContextMap
			|| INJECTOR instanceof ForCopyOnWriteThreadContextMap);

	private CallContextData() {
	}

	/**
	 * Give the context data of the calling thread to a draft. Runs foreign code.
	 */
	static void inject(RingEvent draft, Route route) {
		StringMap reusable = draft.getContextData();
		draft.setContextData(
				INJECTOR.injectContextData(route.properties(), FILLS_REUSABLE ? emptied(reusable) : reusable));
	}

	/**
	 * Return the context data of an event in a form that is cheap to read. Log4j's view
	 * of the thread's map sorts all keys on the first read.
	 */
	static @Nullable ReadOnlyStringMap readable(RingEvent draft) {
		StringMap data = draft.getContextData();
		if (FILLS_REUSABLE || data == null || data.isEmpty()) {
			return data;
		}
		return (ThreadContext.getImmutableContext() instanceof ReadOnlyStringMap map) ? map : data;
	}

	/**
	 * Return an empty map to fill, the given one if possible. A provider that has failed
	 * may have left entries in it.
	 */
	private static StringMap emptied(@Nullable StringMap map) {
		if (map == null || map.isFrozen()) {
			return ContextDataFactory.createContextData();
		}
		map.clear();
		return map;
	}

}
