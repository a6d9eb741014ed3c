package io.github.ringlog.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import io.github.ringlog.it.app.FloodApplication;
import io.github.ringlog.it.app.MixedOutputApplication;
import io.github.ringlog.it.app.RoutingApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Log4j's own appenders when nothing fails.
 */
class StreamSinkApplicationTests {

	private static final int EVENTS = 1_000_000;

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void mixesNoLineWithWhatOthersPrint(boolean follow) throws Exception {
		AtomicReference<Process> reader = new AtomicReference<>();
		RunningJvm application = configured(ChildJvm.of(this.directory, MixedOutputApplication.class), "mixed", """
				<Console name="appender" follow="%s"><PatternLayout pattern="%%m%%n"/></Console>
				""".formatted(follow)).startInto(new ProcessBuilder("cat"), reader::set);
		assertThat(reader.get().waitFor(1, TimeUnit.MINUTES)).isTrue();
		List<String> lines = application.output().lines().toList();
		assertThat(lines).hasSize(80_000);
		assertThat(lines.stream().filter((line) -> !line.matches("[0-3] \\d+ x*!"))).isEmpty();
	}

	@Test
	void losesNoLineWhenTheFileRollsOverAtFullSpeed() throws Exception {
		RunningJvm flood = configured(ChildJvm.of(this.directory, FloodApplication.class), "flood", """
				<RollingFile name="appender" fileName="app.log" filePattern="app.log.%i.gz">
				  <PatternLayout pattern="%m%n"/>
				  <SizeBasedTriggeringPolicy size="3MB"/>
				  <DefaultRolloverStrategy max="100" fileIndex="nomax"/>
				</RollingFile>
				""").argument("--flood.threads=4", "--flood.events=" + EVENTS).run();
		assertThat(flood.exitCode()).as(flood.describe()).isZero();
		List<Path> files = logs();
		assertThat(files).hasSizeGreaterThan(10);
		Path all = this.directory.resolve("all.txt");
		Files.write(all, files.stream().flatMap((file) -> read(file).stream()).toList());
		new LogFile(all).assertHoldsAllInOrder(4, EVENTS / 4);
		assertThat(flood.printed("writerErrors")).isZero();
	}

	@Test
	void isFlushedAtTheEndOfABatchAlsoWhenItIsMadeByRouting() {
		int events = 300;
		try (RunningJvm application = configured(ChildJvm.of(this.directory, RoutingApplication.class), "routing", """
				<Routing name="appender">
				  <Routes pattern="$${ctx:tenant}">
				    <Route>
				      <RollingFile name="${ctx:tenant}" fileName="${ctx:tenant}.log" immediateFlush="false"
				          filePattern="${ctx:tenant}.log.%i.gz">
				        <PatternLayout pattern="%m%n"/>
				        <SizeBasedTriggeringPolicy size="3MB"/>
				      </RollingFile>
				    </Route>
				  </Routes>
				</Routing>
				""").argument("--routing.events=" + events).start()) {
			application.awaitPrinted("logged");
			Awaitility.await().atMost(Duration.ofSeconds(2)).untilAsserted(() -> {
				new LogFile(this.directory.resolve("red.log")).assertHoldsAllInOrder(1, events);
				new LogFile(this.directory.resolve("blue.log")).assertHoldsAllInOrder(1, events);
			});
		}
	}

	private static ChildJvm configured(ChildJvm application, String logger, String appender) {
		return application.file("batched.xml", """
				<Configuration>
				  <Appenders>%s</Appenders>
				  <Loggers>
				    <Logger name="%s" level="info" additivity="false"><AppenderRef ref="appender"/></Logger>
				    <Root level="off"/>
				  </Loggers>
				</Configuration>
				""".formatted(appender, logger))
			// Log4j warns of a relative one, on standard output.
			.argument("--logging.config=" + application.path("batched.xml"), "--spring.main.banner-mode=off");
	}

	private List<Path> logs() throws IOException {
		try (Stream<Path> files = Files.list(this.directory)) {
			List<Path> rolled = new ArrayList<>(
					files.filter((file) -> file.toString().endsWith(".gz")).sorted(Comparator.comparingInt((file) -> {
						String[] parts = file.getFileName().toString().split("\\.");
						return Integer.parseInt(parts[2]);
					})).toList());
			rolled.add(this.directory.resolve("app.log"));
			return rolled;
		}
	}

	private static List<String> read(Path file) {
		if (!file.toString().endsWith(".gz")) {
			return new LogFile(file).lines();
		}
		try (BufferedReader reader = new BufferedReader(
				new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
			return reader.lines().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
