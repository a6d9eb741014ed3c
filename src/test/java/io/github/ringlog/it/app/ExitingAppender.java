package io.github.ringlog.it.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.jspecify.annotations.Nullable;

/**
 * Ends the JVM with the first event, once it is told that others wait behind it.
 */
@Plugin(name = "Exiting", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
public final class ExitingAppender extends AbstractAppender {

	static final CountDownLatch LOGGED = new CountDownLatch(1);

	static volatile @Nullable Thread exiting;

	private final AtomicBoolean first = new AtomicBoolean();

	private ExitingAppender(String name) {
		super(name, null, null, true, Property.EMPTY_ARRAY);
	}

	@PluginFactory
	public static ExitingAppender create(@PluginAttribute("name") String name) {
		return new ExitingAppender(name);
	}

	@Override
	public void append(LogEvent event) {
		if (!this.first.compareAndSet(false, true)) {
			return;
		}
		exiting = Thread.currentThread();
		try {
			LOGGED.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		System.exit(3);
	}

}
