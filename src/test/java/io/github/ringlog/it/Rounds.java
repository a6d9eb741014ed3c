package io.github.ringlog.it;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.ringlog.it.app.RoundsApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.LogFile;
import io.github.ringlog.kit.RunningJvm;
import org.awaitility.Awaitility;

/**
 * A running {@link RoundsApplication}: it logs when it is told to, and tells what it has
 * counted when all is written.
 */
final class Rounds implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofMinutes(3);

	private static final Pattern LINE = Pattern.compile("[01] \\d+ x{80}");

	private final Path directory;

	private final RunningJvm application;

	private int round;

	private int attempted;

	Rounds(Path directory, RunningJvm application) {
		this.directory = directory;
		this.application = application;
	}

	static ChildJvm application(Path directory, String appenders, String... arguments) {
		return application(directory, appenders, List.of("sink"), arguments);
	}

	/**
	 * Return an application whose logger writes to several appenders.
	 */
	static ChildJvm application(Path directory, String appenders, List<String> references, String... arguments) {
		return ChildJvm.of(directory, RoundsApplication.class)
			.argument((Object[]) arguments)
			.file("rounds.xml", """
					<Configuration>
					  <Appenders>%s</Appenders>
					  <Loggers>
					    <Logger name="rounds" level="info" additivity="false">%s</Logger>
					    <Root level="off"/>
					  </Loggers>
					</Configuration>
					""".formatted(appenders,
					references.stream().map("<AppenderRef ref=\"%s\"/>"::formatted).collect(Collectors.joining())))
			// Log4j warns of a relative one, on standard output.
			.argument("--logging.config=" + directory.resolve("rounds.xml"), "--spring.main.banner-mode=off");
	}

	/**
	 * Log so many events, an even number, and return what is counted once all are
	 * written, or lost.
	 */
	Counts log(int events) {
		begin(events);
		return await("done-" + (this.round - 1));
	}

	/**
	 * Begin to log so many events.
	 */
	void begin(int events) {
		this.attempted += events;
		say(events);
	}

	private void say(int events) {
		try {
			Path draft = Files.writeString(this.directory.resolve("go.draft"), String.valueOf(events));
			Files.move(draft, this.directory.resolve("go-" + this.round), StandardCopyOption.ATOMIC_MOVE);
			this.round++;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Wait until all events of the round are handed over.
	 */
	Counts awaitLogged() {
		return await("logged-" + (this.round - 1));
	}

	/**
	 * Wait until all events of the round are written, or lost.
	 */
	Counts awaitDone() {
		return await("done-" + (this.round - 1));
	}

	/**
	 * Wait until what is counted is as expected.
	 */
	void awaitState(Predicate<Counts> expected) {
		Awaitility.await()
			.atMost(TIMEOUT)
			.until(() -> Files.exists(this.directory.resolve("state")) && expected.test(read("state")));
	}

	/**
	 * Let the application end.
	 */
	Counts end() {
		say(0);
		Counts counts = await("end");
		this.application.awaitEnd(TIMEOUT);
		return counts;
	}

	/**
	 * Ask the application to end, and wait for it.
	 */
	void terminate() {
		this.application.terminate();
		this.application.awaitEnd(TIMEOUT);
	}

	int attempted() {
		return this.attempted;
	}

	String errors() {
		return this.application.errors();
	}

	private Counts await(String name) {
		Path file = this.directory.resolve(name);
		Awaitility.await().atMost(TIMEOUT).until(() -> Files.exists(file) || !this.application.isAlive());
		if (!Files.exists(file)) {
			throw new AssertionError("No " + name + ":\n" + this.application.describe());
		}
		return read(name);
	}

	private Counts read(String name) {
		Properties numbers = new Properties();
		try (Reader reader = Files.newBufferedReader(this.directory.resolve(name))) {
			numbers.load(reader);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new Counts(number(numbers, "dropped"), number(numbers, "errors"), number(numbers, "used"),
				number(numbers, "capacity"), numbers);
	}

	private static long number(Properties numbers, String name) {
		return Long.parseLong(numbers.getProperty(name));
	}

	/**
	 * Return the lines of a file, which are those of events, each whole and once, in the
	 * order in which its thread logged it.
	 */
	static List<String> lines(Path... files) {
		List<String> lines = List.of(files).stream().flatMap((file) -> new LogFile(file).lines().stream()).toList();
		int[] last = { -1, -1 };
		for (String line : lines) {
			if (!LINE.matcher(line).matches()) {
				throw new AssertionError("Torn: " + line);
			}
			int thread = line.charAt(0) - '0';
			int number = Integer.parseInt(line.substring(2, line.indexOf(' ', 2)));
			if (number <= last[thread]) {
				throw new AssertionError("Not in order: " + line);
			}
			last[thread] = number;
		}
		return lines;
	}

	@Override
	public void close() {
		this.application.close();
	}

	/**
	 * The counts of the engine.
	 *
	 * @param dropped events dropped
	 * @param errors errors of the writer
	 * @param used slots of the ring in use
	 * @param capacity slots of the ring
	 * @param all all of this, also of isolated appenders, each after its name and a dot
	 */
	record Counts(long dropped, long errors, long used, long capacity, Properties all) {

		/**
		 * Return the events on which an appender failed.
		 */
		long failed() {
			return number(this.all, "failed");
		}

		long of(String appender, String name) {
			return number(this.all, appender + "." + name);
		}

	}

}
