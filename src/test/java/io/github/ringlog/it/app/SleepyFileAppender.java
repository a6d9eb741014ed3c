package io.github.ringlog.it.app;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

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

/**
 * Writes to a file and sleeps after every so many events. Each line is in the file when
 * {@code append} returns, so that the file tells what was written whenever the JVM ends.
 */
@Plugin(name = "SleepyFile", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
public final class SleepyFileAppender extends AbstractAppender {

	private final BufferedWriter writer;

	private final int every;

	private final int millis;

	private int count;

	private SleepyFileAppender(String name, Layout<? extends Serializable> layout, String file, int every, int millis)
			throws IOException {
		super(name, null, layout, true, Property.EMPTY_ARRAY);
		this.writer = Files.newBufferedWriter(Path.of(file));
		this.every = every;
		this.millis = millis;
	}

	@PluginFactory
	public static SleepyFileAppender create(@PluginAttribute("name") String name,
			@PluginElement("Layout") Layout<? extends Serializable> layout, @PluginAttribute("fileName") String file,
			@PluginAttribute(value = "every", defaultInt = 1) int every,
			@PluginAttribute(value = "millis", defaultInt = 1) int millis) throws IOException {
		return new SleepyFileAppender(name, layout, file, every, millis);
	}

	@Override
	public synchronized void append(LogEvent event) {
		try {
			this.writer.write(getLayout().toSerializable(event).toString());
			this.writer.flush();
			this.count++;
			if (this.count % this.every == 0) {
				Thread.sleep(this.millis);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
