package io.github.ringlog.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;

/**
 * Writes the time of an event. The parts other than the fraction are printed once per
 * second. The fraction has no trailing zeros: in UTC no group of three, in the system's
 * time zone none at all.
 */
final class JsonTime implements JsonPiece {

	private static final int NANO_DIGITS = 9;

	private final boolean utc;

	private long second = Long.MIN_VALUE;

	// The text before and after the fraction of a second.
	private byte[] before = {};

	private byte[] behind = {};

	JsonTime(boolean utc) {
		this.utc = utc;
	}

	@Override
	public void append(LogEvent event, JsonOutput output) {
		org.apache.logging.log4j.core.time.Instant instant = event.getInstant();
		long now = instant.getEpochSecond();
		if (now != this.second) {
			OffsetDateTime begin = OffsetDateTime.ofInstant(Instant.ofEpochSecond(now),
					this.utc ? ZoneOffset.UTC : ZoneId.systemDefault());
			this.before = ('"' + DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(begin))
				.getBytes(StandardCharsets.US_ASCII);
			this.behind = (begin.getOffset().getId() + '"').getBytes(StandardCharsets.US_ASCII);
			this.second = now;
		}
		output.raw(this.before);
		appendFraction(instant.getNanoOfSecond(), output.text());
		output.raw(this.behind);
	}

	private void appendFraction(int nanos, ByteText text) {
		if (nanos == 0) {
			return;
		}
		int digits = NANO_DIGITS;
		int rest = nanos;
		while (rest % 1000 == 0) {
			rest /= 1000;
			digits -= 3;
		}
		while (!this.utc && rest % 10 == 0) {
			rest /= 10;
			digits--;
		}
		text.appendAscii('.');
		text.appendPadded(rest, digits);
	}

	/**
	 * Append the seconds since 1970 as a number with three decimals.
	 */
	static void appendSeconds(LogEvent event, JsonOutput output) {
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
