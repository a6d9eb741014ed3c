package io.github.ringlog.logger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ObjectMessage;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.message.StringFormattedMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Code that tells messages apart by their classes finds those of plain Log4j in a servlet
 * application: the class path of these tests has the servlet API.
 */
@Timeout(120)
class MessageClassTests {

	// Looks at the format of a parameterized message, and at the text of another.
	private static final String FILTER = "<RegexFilter regex='order \\{}' useRawMsg='true' onMatch='DENY' onMismatch='NEUTRAL'/>";

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(strings = {
			// At the appender, its reference and the logger.
			"<Appenders><File #>@</File></Appenders><Loggers><Root level='info'><AppenderRef ref='file'/></Root></Loggers>",
			"<Appenders><File #></File></Appenders><Loggers><Root level='info'><AppenderRef ref='file'>@</AppenderRef></Root></Loggers>",
			"<Appenders><File #></File></Appenders><Loggers><Root level='info'>@<AppenderRef ref='file'/></Root></Loggers>",
			// Behind a queue.
			"<Appenders><File #>@</File><Async name='queue'><AppenderRef ref='file'/></Async></Appenders>"
					+ "<Loggers><Root level='info'><AppenderRef ref='queue'/></Root></Loggers>" })
	void aFilterOfFormatsDeniesThem(String parts) throws IOException {
		Path file = this.directory.resolve("file.log");
		RingLoggerContext context = TestRing.newContext();
		context.configure(TestRing.SETTINGS);
		context.start(XmlSource.configuration(
				"<Configuration status='OFF'>" + parts.replace("@", FILTER + "<PatternLayout pattern='%m%n'/>")
					.replace("#></File>", "#><PatternLayout pattern='%m%n'/></File>")
					.replace("#", "name='file' fileName='" + file + "'") + "</Configuration>"));
		Logger logger = context.getLogger("test");
		logger.info("order {}", 4711);
		logger.info("order {} of {}", 4711, "two");
		context.stop();
		assertThat(Files.readAllLines(file)).containsExactly("order 4711 of two");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void theyAreThoseOfPlainLog4j(boolean enabled) {
		RingSettings settings = TestSettings.of(enabled, TestRing.SIZE, TestRing.SETTINGS.waitStrategy(),
				TestRing.SETTINGS.overflow(), Map.of(), List.of(), TestRing.SETTINGS.drainTimeout(), false);
		try (TestRing ring = new TestRing(settings)) {
			List<Message> seen = new CopyOnWriteArrayList<>();
			ring.appender.onEvent((event) -> seen.add(event.getMessage()));
			Object[] parameters = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
			ring.logger.info("{} and {}", 1, "two");
			ring.logger.info("{}{}{}{}{}{}{}{}{}{}{}", parameters);
			ring.logger.info("text");
			ring.logger.info((CharSequence) new StringBuilder("characters"));
			ring.logger.info(Map.of("key", "value"));
			ring.logger.printf(Level.INFO, "%d", 1);
			ring.logger.info(new StringMapMessage(Map.of("key", "value")));
			ring.logger.atInfo().log("built {}", 1);
			ring.drain();
			List<Class<? extends Message>> classes = List.of(ParameterizedMessage.class, ParameterizedMessage.class,
					SimpleMessage.class, SimpleMessage.class, ObjectMessage.class, StringFormattedMessage.class,
					StringMapMessage.class, ParameterizedMessage.class);
			for (int i = 0; i < classes.size(); i++) {
				assertThat(seen.get(i)).isInstanceOf(classes.get(i));
			}
			assertThat(seen).extracting(Message::getFormattedMessage)
				.containsExactly("1 and two", "1234567891011", "text", "characters", "{key=value}", "1",
						"key=\"value\"", "built 1");
			assertThat(seen.get(0).getParameters()).containsExactly(1, "two");
			assertThat(seen.get(1).getParameters()).isEqualTo(parameters);
		}
	}

	@Test
	void aTextHasNoParametersAndOneThatIsNullHasNoCharacters() {
		try (TestRing ring = new TestRing()) {
			List<Message> seen = new CopyOnWriteArrayList<>();
			ring.appender.onEvent((event) -> seen.add(event.getMessage()));
			ring.logger.info("text");
			ring.logger.info((String) null);
			ring.logger.error((String) null, new IllegalStateException("test"));
			ring.drain();
			assertThat(seen).hasSize(3).allSatisfy((message) -> {
				assertThat(message).isExactlyInstanceOf(SimpleMessage.class);
				assertThat(message.getParameters()).isNull();
			});
			assertThat(seen).extracting(Message::getFormattedMessage).containsExactly("text", "null", "null");
			assertThat(seen).extracting((message) -> ((CharSequence) message).length()).containsExactly(4, 0, 0);
		}
	}

	@Test
	void theTextIsThatOfTheCall() {
		try (TestRing ring = new TestRing()) {
			ring.closeGate();
			StringBuilder mutable = new StringBuilder("before");
			ring.logger.info("is {}", mutable);
			mutable.replace(0, 6, "after");
			ring.drain();
			assertThat(ring.appender.last().getMessage()).isExactlyInstanceOf(ParameterizedMessage.class);
			assertThat(ring.appender.texts()).containsExactly("gate", "is before");
		}
	}

}
