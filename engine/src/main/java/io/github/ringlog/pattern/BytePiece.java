package io.github.ringlog.pattern;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

import io.github.ringlog.location.Reading;
import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextCache;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.apache.logging.log4j.util.ReadOnlyStringMap;
import org.jspecify.annotations.Nullable;

/**
 * A part of a {@link BytePattern}. Used by one thread at a time.
 */
interface BytePiece {

	void print(LogEvent event, ByteText target);

	/**
	 * Return a piece that prints the message, and copies its bytes if the event has them.
	 */
	static BytePiece message(BytePiece stock) {
		return (event, target) -> {
			if (!(event instanceof TextSource source) || !source.appendTo(target)) {
				stock.print(event, target);
			}
		};
	}

	/**
	 * Return a piece that prints the exception of an event. The first exception decides
	 * how: the comparison with Log4j's output loads many classes.
	 */
	static BytePiece thrown(PatternPart part, BytePiece stock) {
		@Nullable BytePiece[] decided = new BytePiece[1];
		return (event, target) -> {
			if (event.getThrown() == null) {
				return;
			}
			BytePiece stackTrace = decided[0];
			if (stackTrace == null) {
				BytePiece own = Reading.<BytePiece>orNull(() -> ExtendedStackTrace.of(part));
				stackTrace = (own != null) ? own : stock;
				decided[0] = stackTrace;
			}
			stackTrace.print(event, target);
		};
	}

	/**
	 * Return a piece that prints a value of the context data.
	 */
	static BytePiece contextValue(String key, BytePiece stock) {
		return (event, target) -> {
			ReadOnlyStringMap data = event.getContextData();
			Object value = (data != null) ? data.getValue(key) : null;
			if (value instanceof String text) {
				target.append(text);
			}
			else if (value != null) {
				stock.print(event, target);
			}
		};
	}

	/**
	 * Return a piece that prints values of the context data, each padded to a length.
	 * @param blank the output if all values are missing or empty
	 */
	static BytePiece correlationId(String[] keys, int[] lengths, String blank) {
		return (event, target) -> {
			ReadOnlyStringMap data = event.getContextData();
			int start = target.length();
			boolean empty = true;
			for (int i = 0; i < keys.length; i++) {
				target.appendAscii((i == 0) ? '[' : '-');
				String value = data.getValue(keys[i]);
				if (value != null) {
					empty &= value.isEmpty();
					target.append(value);
				}
				for (int missing = lengths[i] - ((value != null) ? value.length() : 0); missing > 0; missing--) {
					target.appendAscii(' ');
				}
			}
			target.append("] ");
			if (empty) {
				target.truncate(start);
				target.append(blank);
			}
		};
	}

	/**
	 * Return a piece that prints a text in square brackets and a space, or nothing if the
	 * text is empty.
	 */
	static BytePiece enclosed(BytePiece text) {
		return (event, target) -> {
			int start = target.length();
			target.appendAscii('[');
			int empty = target.length();
			text.print(event, target);
			if (target.length() == empty) {
				target.truncate(start);
			}
			else {
				target.append("] ");
			}
		};
	}

	/**
	 * Return a piece that prints parts, or nothing if all variables among them are empty.
	 * @param parts the parts
	 * @param empty the output of each part without a value, or {@code null} if the part
	 * is no variable
	 */
	static BytePiece notEmpty(BytePiece[] parts, byte[] @Nullable [] empty) {
		return (event, target) -> {
			int start = target.length();
			boolean isEmpty = true;
			for (int i = 0; i < parts.length; i++) {
				int from = target.length();
				parts[i].print(event, target);
				byte[] none = empty[i];
				isEmpty &= none == null || Arrays.equals(target.bytes(), from, target.length(), none, 0, none.length);
			}
			if (isEmpty) {
				target.truncate(start);
			}
		};
	}

	/**
	 * Return a piece that prints all pieces in order.
	 */
	static BytePiece all(List<BytePiece> pieces) {
		BytePiece[] all = pieces.toArray(BytePiece[]::new);
		return (all.length == 1) ? all[0] : (event, target) -> {
			for (BytePiece piece : all) {
				piece.print(event, target);
			}
		};
	}

	/**
	 * Prints with Log4j's converters, and encodes the characters.
	 */
	final class Stock implements BytePiece {

		// In characters. A larger builder is released, so that one large event does not
		// keep memory.
		private static final int MAX_KEPT = 8192;

		private final PatternFormatter[] formatters;

		private final StringBuilder scratch;

		Stock(StringBuilder scratch, PatternFormatter... formatters) {
			this.scratch = scratch;
			this.formatters = formatters;
		}

		@Override
		public void print(LogEvent event, ByteText target) {
			StringBuilder text = this.scratch;
			text.setLength(0);
			for (PatternFormatter formatter : this.formatters) {
				formatter.format(event, text);
			}
			target.append(text);
			if (text.capacity() > MAX_KEPT) {
				text.setLength(0);
				text.trimToSize();
			}
		}

	}

	/**
	 * Prints the time once per millisecond.
	 */
	final class Time implements BytePiece {

		private static final int USUAL_LENGTH = 64;

		private final BytePiece stock;

		private final ByteText text = new ByteText(USUAL_LENGTH);

		private long millis = Long.MIN_VALUE;

		Time(BytePiece stock) {
			this.stock = stock;
		}

		@Override
		public void print(LogEvent event, ByteText target) {
			long now = event.getInstant().getEpochMillisecond();
			if (this.millis != now) {
				this.millis = Long.MIN_VALUE;
				this.text.clear();
				this.stock.print(event, this.text);
				this.millis = now;
			}
			target.append(this.text);
		}

	}

	/**
	 * Prints a text that depends only on the level, and on the name of the thread or of
	 * the logger.
	 *
	 * @param stock prints the text
	 * @param cache the printed texts
	 */
	record Cached(BytePiece stock, TextCache cache) implements BytePiece {

		Cached(BytePiece stock, Set<Dependency> dependencies) {
			this(stock, new TextCache(dependencies.contains(Dependency.LEVEL), dependencies.contains(Dependency.THREAD),
					dependencies.contains(Dependency.LOGGER)));
		}

		@Override
		public void print(LogEvent event, ByteText target) {
			if (!this.cache.append(event, target)) {
				int start = target.length();
				this.stock.print(event, target);
				this.cache.keep(event, target, start);
			}
		}

	}

}
