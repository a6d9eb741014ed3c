package io.github.ringlog.logger;

import io.github.ringlog.ring.RingEvent;
import org.apache.logging.log4j.core.ContextDataInjector;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.ContextDataInjectorFactory;
import org.apache.logging.log4j.core.impl.ThreadContextDataInjector.ForCopyOnWriteThreadContextMap;
import org.apache.logging.log4j.core.impl.ThreadContextDataInjector.ForDefaultThreadContextMap;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * The context data of a log call, from Log4j's injector. Used by one thread.
 */
final class CallContextData {

	private static final ContextDataInjector INJECTOR = ContextDataInjectorFactory.createInjector();

	// These two replace the event's context data and ignore what it was. One that the
	// user chose may do either.
	private static final boolean FILLS_REUSABLE = !(INJECTOR instanceof ForDefaultThreadContextMap
			|| INJECTOR instanceof ForCopyOnWriteThreadContextMap);

	private @Nullable StringMap data;

	/**
	 * Take the context data of the calling thread. Runs code of others.
	 */
	void inject(LoggerProperties properties) {
		StringMap reusable = this.data;
		if (FILLS_REUSABLE) {
			reusable = emptied(reusable);
		}
		StringMap injected = INJECTOR.injectContextData(properties.evaluate(), reusable);
		if (this.data != injected) {
			this.data = injected;
		}
	}

	/**
	 * Return an empty map to fill: the given one if that is possible. An event that was
	 * dropped has left its entries there.
	 */
	private static StringMap emptied(@Nullable StringMap map) {
		if (map == null || map.isFrozen()) {
			return ContextDataFactory.createContextData();
		}
		map.clear();
		return map;
	}

	/** Have none, because a provider has failed. */
	void forget() {
		this.data = RingEvent.NO_CONTEXT_DATA;
	}

	/**
	 * Hand the context data to an event. Maps that are filled change places, so that none
	 * is made.
	 */
	void exchange(RingEvent event) {
		StringMap former = event.getContextData();
		event.setContextData(this.data);
		if (FILLS_REUSABLE) {
			this.data = former;
		}
	}

	/** Let go of a map that is not filled again. */
	void end() {
		if (!FILLS_REUSABLE && this.data != RingEvent.NO_CONTEXT_DATA) {
			this.data = null;
		}
	}

}
