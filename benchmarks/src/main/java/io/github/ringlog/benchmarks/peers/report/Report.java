package io.github.ringlog.benchmarks.peers.report;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes a page with tables and a plot for each group of scenarios that were run, and a
 * short one that says what follows from them.
 */
public final class Report {

	private Report() {
	}

	/**
	 * Write the report.
	 * @param directory where the raw results are, and the report goes
	 * @throws IOException if they can't be read or written
	 */
	public static void write(Path directory) throws IOException {
		Raw raw = new Raw(directory);
		FloodPage.write(raw);
		LatencyPage.write(raw);
		ShapesPage.write(raw);
		FootprintPage.write(raw);
		ScalingPage.write(raw);
		Conclusions.write(raw);
	}

}
