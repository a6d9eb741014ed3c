package io.github.ringlog.oracle;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers that {@code %sn} prints: those of a JVM, so that each case must begin anew.
 */
final class SequenceNumbers {

	private static final AtomicLong NUMBERS = find();

	private SequenceNumbers() {
	}

	static void restart() {
		NUMBERS.set(0);
	}

	private static AtomicLong find() {
		try {
			Field field = Class.forName("org.apache.logging.log4j.core.pattern.SequenceNumberPatternConverter")
				.getDeclaredField("SEQUENCE");
			field.setAccessible(true);
			return (AtomicLong) field.get(null);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
