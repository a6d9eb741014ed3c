package io.github.ringlog.benchmarks.peers.load;

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
		Backend backend = Backend.start(options);
		try (Results results = new Results(Path.of(options.text("results")))) {
			load(options, backend, results);
		}
		backend.stop();
		// An appender's thread need not be a daemon.
		System.exit(0);
	}

	private static void load(Options options, Backend backend, Results results)
			throws IOException, InterruptedException {
		LogCalls.LogCall call = LogCalls.of(options);
		LogFile file = new LogFile(Path.of(options.text("file")), backend);
		long firstLine = file.probe(new Callers(options), call);
		for (String load : options.text("load").split(",")) {
			switch (load) {
				case "flood" -> new FloodLoad(file, call, options).run(results);
				case "bursts" -> new BurstLoad(file, call, options).run(results);
				case "paced" -> new PacedLoad(file, call, options).run(results);
				case "batch" -> new BatchLoad(file, call, options).run(results);
				case "footprint" -> new FootprintLoad(file, call, options).run(firstLine, results);
				default -> throw new IllegalArgumentException(load);
			}
		}
	}

}
