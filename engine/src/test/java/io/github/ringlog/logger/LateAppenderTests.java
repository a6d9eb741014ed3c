package io.github.ringlog.logger;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Appenders that come after the configuration was set are treated as those it began with.
 */
@Timeout(120)
class LateAppenderTests {

	@AfterEach
	void clearThreadContext() {
		ThreadContext.clearAll();
	}

	@Test
	void thoseThatRoutingMakesAreFlushed(@TempDir Path directory) throws IOException {
		RecordingAppender last = new RecordingAppender();
		try (TestRing ring = new TestRing(TestRing.SETTINGS, last, routing(directory, last))) {
			for (String tenant : List.of("a", "b")) {
				ThreadContext.put("tenant", tenant);
				for (int i = 0; i < 300; i++) {
					ring.context.getLogger("routed").info("line {}", i);
				}
			}
			// The last event of a batch may be for somebody else.
			ring.logger.info("for another appender");
			Awaitility.await().until(() -> ring.statistics.written() == 601);
			for (String tenant : List.of("a", "b")) {
				Path file = directory.resolve(tenant + ".log");
				Awaitility.await()
					.untilAsserted(() -> assertThat(Files.readAllLines(file)).as("%s", file).hasSize(300));
			}
		}
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void errorsOfThoseThatRoutingMakesAreCountedFromTheirSecondEventOn() throws IOException {
		RecordingAppender last = new RecordingAppender();
		try (TestRing ring = new TestRing(TestRing.SETTINGS, last, configuration("""
				<Configuration status='OFF'>
				  <Appenders>
				    <Routing name='routing'>
				      <Routes pattern='all'>
				        <Route><File name='full' fileName='/dev/full'><PatternLayout pattern='%m%n'/></File></Route>
				      </Routes>
				    </Routing>
				  </Appenders>
				  <Loggers>
				    <Logger name='routed' level='info' additivity='false'><AppenderRef ref='routing'/></Logger>
				    <Root level='info'/>
				  </Loggers>
				</Configuration>
				""", last))) {
			// So that they come in one batch.
			ring.closeGate();
			for (int i = 0; i < 10; i++) {
				ring.context.getLogger("routed").info("line {}", i);
			}
			ring.appender.release();
			Awaitility.await().until(() -> ring.statistics.written() == 11);
			assertThat(ring.statistics.failed(Level.INFO)).isEqualTo(9);
		}
	}

	@Test
	void oneThatReadsParametersHasThemAllFromItsFirstEventOn(@TempDir Path directory)
			throws IOException, InterruptedException {
		// A pattern reads nothing but the text.
		Configuration configuration = XmlSource.configuration("""
				<Configuration status='OFF' shutdownHook='disable'>
				  <Appenders>
				    <File name='file' fileName='%s'><PatternLayout pattern='%%m%%n'/></File>
				  </Appenders>
				  <Loggers><Root level='all'><AppenderRef ref='file'/></Root></Loggers>
				</Configuration>""".formatted(directory.resolve("app.log")));
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(), configuration)) {
			AtomicBoolean ended = new AtomicBoolean();
			List<Thread> callers = TestRing.startThreads(4, (number) -> {
				for (int i = 0; !ended.get(); i++) {
					ring.logger.info("event {} of {}", i, number);
				}
			});
			Logger logger = ring.logger;
			for (int round = 0; round < 20; round++) {
				RecordingAppender late = new RecordingAppender("late" + round, null, true);
				late.start();
				logger.addAppender(late);
				Awaitility.await().until(() -> late.count() > 100);
				logger.removeAppender(late);
				ring.context.updateLoggers();
				assertThat(late.events()).allMatch((event) -> event.getMessage().getParameters().length == 2);
			}
			ended.set(true);
			for (Thread caller : callers) {
				TestRing.join(caller);
			}
		}
	}

	@Test
	void anErrorOfOneThatIsAddedIsCounted() {
		try (TestRing ring = new TestRing()) {
			RecordingAppender late = new RecordingAppender("late", null, true);
			late.onEvent((event) -> {
				throw new IllegalStateException("test");
			});
			late.start();
			Configuration configuration = ring.context.getConfiguration();
			configuration.addAppender(late);
			ring.logger.info("before it is used");
			Awaitility.await().until(() -> ring.statistics.written() == 1);
			configuration.getRootLogger().addAppender(late, null, null);
			ring.context.updateLoggers();
			ring.logger.info("for both");
			Awaitility.await().until(() -> ring.statistics.written() == 2);
			assertThat(ring.statistics.writerErrors()).isEqualTo(1);
		}
	}

	private static Configuration routing(Path directory, RecordingAppender last) throws IOException {
		String xml = """
				<Configuration status='OFF'>
				  <Appenders>
				    <Routing name='routing'>
				      <Routes pattern='$${ctx:tenant}'>
				        <Route>
				          <RollingFile name='file-${ctx:tenant}' fileName='%s/${ctx:tenant}.log'
				              filePattern='%s/${ctx:tenant}.%%i' immediateFlush='false'>
				            <PatternLayout pattern='%%m%%n'/>
				            <SizeBasedTriggeringPolicy size='1MB'/>
				          </RollingFile>
				        </Route>
				      </Routes>
				    </Routing>
				  </Appenders>
				  <Loggers>
				    <Logger name='routed' level='info' additivity='false'><AppenderRef ref='routing'/></Logger>
				    <Root level='info'/>
				  </Loggers>
				</Configuration>
				""".formatted(directory, directory);
		return configuration(xml, last);
	}

	private static Configuration configuration(String xml, RecordingAppender last) throws IOException {
		Configuration configuration = new XmlConfiguration(new LoggerContext("routing"),
				new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
		configuration.initialize();
		last.start();
		configuration.addAppender(last);
		configuration.getRootLogger().addAppender(last, null, null);
		return configuration;
	}

}
