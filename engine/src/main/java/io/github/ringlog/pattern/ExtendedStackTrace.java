package io.github.ringlog.pattern;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.impl.ThrowableFormatOptions;
import org.apache.logging.log4j.core.pattern.ExtendedThrowablePatternConverter;
import org.jspecify.annotations.Nullable;

/**
 * Prints stack traces with the jar of each class, like Log4j's {@code %xEx} and Spring
 * Boot's {@code %xwEx}. Log4j looks up the classes and their jars for each exception;
 * this looks them up once for each class. Used by one thread at a time.
 */
final class ExtendedStackTrace implements BytePiece {

	private final String around;

	private final String separator;

	private final int maxLines;

	private final List<String> ignoredPackages;

	private final ClassOrigins origins = new ClassOrigins();

	private ExtendedStackTrace(ThrowableFormatOptions options, boolean whitespace) {
		this.separator = options.getSeparator();
		this.around = whitespace ? this.separator : "";
		this.maxLines = options.getLines();
		this.ignoredPackages = (options.getIgnorePackages() != null) ? options.getIgnorePackages() : List.of();
	}

	/**
	 * Return a piece with the same output as a part of a pattern.
	 * @return a piece, or {@code null} if the part is no extended stack trace, or if this
	 * version of Log4j prints it in another way
	 */
	static @Nullable ExtendedStackTrace of(PatternPart part) {
		boolean whitespace = part.isOfSpringBoot("ExtendedWhitespaceThrowablePatternConverter");
		if (!whitespace && !(part.converter() instanceof ExtendedThrowablePatternConverter)) {
			return null;
		}
		ThrowableFormatOptions options = ThrowableFormatOptions.newInstance(part.options().toArray(String[]::new));
		ExtendedStackTrace stackTrace = new ExtendedStackTrace(options, whitespace);
		return (options.getSuffix() == null && stackTrace.printsTheSame(part)) ? stackTrace : null;
	}

	private boolean printsTheSame(PatternPart part) {
		LogEvent event = Log4jLogEvent.newBuilder().setThrown(sample()).build();
		StringBuilder expected = new StringBuilder();
		part.formatter().format(event, expected);
		ByteText printed = new ByteText(expected.length());
		print(event, printed);
		return printed.toString().contentEquals(expected);
	}

	/**
	 * Return an exception with everything that a stack trace may have.
	 */
	private static Throwable sample() {
		Throwable cause = new IllegalStateException("cause", new Exception(new Error()));
		Throwable thrown = new IllegalArgumentException("two\nlines", cause);
		thrown.setStackTrace(frames("java.lang.String", "java.util.List", "com.example.Unknown",
				LogEvent.class.getName(), ExtendedStackTrace.class.getName()));
		cause.setStackTrace(frames("com.example.Other", LogEvent.class.getName(), ExtendedStackTrace.class.getName()));
		Throwable suppressed = new Exception("suppressed", thrown);
		suppressed.addSuppressed(cause);
		thrown.addSuppressed(suppressed);
		return thrown;
	}

	private static StackTraceElement[] frames(String... classes) {
		return Arrays.stream(classes)
			.map((name) -> new StackTraceElement(name, "method", "File.java", 1))
			.toArray(StackTraceElement[]::new);
	}

	@Override
	public void print(LogEvent event, ByteText target) {
		Throwable thrown = event.getThrown();
		if (thrown != null) {
			target.append(this.around);
			if (this.maxLines > 0) {
				new Print(thrown, target).print(thrown, "", "");
			}
			target.append(this.around);
		}
	}

	private final class Print {

		private final ByteText target;

		private final Map<Throwable, Trace> traces = new IdentityHashMap<>();

		private final Map<String, String> origins;

		private final Set<Throwable> printed = Collections.newSetFromMap(new IdentityHashMap<>());

		private int lines;

		Print(Throwable thrown, ByteText target) {
			this.target = target;
			readTrace(thrown, null, Collections.newSetFromMap(new IdentityHashMap<>()));
			this.origins = ExtendedStackTrace.this.origins.find(thrown, this.traces);
		}

		/**
		 * Read the stack traces of an exception, its causes and its suppressed
		 * exceptions. Like Log4j, read the trace of an exception again if it recurs as
		 * the cause of another.
		 */
		private void readTrace(Throwable thrown, StackTraceElement @Nullable [] parent, Set<Throwable> seen) {
			StackTraceElement[] frames = thrown.getStackTrace();
			Throwable[] suppressed = thrown.getSuppressed();
			this.traces.put(thrown, new Trace(frames, frames.length - countCommon(frames, parent), suppressed));
			for (Throwable other : suppressed) {
				if (seen.add(other)) {
					readTrace(other, frames, seen);
				}
			}
			Throwable cause = thrown.getCause();
			if (cause != null && seen.add(cause)) {
				readTrace(cause, frames, seen);
			}
		}

		private static int countCommon(StackTraceElement[] frames, StackTraceElement @Nullable [] parent) {
			int count = 0;
			while (parent != null && count < frames.length && count < parent.length
					&& parent[parent.length - 1 - count].equals(frames[frames.length - 1 - count])) {
				count++;
			}
			return count;
		}

		private void print(Throwable thrown, String prefix, String caption) {
			boolean isNew = this.printed.add(thrown);
			Trace trace = this.traces.get(thrown);
			if (isNew && trace != null) {
				line(prefix, caption, String.valueOf(thrown.toString()), "");
				printFrames(trace, prefix);
				for (Throwable suppressed : trace.suppressed()) {
					print(suppressed, prefix + '\t', "Suppressed: ");
				}
				Throwable cause = thrown.getCause();
				if (cause != null) {
					print(cause, prefix, "Caused by: ");
				}
			}
			else {
				line(prefix, caption + "[CIRCULAR REFERENCE: ", String.valueOf(thrown.toString()), "]");
			}
		}

		private void printFrames(Trace trace, String prefix) {
			int ignored = 0;
			for (int i = 0; i < trace.length(); i++) {
				StackTraceElement frame = trace.frames()[i];
				if (isIgnored(frame)) {
					ignored++;
				}
				else {
					printIgnored(ignored, prefix);
					ignored = 0;
					String origin = this.origins.get(frame.getClassName());
					line(prefix, "\tat ", frame.toString(), (origin != null) ? origin : "");
				}
			}
			printIgnored(ignored, prefix);
			int common = trace.frames().length - trace.length();
			if (common > 0) {
				line(prefix, "\t... ", String.valueOf(common), " more");
			}
		}

		private boolean isIgnored(StackTraceElement frame) {
			for (String ignored : ExtendedStackTrace.this.ignoredPackages) {
				if (frame.getClassName().startsWith(ignored)) {
					return true;
				}
			}
			return false;
		}

		private void printIgnored(int count, String prefix) {
			if (count == 1) {
				line(prefix, "\t...", "", "");
			}
			else if (count > 1) {
				line(prefix, "\t... suppressed ", String.valueOf(count), " lines");
			}
		}

		private void line(String prefix, String caption, String text, String after) {
			if (this.lines < ExtendedStackTrace.this.maxLines) {
				this.lines++;
				this.target.append(prefix);
				this.target.append(caption);
				this.target.append(text);
				this.target.append(after);
				this.target.append(ExtendedStackTrace.this.separator);
			}
		}

	}

	/**
	 * A stack trace.
	 *
	 * @param frames all frames
	 * @param length the number of frames that the enclosing exception does not share
	 * @param suppressed the suppressed exceptions
	 */
	record Trace(StackTraceElement[] frames, int length, Throwable[] suppressed) {

	}

}
