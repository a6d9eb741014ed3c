package io.github.ringlog;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

import io.github.ringlog.logger.RingLogContextSelector;
import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.ring.RingSettings;
import io.github.ringlog.ring.RingStatistics;
import io.github.ringlog.ring.RingWaitStrategy;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.awaitility.Awaitility;

/**
 * A logger context as our selector makes it, with one appender that stops the writer.
 */
public final class GatedRing implements AutoCloseable {

	public static final int SIZE = 128;

	public static final RingSettings SETTINGS = RingSettings.defaults().withBuffer(SIZE, RingWaitStrategy.ADAPTIVE);

	public final RingLoggerContext context = new Selector().create();

	public final RingStatistics statistics = this.context.statistics();

	public final Logger logger = this.context.getLogger("test");

	private volatile CountDownLatch entered = new CountDownLatch(0);

	private volatile CountDownLatch released = new CountDownLatch(0);

	public GatedRing() {
		this.context.start(configuration());
	}

	public GatedRing(RingSettings settings) {
		this();
		this.context.configure(settings);
	}

	/**
	 * A new configuration with the same appender.
	 */
	public Configuration configuration() {
		return new GatedConfiguration();
	}

	/**
	 * Stop the writer in the appender, with an event of its own, and leave as many in the
	 * ring.
	 */
	public void block(int used) {
		this.released = new CountDownLatch(1);
		this.entered = new CountDownLatch(1);
		log(1);
		await(this.entered);
		log(used - 1);
	}

	public void log(int count) {
		for (int i = 0; i < count; i++) {
			this.logger.info("event {}", i);
		}
	}

	public void release() {
		this.released.countDown();
	}

	/**
	 * Wait until all events are written, and counted as such.
	 */
	public void awaitEmpty() {
		Awaitility.await()
			.until(() -> this.statistics.used().orElseThrow() == 0
					&& this.statistics.written() == this.statistics.published());
	}

	@Override
	public void close() {
		release();
		this.context.stop();
	}

	private static void await(CountDownLatch latch) {
		Awaitility.await().until(() -> latch.getCount() == 0);
	}

	private void pass(LogEvent event) {
		this.entered.countDown();
		try {
			this.released.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		if (event.getThrown() instanceof IllegalStateException thrown) {
			throw thrown;
		}
	}

	private static final class Selector extends RingLogContextSelector {

		RingLoggerContext create() {
			return (RingLoggerContext) createContext("test", (URI) null);
		}

	}

	private final class GatedConfiguration extends XmlConfiguration {

		GatedConfiguration() {
			super(null, source());
		}

		@Override
		protected void doConfigure() {
			super.doConfigure();
			AbstractAppender appender = new AbstractAppender("gate", null, null, true, Property.EMPTY_ARRAY) {

				@Override
				public void append(LogEvent event) {
					pass(event);
				}

			};
			addAppender(appender);
			getRootLogger().addAppender(appender, null, null);
		}

		private static ConfigurationSource source() {
			String xml = "<Configuration status='OFF' shutdownHook='disable'>"
					+ "<Loggers><Root level='ALL'/></Loggers></Configuration>";
			try {
				return new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
