package io.github.ringlog.it.app;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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
 * Writes to a file, and is stuck for as long as another file is there: so a test can stop
 * the writer of a server.
 */
@Plugin(name = "GateFile", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
public final class GateFileAppender extends AbstractAppender {

	private final BufferedWriter writer;

	private final Path gate;

	private GateFileAppender(String name, Layout<? extends Serializable> layout, String file, String gate)
			throws IOException {
		super(name, null, layout, true, Property.EMPTY_ARRAY);
		this.writer = Files.newBufferedWriter(Path.of(file));
		this.gate = Path.of(gate);
	}

	@PluginFactory
	public static GateFileAppender create(@PluginAttribute("name") String name,
			@PluginElement("Layout") Layout<? extends Serializable> layout, @PluginAttribute("fileName") String file,
			@PluginAttribute("gate") String gate) throws IOException {
		return new GateFileAppender(name, layout, file, gate);
	}

	@Override
	public synchronized void append(LogEvent event) {
		while (Files.exists(this.gate)) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
		}
		try {
			this.writer.write(getLayout().toSerializable(event).toString());
			this.writer.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
