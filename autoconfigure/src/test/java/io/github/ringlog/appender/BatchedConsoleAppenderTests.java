package io.github.ringlog.appender;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The element {@code BatchedConsole} of a configuration.
 */
@ExtendWith(OutputCaptureExtension.class)
class BatchedConsoleAppenderTests {

	@Test
	void followsStandardOutput(CapturedOutput output) {
		try (LoggerContext context = start("<BatchedConsole name='console' follow='true'/>")) {
			context.getLogger("test").error("to the first");
			PrintStream former = System.out;
			ByteArrayOutputStream other = new ByteArrayOutputStream();
			System.setOut(new PrintStream(other));
			try {
				context.getLogger("test").error("to the other");
			}
			finally {
				System.setOut(former);
			}
			context.getLogger("test").error("to the first again");
			assertThat(output.getOut().lines()).containsExactly("to the first", "to the first again");
			assertThat(other.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("to the other");
		}
	}

	@Test
	void followsStandardError(CapturedOutput output) {
		try (LoggerContext context = start("<BatchedConsole name='console' target='SYSTEM_ERR' follow='true'/>")) {
			context.getLogger("test").error("message");
			assertThat(output.getErr().lines()).containsExactly("message");
			assertThat(output.getOut()).isEmpty();
		}
	}

	@Test
	void doesNotFollowUnlessItIsToldTo(CapturedOutput output) {
		try (LoggerContext context = start("<BatchedConsole name='console' target='SYSTEM_ERR'/>")) {
			context.getLogger("test").error("This line of a test is no error.");
			assertThat(output.getAll()).isEmpty();
		}
	}

	@Test
	void doesNotCloseAStreamThatItFollows(CapturedOutput output) {
		start("<BatchedConsole name='console' follow='true'/>").close();
		System.out.println("still open");
		assertThat(output.getOut()).contains("still open");
	}

	@Test
	void usesNoMoreOfAStreamThatHasFailed() {
		PrintStream former = System.err;
		FailingStream failing = new FailingStream();
		System.setErr(failing);
		try (LoggerContext context = start("<BatchedConsole name='console' target='SYSTEM_ERR' follow='true'/>")) {
			context.getLogger("test").error("swallowed");
			context.getLogger("test").error("This line of a test is no error.");
			assertThat(failing.texts).contains("swallowed").doesNotContain("This line of a test is no error.");
		}
		finally {
			System.setErr(former);
		}
	}

	@Test
	void isNotThereIfItsBufferHasNoSize() {
		try (LoggerContext context = start("<BatchedConsole name='console' bufferSize='0'/>")) {
			Appender appender = context.getConfiguration().getAppender("console");
			assertThat(appender).isNull();
		}
	}

	private static LoggerContext start(String appender) {
		LoggerContext context = new LoggerContext("test");
		context.start(new XmlConfiguration(context, source("""
				<Configuration status='OFF' shutdownHook='disable'>
				  <Appenders>%s</Appenders>
				  <Loggers><Root level='info'><AppenderRef ref='console'/></Root></Loggers>
				</Configuration>
				""".formatted(appender.replace("/>", "><PatternLayout pattern='%m%n'/></BatchedConsole>")))));
		return context;
	}

	private static ConfigurationSource source(String xml) {
		try {
			return new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static final class FailingStream extends PrintStream {

		private final List<String> texts = new ArrayList<>();

		FailingStream() {
			super(new ByteArrayOutputStream());
		}

		@Override
		public void write(byte[] buf, int off, int len) {
			String text = new String(buf, off, len, StandardCharsets.UTF_8);
			this.texts.add(text.trim());
			if (text.startsWith("swallowed")) {
				setError();
			}
		}

	}

}
