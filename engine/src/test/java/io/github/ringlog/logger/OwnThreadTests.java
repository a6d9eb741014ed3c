package io.github.ringlog.logger;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The threads of the engine find what the application finds: a mail session, a service, a
 * JNDI provider. JDK 25 gives them the system class loader, which sees nothing of an
 * executable jar.
 */
@Timeout(120)
class OwnThreadTests {

	private final ClassLoader before = Thread.currentThread().getContextClassLoader();

	private final ClassLoader application = new URLClassLoader(new URL[0], this.before);

	@BeforeEach
	void enterTheApplication() {
		Thread.currentThread().setContextClassLoader(this.application);
	}

	@AfterEach
	void leaveTheApplication() {
		Thread.currentThread().setContextClassLoader(this.before);
	}

	@Test
	void theWriterHasTheClassLoaderOfTheApplication() {
		AtomicReference<ClassLoader> found = new AtomicReference<>();
		try (TestRing ring = new TestRing()) {
			ring.appender.onEvent((event) -> found.set(Thread.currentThread().getContextClassLoader()));
			ring.logger.info("text");
		}
		assertThat(found).hasValue(this.application);
	}

	@Test
	void theWriterOfAnIsolatedAppenderHasIt() {
		AtomicReference<ClassLoader> found = new AtomicReference<>();
		RecordingAppender isolated = new RecordingAppender("isolated", null, true);
		isolated.onEvent((event) -> found.set(Thread.currentThread().getContextClassLoader()));
		RingLoggerContext context = TestRing.newContext();
		context.configure(
				TestSettings.withIsolation(TestRing.SETTINGS, Map.of("isolated", RingSettings.Isolation.defaults())));
		context.start(new TestConfiguration(isolated));
		context.getLogger("test").info("text");
		context.stop(10, TimeUnit.SECONDS);
		assertThat(found).hasValue(this.application);
	}

	@Test
	void theThreadThatStopsWhenAnAppenderAsksForItHasIt() {
		AtomicReference<ClassLoader> found = new AtomicReference<>();
		Appender other = new AbstractAppender("other", null, null, true, Property.EMPTY_ARRAY) {

			@Override
			public void append(LogEvent event) {
			}

			@Override
			public boolean stop(long timeout, TimeUnit unit) {
				found.set(Thread.currentThread().getContextClassLoader());
				return super.stop(timeout, unit);
			}

		};
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(),
				(configuration) -> configuration.addAppender(other))) {
			ring.appender.onEvent((event) -> ring.context.stop());
			ring.logger.info("text");
			Awaitility.await().until(() -> found.get() != null);
		}
		assertThat(found).hasValue(this.application);
	}

}
