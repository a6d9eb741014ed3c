package io.github.ringlog.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;

/**
 * The time of an event. What is the same for all of a second is printed once.
 */
abstract class JsonTime implements JsonPiece {

	private static final int MILLI = 1_000_000;

	private static final int MICRO = 1000;

	private static final int NANO_DIGITS = 9;

	private long second = Long.MIN_VALUE;

	// What stands before the fraction of a second, and what behind it.
	private byte[] before = {};

	private byte[] behind = {};

	@Override
	public void append(LogEvent event, JsonOutput output) {
		org.apache.logging.log4j.core.time.Instant instant = event.getInstant();
		long now = instant.getEpochSecond();
		if (now != this.second) {
			Instant begin = Instant.ofEpochSecond(now);
			this.before = before(begin).getBytes(StandardCharsets.US_ASCII);
			this.behind = behind(begin).getBytes(StandardCharsets.US_ASCII);
			this.second = now;
		}
		output.raw(this.before);
		appendFraction(instant.getNanoOfSecond(), output.text());
		output.raw(this.behind);
	}

	abstract String before(Instant begin);

	abstract String behind(Instant begin);

	abstract void appendFraction(int nanos, ByteText text);

	/**
	 * In UTC, with as many groups of three digits as it takes.
	 */
	static final class Utc extends JsonTime {

		@Override
		String before(Instant begin) {
			String text = begin.toString();
			return "\"" + text.substring(0, text.length() - 1);
		}

		@Override
		String behind(Instant begin) {
			return "Z\"";
		}

		@Override
		void appendFraction(int nanos, ByteText text) {
			if (nanos == 0) {
				return;
			}
			text.appendAscii('.');
			if (nanos % MILLI == 0) {
				text.appendPadded(nanos / MILLI, 3);
			}
			else if (nanos % MICRO == 0) {
				text.appendPadded(nanos / MICRO, 6);
			}
			else {
				text.appendPadded(nanos, NANO_DIGITS);
			}
		}

	}

	/**
	 * In the zone of the system, with as many digits as it takes.
	 */
	static final class Local extends JsonTime {

		@Override
		String before(Instant begin) {
			return "\"" + DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(local(begin));
		}

		@Override
		String behind(Instant begin) {
			return local(begin).getOffset() + "\"";
		}

		private static OffsetDateTime local(Instant begin) {
			return OffsetDateTime.ofInstant(begin, ZoneId.systemDefault());
		}

		@Override
		void appendFraction(int nanos, ByteText text) {
			if (nanos == 0) {
				return;
			}
			boolean millis = nanos % MILLI == 0;
			int digits = millis ? 3 : NANO_DIGITS;
			int rest = millis ? nanos / MILLI : nanos;
			while (rest % 10 == 0) {
				rest /= 10;
				digits--;
			}
			text.appendAscii('.');
			text.appendPadded(rest, digits);
		}

	}

	/**
	 * Seconds since 1970 as a number with three decimals.
	 */
	static final class Seconds implements JsonPiece {

		@Override
		public void append(LogEvent event, JsonOutput output) {
			long millis = event.getInstant().getEpochMillisecond();
			if (millis < 0) {
				output.raw(BigDecimal.valueOf(millis, 3).toPlainString());
				return;
			}
			output.text().append(millis / 1000);
			output.text().appendAscii('.');
			output.text().appendPadded((int) (millis % 1000), 3);
		}

	}

}
