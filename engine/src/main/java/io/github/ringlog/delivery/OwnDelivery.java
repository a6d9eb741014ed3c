package io.github.ringlog.delivery;

import java.lang.reflect.Method;
import java.util.Set;

import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Finds the classes of loggers that deliver events in their own way: Log4j's asynchronous
 * loggers, and those of users. Spring Boot's class for {@code logging.level.*} is not one
 * of them.
 */
final class OwnDelivery {

	private static final Set<String> METHODS = Set.of("log", "processLogEvent", "callAppenders", "isFiltered",
			"isAdditive", "getParent");

	private static final ClassValue<Boolean> KNOWN = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return find(type);
		}

	};

	private OwnDelivery() {
	}

	static boolean overridesDelivery(Class<? extends LoggerConfig> type) {
		return KNOWN.get(type);
	}

	private static boolean find(Class<?> type) {
		for (Class<?> current = type; current != LoggerConfig.class; current = current.getSuperclass()) {
			if (current == LoggerConfig.RootLogger.class) {
				continue;
			}
			for (Method method : current.getDeclaredMethods()) {
				if (METHODS.contains(method.getName())) {
					return true;
				}
			}
		}
		return false;
	}

}
