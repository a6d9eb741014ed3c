package io.github.ringlog.benchmarks.load;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Runs one load in the JVM of one contender. The driver starts it.
 */
public final class Load {

	private Load() {
	}

	/**
	 * Run.
	 * @param arguments the options, {@code name=value}
	 * @throws Exception if the stack can't be started
	 */
	public static void main(String[] arguments) throws Exception {
		Options options = Options.parse(arguments);
		Backend backend = Backend.start(options.text("backend"));
		try (Driver driver = new Driver(Path.of(options.text("pipe")), backend)) {
			load(options, driver);
		}
		backend.stop();
		// An appender's thread need not be a daemon.
		System.exit(0);
	}

	private static void load(Options options, Driver driver) throws IOException, InterruptedException {
		// The driver notes when the first line arrives.
		LogCalls.of("strings").log();
		if (driver.await(1).events() == 0) {
			throw new IllegalStateException("Nothing is logged");
		}
		switch (options.text("load")) {
			case "flood" -> new FloodLoad(driver, options).run();
			case "bursts" -> new BurstLoad(driver, options).run();
			case "paced" -> new PacedLoad(driver, options).run();
			default -> throw new IllegalArgumentException(options.text("load"));
		}
	}

}
