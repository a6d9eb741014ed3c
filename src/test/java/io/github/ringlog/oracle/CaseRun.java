package io.github.ringlog.oracle;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationFactory;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusListener;
import org.apache.logging.log4j.status.StatusLogger;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs a case in this JVM, and collects all that comes out.
 */
final class CaseRun {

	static final String DIRECTORY = "@DIR@";

	private final Case test;

	private final Path directory;

	private final Side side;

	private final List<String> status = Collections.synchronizedList(new ArrayList<>());

	private final List<String> handled = Collections.synchronizedList(new ArrayList<>());

	private final Map<String, String> outcome = new TreeMap<>();

	CaseRun(Case test, Path directory, Side side) {
		this.test = test;
		this.directory = directory;
		this.side = side;
	}

	/**
	 * Run the case.
	 * @return what came out, by its place
	 */
	Map<String, String> run() throws IOException {
		Files.createDirectories(this.directory);
		RecordingAppender.clear();
		SequenceNumbers.restart();
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		ByteArrayOutputStream errors = new ByteArrayOutputStream();
		PrintStream usualOutput = System.out;
		PrintStream usualErrors = System.err;
		if (this.test.end() != Case.End.STOP) {
			start();
			return this.outcome;
		}
		System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
		System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
		StatusListener listener = new Listener();
		StatusLogger.getLogger().registerListener(listener);
		Thread.currentThread().setName("main-case");
		try {
			start();
		}
		catch (Throwable ex) {
			this.outcome.put("start", CaseProgram.describe(ex));
		}
		finally {
			StatusLogger.getLogger().removeListener(listener);
			System.setOut(usualOutput);
			System.setErr(usualErrors);
			ThreadContext.clearAll();
		}
		this.outcome.put("console", output.toString(StandardCharsets.ISO_8859_1));
		this.outcome.put("standard error", errors.toString(StandardCharsets.ISO_8859_1));
		this.outcome.put("status", sorted(this.status));
		this.outcome.put("error handlers", sorted(this.handled));
		this.outcome.putAll(RecordingAppender.recorded());
		readFiles(this.directory, this.outcome);
		return this.outcome;
	}

	private void start() throws IOException {
		Path file = this.directory.resolve(ConfigurationText.fileName(this.test.format()));
		Files.writeString(file, placed(ConfigurationText.of(this.test.configuration(), this.test.format())));
		Files.writeString(this.directory.resolve("log4j2-other.xml"),
				placed(ConfigurationText.of(this.test.other(), Case.Format.XML)));
		if (this.test.start() == Case.Start.BOOT) {
			startWithBoot(file);
			return;
		}
		LoggerContext context = this.side.newContext(this.test, file.toUri());
		try {
			if (this.test.format() == Case.Format.BUILDER) {
				context.start(build(context));
			}
			else {
				context.start();
			}
		}
		catch (Throwable ex) {
			// Its appenders would keep what the next case uses.
			context.stop();
			throw ex;
		}
		runProgram(context);
	}

	private void startWithBoot(Path file) {
		Properties before = (Properties) System.getProperties().clone();
		SpringApplication application = new SpringApplication(NoBeans.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setBannerMode(Banner.Mode.OFF);
		application.setLogStartupInfo(false);
		application.setRegisterShutdownHook(false);
		List<String> arguments = new ArrayList<>();
		this.test.settings().forEach((setting) -> arguments.add("--" + placed(setting)));
		if (this.test.settings().isEmpty()) {
			arguments.add("--logging.config=" + file);
		}
		arguments.add("--ringlog.buffer.size=" + this.test.slots());
		// What Ringlog and Spring themselves have to say is not that of the case.
		arguments.addAll(List.of("--logging.level.io.github.ringlog=off", "--logging.level.org.springframework=off",
				"--ringlog.lint.mode=off"));
		arguments.add("--ringlog.shutdown.drain-timeout=40s");
		arguments.add("--ringlog.location.capture=true");
		if (!this.test.isolated().isEmpty()) {
			arguments.add("--ringlog.isolation." + this.test.isolated() + ".policy=block");
		}
		try {
			ConfigurableApplicationContext running = application.run(arguments.toArray(String[]::new));
			try {
				runProgram((LoggerContext) LogManager.getContext(false));
			}
			finally {
				running.close();
			}
		}
		finally {
			((LoggerContext) LogManager.getContext(false)).stop();
			System.setProperties(before);
			AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
		}
	}

	private void runProgram(LoggerContext context) {
		if (this.test.handlers()) {
			context.getConfiguration()
				.getAppenders()
				.values()
				.forEach((appender) -> appender.setHandler(new Handler(appender)));
		}
		CaseProgram program = new CaseProgram(this.test, context, this::build, this::other,
				() -> this.side.awaitWritten(context));
		long attemptedBefore = this.side.attempted(context);
		try {
			program.run();
		}
		finally {
			program.putResults(this.outcome);
			if (this.test.end() == Case.End.STOP) {
				context.stop();
			}
			this.outcome.put("attempted", Long.toString(this.side.attempted(context) - attemptedBefore));
			this.outcome.put("law", this.side.law(this.test, context));
		}
	}

	private Configuration build(LoggerContext context) {
		return ConfigurationText.build(placed(this.test.configuration()), context);
	}

	private Configuration other(LoggerContext context) {
		return ConfigurationFactory.getInstance()
			.getConfiguration(context, "other", this.directory.resolve("log4j2-other.xml").toUri());
	}

	private String placed(String text) {
		return text.replace(DIRECTORY, this.directory.toString());
	}

	private Node placed(Node node) {
		Node placed = node.with(node.children().stream().map(this::placed).toList());
		for (Map.Entry<String, String> attribute : node.attributes().entrySet()) {
			placed = placed.with(attribute.getKey(), placed(attribute.getValue()));
		}
		return placed;
	}

	static void readFiles(Path directory, Map<String, String> outcome) throws IOException {
		try (Stream<Path> files = Files.walk(directory)) {
			for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
				String name = directory.relativize(file).toString();
				if (!name.startsWith("log4j2-")) {
					outcome.put("file " + name, new String(content(file), StandardCharsets.ISO_8859_1));
				}
			}
		}
	}

	private static String oneLine(String report) {
		return report.replace("\n", "\\n");
	}

	private static byte[] content(Path file) throws IOException {
		byte[] bytes = Files.readAllBytes(file);
		if (!file.toString().endsWith(".gz")) {
			return bytes;
		}
		try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
			return unpacked.readAllBytes();
		}
		catch (EOFException ex) {
			// It is being compressed: the other file is there.
			return new byte[0];
		}
	}

	private static String sorted(List<String> lines) {
		synchronized (lines) {
			return String.join("\n", lines.stream().sorted().toList());
		}
	}

	/**
	 * Tells plain Log4j from Ringlog.
	 */
	interface Side {

		LoggerContext newContext(Case test, java.net.URI location);

		/** Wait until no event is on its way. */
		void awaitWritten(LoggerContext context);

		/** Return how many events were logged so far. */
		long attempted(LoggerContext context);

		/** Return whether there is the ring of the case, and each event has one fate. */
		String law(Case test, LoggerContext context);

	}

	/**
	 * An application without beans.
	 */
	static final class NoBeans {

	}

	private final class Listener implements StatusListener {

		@Override
		public void log(StatusData data) {
			CaseRun.this.status.add(oneLine(data.getLevel() + " " + data.getMessage().getFormattedMessage() + " "
					+ CaseProgram.describe(data.getThrowable())));
		}

		@Override
		public Level getStatusLevel() {
			return Level.WARN;
		}

		@Override
		public void close() {
		}

	}

	private final class Handler implements ErrorHandler {

		private final String appender;

		private Handler(Appender appender) {
			this.appender = appender.getName();
		}

		@Override
		public void error(String message) {
			CaseRun.this.handled.add(oneLine(this.appender + ": " + message));
		}

		@Override
		public void error(String message, Throwable thrown) {
			error(message + " " + CaseProgram.describe(thrown));
		}

		@Override
		public void error(String message, LogEvent event, Throwable thrown) {
			error(message + " " + event.getMessage().getFormattedMessage() + " " + CaseProgram.describe(thrown));
		}

	}

}
