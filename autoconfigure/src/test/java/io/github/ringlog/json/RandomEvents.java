package io.github.ringlog.json;

import java.util.List;
import java.util.Random;

import io.github.ringlog.text.ByteText;
import io.github.ringlog.text.TextSource;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.core.time.Instant;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.ReusableSimpleMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.util.StringMap;

/**
 * Random events: control characters, quotes, every plane of Unicode, halves of surrogate
 * pairs, keys with dots, markers with parents, causes, suppressed and circular
 * exceptions.
 */
final class RandomEvents {

	private static final List<Level> LEVELS = List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR,
			Level.FATAL, Level.OFF, Level.forName("NOTICE", 350));

	private static final List<String> KEYS = List.of("traceId", "spanId", "user.name", "user.id", "user.roles.first",
			"a.b.c", "a.b.d", "a.c", "x", "tenant-id", "a-b", "z.", "umläut", "with space", "quote\"d", "_under", "id",
			"http.request.method", "UPPER", "");

	private static final List<String> LOGGERS = List.of("com.acme.shop.Orders", "x", "", "com.acme.\"quoted\"",
			"org.springframework.boot.SpringApplication", "a\nb");

	private static final List<String> THREADS = List.of("main", "http-nio-8080-exec-1", "virtual-\u0000", "");

	private static final long YEAR = 31_536_000L;

	private final Random random;

	private final boolean hasPairs;

	private final List<Marker> markers;

	/**
	 * Create events.
	 * @param hasPairs whether there are characters beyond the basic plane
	 */
	RandomEvents(long seed, boolean hasPairs) {
		this.random = new Random(seed);
		this.hasPairs = hasPairs;
		Marker parent = MarkerManager.getMarker("AUDIT");
		this.markers = List.of(parent, MarkerManager.getMarker("\"SQL\"").addParents(parent),
				MarkerManager.getMarker("UPDATE")
					.addParents(MarkerManager.getMarker("\"SQL\""), MarkerManager.getMarker("Z")));
	}

	LogEvent next() {
		TextEvent event = new TextEvent();
		MutableInstant instant = new MutableInstant();
		instant.initFromEpochSecond(this.random.nextLong(80 * YEAR), switch (this.random.nextInt(4)) {
			case 0 -> 0;
			case 1 -> this.random.nextInt(1000) * 1_000_000;
			case 2 -> this.random.nextInt(1_000_000) * 1000;
			default -> this.random.nextInt(1_000_000_000);
		});
		event.instant = instant;
		event.setLevel(any(LEVELS));
		event.setLoggerName(oneIn(20) ? text() : any(LOGGERS));
		event.setThreadName(oneIn(20) ? text() : any(THREADS));
		event.setContextData(context());
		if (oneIn(5)) {
			event.setMarker(any(this.markers));
		}
		if (oneIn(8)) {
			event.setThrown(failure(3));
		}
		setMessage(event);
		return event;
	}

	private void setMessage(TextEvent event) {
		Message message = message();
		event.setMessage(message);
		if (message instanceof StringMapMessage || this.random.nextBoolean()) {
			return;
		}
		ByteText text = new ByteText(16);
		text.append(message.getFormattedMessage());
		// As in the ring: what can't be encoded stays a message.
		event.text = text.isMalformed() ? null : text;
	}

	private Message message() {
		return switch (this.random.nextInt(6)) {
			case 0 -> new ParameterizedMessage("{} of {}", text(), this.random.nextInt());
			case 1 -> {
				ReusableSimpleMessage message = new ReusableSimpleMessage();
				message.set((CharSequence) text());
				yield message;
			}
			case 2 -> new StringMapMessage().with("key", text()).with("n", "1");
			default -> new SimpleMessage(text());
		};
	}

	private StringMap context() {
		StringMap data = ContextDataFactory.createContextData();
		for (int i = this.random.nextInt(7); i > 0; i--) {
			data.putValue(any(KEYS), switch (this.random.nextInt(12)) {
				case 0 -> this.random.nextInt();
				case 1 -> this.random.nextBoolean();
				case 2 -> new StringBuilder(text());
				case 3 -> List.of(text(), 1);
				default -> text();
			});
		}
		return data;
	}

	private Throwable failure(int depth) {
		String text = oneIn(5) ? null : text();
		Throwable failure = this.random.nextBoolean() ? new IllegalStateException(text) : new Exception(text);
		StackTraceElement[] frames = failure.getStackTrace();
		frames[0] = new StackTraceElement("com.acme." + text(), "run", null, this.random.nextInt(100));
		failure.setStackTrace(oneIn(10) ? new StackTraceElement[0] : frames);
		if (depth > 0 && this.random.nextBoolean()) {
			Throwable cause = failure(depth - 1);
			failure.initCause(cause);
			if (oneIn(3)) {
				cause.addSuppressed(failure);
			}
		}
		if (depth > 0 && oneIn(3)) {
			failure.addSuppressed(failure(depth - 1));
		}
		return failure;
	}

	String text() {
		if (oneIn(20)) {
			return any(List.of("", " ", "\t\n", "\u3000\u2003 ", "\u00A0"));
		}
		StringBuilder text = new StringBuilder();
		for (int i = this.random.nextInt(40); i > 0; i--) {
			switch (this.random.nextInt(14)) {
				case 0 -> text.append((char) this.random.nextInt(0xC0));
				case 1 -> text.append((char) (0x80 + this.random.nextInt(0x780)));
				case 2 -> text.append((char) this.random.nextInt(0xD800));
				case 3 ->
					text.append(any(List.of("\"", "\\", "\n", "\r\n", "\t", "\b", "\f", "/", "\u2028", "\u007F")));
				case 4 -> appendPair(text);
				default -> text.append("plain text ", 0, 1 + this.random.nextInt(11));
			}
		}
		return text.toString();
	}

	private void appendPair(StringBuilder text) {
		if (!this.hasPairs) {
			return;
		}
		if (oneIn(4)) {
			text.append((char) (0xD800 + this.random.nextInt(0x800)));
		}
		else {
			text.appendCodePoint(0x10000 + this.random.nextInt(0x100000));
		}
	}

	private boolean oneIn(int events) {
		return this.random.nextInt(events) == 0;
	}

	private <T> T any(List<T> values) {
		return values.get(this.random.nextInt(values.size()));
	}

	/**
	 * An event that has its text as bytes, as those of the ring.
	 */
	static final class TextEvent extends MutableLogEvent implements TextSource {

		private static final long serialVersionUID = 1L;

		transient ByteText text;

		transient Instant instant;

		@Override
		public Instant getInstant() {
			return this.instant;
		}

		@Override
		public boolean appendTo(ByteText target) {
			if (this.text == null) {
				return false;
			}
			target.append(this.text);
			return true;
		}

	}

}
