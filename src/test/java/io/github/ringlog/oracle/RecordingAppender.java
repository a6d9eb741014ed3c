package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginElement;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.message.Message;

/**
 * An appender of a user's: it records all that an event says, is slow when a step says
 * so, and fails when the text says so.
 */
@Plugin(name = "Recording", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE, printObject = true)
public final class RecordingAppender extends AbstractAppender {

	static final String STALLING = "stalling";

	// Ringlog's own events are not those of the program.
	static final String OWN_LOGGER = "io.github.ringlog";

	static final String OWN_EVENT = "Dropped \\d+ log events? over [0-9.]+ s: ([A-Z]+ (\\d+) \\(no-appender \\2\\)(, )?)+";

	private static final AtomicLong OWN_EVENTS = new AtomicLong();

	private static final String STALL = "stall ";

	static final String FAIL = "fail";

	// By the name of the appender, so that it outlives its configuration.
	private static final Map<String, List<Object>> RECORDED = new ConcurrentHashMap<>();

	// Steps that programs have done: a writer that stalls waits for some.
	private static final AtomicLong STEPS = new AtomicLong();

	private final boolean keep;

	RecordingAppender(String name, Filter filter, Layout<?> layout, boolean ignoreExceptions, boolean keep) {
		super(name, filter, layout, ignoreExceptions, Property.EMPTY_ARRAY);
		this.keep = keep;
	}

	@PluginFactory
	public static RecordingAppender create(@PluginAttribute("name") String name, @PluginElement("Filter") Filter filter,
			@PluginElement("Layout") Layout<?> layout,
			@PluginAttribute(value = "ignoreExceptions", defaultBoolean = true) boolean ignoreExceptions,
			@PluginAttribute("keep") boolean keep) {
		return new RecordingAppender(name, filter, layout, ignoreExceptions, keep);
	}

	/** Have the writer, not this thread, wait until so many more steps are done. */
	static void stall(Logger logger, int steps) {
		logger.info(STALL + (STEPS.get() + steps + 1));
	}

	static void go(int steps) {
		STEPS.addAndGet(steps);
	}

	private static void await(long steps) {
		// A program that finds the ring full does no step.
		long end = System.nanoTime() + 40_000_000L * Math.max(1, steps - STEPS.get());
		while (STEPS.get() < steps && System.nanoTime() < end) {
			LockSupport.parkNanos(100_000);
		}
	}

	/** How many events of Ringlog's own there were. */
	static long ownEvents() {
		return OWN_EVENTS.get();
	}

	static void clear() {
		RECORDED.clear();
	}

	/** What all appenders have recorded since the last {@link #clear()}. */
	static Map<String, String> recorded() {
		Map<String, String> texts = new TreeMap<>();
		RECORDED.forEach((name, records) -> {
			StringBuilder text = new StringBuilder();
			synchronized (records) {
				records.forEach((record) -> text.append((record instanceof LogEvent event) ? describe(event) : record)
					.append('\n'));
			}
			texts.put("recorded by " + name, text.toString());
		});
		return texts;
	}

	@Override
	public void append(LogEvent event) {
		String text = event.getMessage().getFormattedMessage();
		if (text.startsWith(STALL)) {
			if (!Thread.currentThread().getName().matches("main.*|caller.*")) {
				await(Long.parseLong(text.substring(STALL.length())));
			}
			return;
		}
		boolean start = event.getLoggerName().startsWith(OWN_LOGGER + ".environment.");
		if (start || (event.getLoggerName().equals(OWN_LOGGER) && text.matches(OWN_EVENT))) {
			OWN_EVENTS.incrementAndGet();
			return;
		}
		if (event.getLoggerName().startsWith("org.springframework.")) {
			// With a filter that lets everything pass, each property that is read.
			return;
		}
		if (text.startsWith(FAIL)) {
			throw new IllegalStateException("appender " + getName() + " fails");
		}
		// As many appenders do, which hand events to a thread of their own.
		Object record = this.keep ? event.toImmutable() : describe(event);
		if (getLayout() != null) {
			record = new String(getLayout().toByteArray(event), java.nio.charset.StandardCharsets.UTF_8)
				.replaceFirst("\\n$", "");
		}
		List<Object> records = RECORDED.computeIfAbsent(getName(), (name) -> new ArrayList<>());
		synchronized (records) {
			records.add(record);
		}
	}

	@SuppressWarnings("deprecation")
	private static String describe(LogEvent event) {
		Message message = event.getMessage();
		Level level = event.getLevel();
		Object[] parameters = message.getParameters();
		return String.join("|", level + "", event.getLoggerName(), event.getLoggerFqcn(), event.getThreadName(),
				event.getThreadPriority() + "", event.getMarker() + "", message.getFormattedMessage(),
				message.getFormat() + "", (parameters != null) ? parameters.length + " parameters" : "no parameters",
				CaseProgram.describe(event.getThrown()), new TreeMap<>(event.getContextData().toMap()) + "",
				event.getContextStack().asList() + "", event.getInstant().getEpochMillisecond() + "",
				event.toImmutable().getMessage().getClass().getSimpleName());
	}

}
