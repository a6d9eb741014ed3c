package io.github.ringlog.benchmarks.peers.report;

import java.util.Arrays;
import java.util.Locale;

/**
 * A figure over the rounds of a run.
 *
 * @param median the median of the rounds
 * @param lowest the lowest round
 * @param highest the highest round
 * @param rounds how many rounds there are
 */
record Stat(double median, double lowest, double highest, int rounds) {

	static Stat of(double[] values) {
		double[] sorted = Arrays.stream(values).filter((value) -> !Double.isNaN(value)).sorted().toArray();
		if (sorted.length == 0) {
			return new Stat(Double.NaN, Double.NaN, Double.NaN, 0);
		}
		return new Stat(median(sorted), sorted[0], sorted[sorted.length - 1], sorted.length);
	}

	private static double median(double[] sorted) {
		return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
	}

	boolean there() {
		return this.rounds > 0;
	}

	/**
	 * Format the median, with the range in parentheses.
	 */
	String range() {
		return (this.rounds > 1) ? "%s (%s–%s)".formatted(this, number(this.lowest), number(this.highest)) : toString();
	}

	@Override
	public String toString() {
		return number(this.median);
	}

	/**
	 * Format a number of threads.
	 */
	static String threads(String number) {
		return number.equals("1") ? "1 thread" : number + " threads";
	}

	/**
	 * Format with three digits at least.
	 */
	static String number(double value) {
		if (Double.isNaN(value)) {
			return "–";
		}
		double size = Math.abs(value);
		String format = (size >= 99.95 || value == Math.rint(value)) ? "%,.0f"
				: (size >= 10) ? "%.1f" : (size >= 0.1) ? "%.2f" : "%.3f";
		return String.format(Locale.ROOT, format, value);
	}

}
