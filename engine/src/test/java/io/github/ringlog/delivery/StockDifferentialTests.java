package io.github.ringlog.delivery;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.logger.TestRing;
import io.github.ringlog.logger.TestSettings;
import io.github.ringlog.logger.XmlSource;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever a configuration makes of Log4j's parts, the files are those of synchronous
 * Log4j, byte for byte, and the appenders are the user's own objects.
 */
@Timeout(60)
class StockDifferentialTests {

	private static final String LAYOUT = "<PatternLayout pattern='%-5p %c{1} %X{user} %m%n%ex{2}' charset='UTF-8'/>";

	private static final String FILE = "<File name='app' fileName='app.log'>" + LAYOUT + "</File>";

	private static final String ROOT = "<Root level='debug'><AppenderRef ref='app'/></Root>";

	@TempDir
	private Path directory;

	static Map<String, String[]> configurations() {
		Map<String, String[]> all = new TreeMap<>();
		all.put("File", new String[] { FILE, ROOT });
		all.put("filters and levels", new String[] { FILE.replace("</File>",
				"<RegexFilter regex='.*7.*' onMatch='DENY' onMismatch='NEUTRAL'/><ThresholdFilter level='info'/></File>"),
				"""
						<Logger name='a' level='info'><AppenderRef ref='app' level='warn'/></Logger>
						<Logger name='a.b' level='warn' additivity='false'><Filters><ThresholdFilter level='error'/></Filters>
						  <AppenderRef ref='app'><RegexFilter regex='.*3.*' onMatch='DENY' onMismatch='ACCEPT'/></AppenderRef>
						</Logger>
						<Root level='debug'><AppenderRef ref='app' level='info'/></Root>""" });
		all.put("createOnDemand", new String[] { FILE.replace("fileName", "createOnDemand='true' fileName")
				+ "<File name='never' fileName='never.log' createOnDemand='true'/>", ROOT });
		all.put("filePermissions",
				new String[] {
						"<RollingFile name='app' fileName='app.log' filePattern='app.%i' filePermissions='rw-------'>"
								+ LAYOUT + "<SizeBasedTriggeringPolicy size='2KB'/></RollingFile>",
						ROOT });
		all.put("DirectWriteRolloverStrategy", new String[] { "<RollingFile name='app' filePattern='app-%i.log'>"
				+ LAYOUT
				+ "<SizeBasedTriggeringPolicy size='2KB'/><DirectWriteRolloverStrategy maxFiles='100'/></RollingFile>",
				ROOT });
		all.put("OnStartup, compressed",
				new String[] { "<RollingFile name='app' fileName='app.log' filePattern='old/app.%i.gz'>" + LAYOUT
						+ "<SizeBasedTriggeringPolicy size='4KB'/><DefaultRolloverStrategy max='3'/></RollingFile>",
						ROOT });
		all.put("Failover", new String[] { FILE + """
				<File name='broken' fileName='/proc/none/x.log' createOnDemand='true' ignoreExceptions='false'>%s</File>
				<Failover name='both' primary='broken'><Failovers><AppenderRef ref='app'/></Failovers></Failover>"""
			.formatted(LAYOUT), ROOT.replace("ref='app'", "ref='both'") });
		all.put("Routing", new String[] { """
				<Routing name='app'><Routes pattern='$${ctx:user}'>
				  <Route><File name='of-${ctx:user}' fileName='of-${ctx:user}.log'>%s</File></Route>
				  <Route key='none' ref='fallback'/>
				</Routes></Routing><File name='fallback' fileName='none.log' immediateFlush='false'>%s</File>"""
			.formatted(LAYOUT, LAYOUT), ROOT });
		all.put("Rewrite",
				new String[] {
						FILE.replace("immediateFlush", "x")
								+ """
										<Rewrite name='rewritten'><MapRewritePolicy mode='Add'><KeyValuePair key='k' value='v'/></MapRewritePolicy>
										  <AppenderRef ref='app'/></Rewrite>""",
						ROOT.replace("ref='app'", "ref='rewritten'") });
		all.put("Async", new String[] { FILE + "<Async name='queue'><AppenderRef ref='app'/></Async>",
				ROOT.replace("ref='app'", "ref='queue'") });
		// Two queues to one file may be written in any order.
		all.put("AsyncLogger",
				new String[] { FILE + FILE.replace("app", "own"),
						"<AsyncLogger name='a' level='info' additivity='false'><AppenderRef ref='own'/></AsyncLogger>"
								+ ROOT });
		all.put("two appenders of one file", new String[] { FILE + FILE.replace("name='app'", "name='again'"),
				"<Root level='debug'><AppenderRef ref='app'/><AppenderRef ref='again' level='error'/></Root>" });
		all.put("not buffered",
				new String[] { FILE.replace("fileName", "bufferedIO='false' immediateFlush='false' fileName"), ROOT });
		all.put("locking", new String[] { FILE.replace("fileName", "locking='true' fileName"), ROOT });
		all.put("MemoryMappedFile", new String[] {
				FILE.replace("File", "MemoryMappedFile").replace("fileName", "regionLength='4096' fileName"), ROOT });
		all.put("a layout in another charset", new String[] { FILE.replace("UTF-8", "UTF-16BE"), ROOT });
		all.put("layouts that print the end of a batch", new String[] { FILE.replace("%-5p", "%endOfBatch %-5p")
				+ "<File name='json' fileName='json.log'><JsonTemplateLayout eventTemplate='"
				+ "{\"message\": {\"$resolver\": \"message\"}, \"end\": {\"$resolver\": \"endOfBatch\"}}'/></File>",
				"<Root level='debug'><AppenderRef ref='app'/><AppenderRef ref='json'/></Root>" });
		return all;
	}

	static Stream<String> names() {
		return configurations().keySet().stream();
	}

	@BeforeEach
	void user() {
		ThreadContext.put("user", "alice");
	}

	@AfterEach
	void nobody() {
		ThreadContext.clearAll();
	}

	@ParameterizedTest
	@MethodSource("names")
	void isTheSame(String name) throws IOException {
		compare(name, TestRing.SETTINGS);
	}

	@ParameterizedTest
	@CsvSource({ "File", "'filters and levels'", "Routing", "DirectWriteRolloverStrategy", "createOnDemand",
			"'not buffered'", "filePermissions", "AsyncLogger" })
	void isTheSameIfItIsIsolated(String name) throws IOException {
		compare(name, TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("app", new RingSettings.Isolation(128, RingSettings.Overflow.block(null)))));
	}

	@ParameterizedTest
	@CsvSource({ "Failover,both", "Rewrite,rewritten", "Async,queue" })
	void isTheSameIfWhatHandsOnIsIsolated(String name, String appender) throws IOException {
		compare(name, TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of(appender, new RingSettings.Isolation(128, RingSettings.Overflow.block(null)))));
	}

	private void compare(String name, RingSettings settings) throws IOException {
		String[] configuration = configurations().get(name);
		RingLoggerContext asynchronous = TestRing.newContext();
		asynchronous.configure(settings);
		Map<String, String> ring = run(asynchronous, configuration, "ring");
		Map<String, String> stock = run(new LoggerContext("synchronous"), configuration, "stock");
		assertThat(stock).isNotEmpty();
		assertThat(ring).isEqualTo(stock);
		assertThat(asynchronous.statistics().dropped()).isZero();
	}

	private Map<String, String> run(LoggerContext context, String[] configuration, String place) throws IOException {
		Path files = Files.createDirectory(this.directory.resolve(place));
		String appenders = configuration[0].replaceAll("(fileName|filePattern)='(?!/)", "$1='" + files + "/");
		context.start(XmlSource.configuration(context, "<Configuration status='OFF' shutdownHook='disable'><Appenders>"
				+ appenders + "</Appenders><Loggers>" + configuration[1] + "</Loggers></Configuration>"));
		for (Appender appender : context.getConfiguration().getAppenders().values()) {
			assertThat(appender.getClass().getName()).startsWith("org.apache.logging.log4j.core.appender.");
		}
		IntStream.range(0, 100).forEach((i) -> {
			for (String logger : new String[] { "a", "a.b", "c" }) {
				log(context.getLogger(logger), i);
			}
		});
		context.stop();
		return contents(files);
	}

	private static void log(Logger logger, int i) {
		logger.debug("debug {}", i);
		logger.info("caf\u00e9 {} of {}", i, "\ud83d\ude00");
		logger.warn("warn " + i);
		logger.error("error {}", i, new IllegalStateException("failed " + i));
	}

	private static Map<String, String> contents(Path files) throws IOException {
		Map<String, String> contents = new TreeMap<>();
		try (Stream<Path> all = Files.walk(files)) {
			for (Path file : all.filter(Files::isRegularFile).toList()) {
				String permissions = FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
						? Files.getPosixFilePermissions(file).toString() : "";
				contents.put(files.relativize(file).toString(), permissions + " " + Files.size(file) + " "
						+ HexFormat.of().formatHex(Files.readAllBytes(file)));
			}
		}
		return contents;
	}

}
