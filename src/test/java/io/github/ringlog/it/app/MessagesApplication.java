package io.github.ringlog.it.app;

import java.util.List;
import java.util.Map;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ObjectArrayMessage;
import org.apache.logging.log4j.message.ObjectMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.apache.logging.log4j.util.Supplier;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/**
 * Logs messages of all kinds, each with a marker that names it. The MDC changes with each
 * event.
 */
public final class MessagesApplication {

	private static final Logger logger = LogManager.getLogger("messages");

	private static int count;

	private MessagesApplication() {
	}

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(MessagesApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.run(args);
		// A message that is used again has a text from here on.
		logger.info(marker("text"), "text {}", 1);
		logObjects();
		logCharacters();
		logNulls();
		logger.printf(Level.INFO, marker("printf"), "%s %d", "text", 1);
		logger.info(marker("map message"), new StringMapMessage(Map.of("key", "value")));
		logger.info(marker("array message"), new ObjectArrayMessage(1, "two"));
	}

	private static void logObjects() {
		logger.info(marker("object"), new Order("bob", 43));
		logger.info(marker("formattable object"), new Amount(42));
		logger.info(marker("formattable parameter"), "{}", new Amount(42));
		logger.info(marker("formattable object message"), new ObjectMessage(new Amount(42)));
		logger.info(marker("list"), List.of(1, 2));
		logger.info(marker("map"), Map.of("key", "value"));
		logger.info(marker("string"), (Object) "string");
		logger.info(marker("number"), (Object) 42);
	}

	private static void logCharacters() {
		StringBuilder builder = new StringBuilder();
		logger.info(marker("characters"), fill(builder));
		logger.info(marker("parameter"), "a {}", fill(builder).toString());
		logger.info(marker("simple message"), (Message) new SimpleMessage(fill(builder)));
		builder.setLength(0);
	}

	private static CharSequence fill(StringBuilder builder) {
		builder.setLength(0);
		return builder.append("characters ").append(count);
	}

	// Not a null message: Log4j prints the text of whatever came before.
	private static void logNulls() {
		logger.info(marker("null string"), (String) null);
		logger.info(marker("null characters"), (CharSequence) null);
		logger.info(marker("null object"), (Object) null);
		logger.info(marker("null pattern"), (String) null, 1);
		logger.info(marker("null supplied"), (Supplier<?>) () -> null);
		logger.info(marker("null simple message"), (Message) new SimpleMessage((String) null));
		logger.info(marker("null object message"), new ObjectMessage(null));
		logger.atInfo().withMarker(marker("null built object")).log((Object) null);
		logger.atInfo().withMarker(marker("null built string")).log((String) null);
	}

	private static Marker marker(String name) {
		count++;
		ThreadContext.put("user", "user-" + count);
		return MarkerManager.getMarker(name);
	}

	private record Order(String user, int amount) {
	}

	private record Amount(int cents) implements StringBuilderFormattable {

		@Override
		public void formatTo(StringBuilder buffer) {
			buffer.append(this.cents).append(" cents");
		}

	}

}
