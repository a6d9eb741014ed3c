package io.github.ringlog.logger;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.github.ringlog.settings.CrashLogSettings;
import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.RingSettings;
import io.github.ringlog.settings.RingWaitStrategy;
import org.apache.logging.log4j.Level;

/**
 * Settings that differ from others in a part.
 */
public final class TestSettings {

	private TestSettings() {
	}

	/**
	 * Return settings with which no appender is isolated.
	 */
	public static RingSettings of(boolean enabled, int bufferSize, RingWaitStrategy waitStrategy,
			RingSettings.Overflow overflow, Map<Level, Double> shedding, List<String> synchronousLoggers,
			Duration drainTimeout, boolean captureLocation) {
		return new RingSettings(enabled, bufferSize, waitStrategy, overflow, shedding, synchronousLoggers, drainTimeout,
				captureLocation, Map.of(), null, Log4jPath.AUTO, null);
	}

	public static RingSettings withBuffer(RingSettings settings, int size, RingWaitStrategy strategy) {
		return with(with(settings, "bufferSize", size), "waitStrategy", strategy);
	}

	public static RingSettings withIsolation(RingSettings settings, Map<String, RingSettings.Isolation> isolation) {
		return with(settings, "isolation", isolation);
	}

	public static RingSettings withCrashLog(RingSettings settings, CrashLogSettings crashLog) {
		return with(settings, "crashLog", crashLog);
	}

	public static RingSettings withLog4jPath(RingSettings settings, Log4jPath path) {
		return with(settings, "log4jPath", path);
	}

	public static RingSettings withSynchronousAppenders(RingSettings settings, List<String> names) {
		return with(settings, "synchronousAppenders", names);
	}

	/**
	 * Return settings with another value of a component.
	 */
	public static RingSettings with(RingSettings settings, String name, Object value) {
		RecordComponent[] components = RingSettings.class.getRecordComponents();
		Object[] values = new Object[components.length];
		try {
			for (int i = 0; i < values.length; i++) {
				boolean replaced = components[i].getName().equals(name);
				values[i] = replaced ? value : components[i].getAccessor().invoke(settings);
			}
			return RingSettings.class
				.getDeclaredConstructor(
						Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new))
				.newInstance(values);
		}
		catch (InvocationTargetException ex) {
			throw (RuntimeException) ex.getCause();
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
