package io.github.ringlog.it.app;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginElement;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to a file, under a lock, and logs under that lock when it writes an event of the
 * logger {@code audit}: as an appender to a database does, whose connection pool logs.
 */
@Plugin(name = "Locking", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
public final class LockingAppender extends AbstractAppender {

	private static final Logger pool = LoggerFactory.getLogger("pool");

	private final Lock lock = new ReentrantLock();

	private final BufferedWriter writer;

	private final int logs;

	private LockingAppender(String name, Layout<? extends Serializable> layout, String file, int logs)
			throws IOException {
		super(name, null, layout, true, Property.EMPTY_ARRAY);
		this.writer = Files.newBufferedWriter(Path.of(file));
		this.logs = logs;
	}

	@PluginFactory
	public static LockingAppender create(@PluginAttribute("name") String name,
			@PluginElement("Layout") Layout<? extends Serializable> layout, @PluginAttribute("fileName") String file,
			@PluginAttribute("logs") int logs) throws IOException {
		return new LockingAppender(name, layout, file, logs);
	}

	@Override
	public void append(LogEvent event) {
		this.lock.lock();
		try {
			if (event.getLoggerName().equals("audit")) {
				for (int i = 0; i < this.logs; i++) {
					pool.debug("connection {}", i);
				}
			}
			this.writer.write(getLayout().toSerializable(event).toString());
			this.writer.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			this.lock.unlock();
		}
	}

}
