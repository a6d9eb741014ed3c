package io.github.ringlog.verify;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.report.Plural;

/**
 * Shows on standard error how far the work is, if it takes longer than two seconds.
 */
final class Progress {

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private static final int WIDTH = 30;

	private static final int LINES_A_LOOK = 4096;

	private final PrintStream target;

	private final long total;

	private final String unit;

	private long next = System.nanoTime() + PATIENCE_NANOS;

	private boolean shown;

	private long done;

	private int countdown = LINES_A_LOOK;

	/**
	 * Begin.
	 * @param total how much there is to do, or 0 if that is not known
	 * @param unit what the total counts
	 */
	Progress(PrintStream target, long total, String unit) {
		this.target = target;
		this.total = total;
		this.unit = unit;
	}

	void done(long count) {
		this.done += count;
	}

	/**
	 * Note that a line was read.
	 */
	void line(long lines) {
		if (--this.countdown <= 0) {
			this.countdown = LINES_A_LOOK;
			long now = System.nanoTime();
			if (now - this.next >= 0) {
				this.next = now + PAUSE_NANOS;
				show(lines);
			}
		}
	}

	private void show(long lines) {
		this.shown = true;
		if (this.total <= 0) {
			this.target.print("\r" + Plural.of(lines, "line"));
			return;
		}
		double ratio = Math.min(1, (double) this.done / this.total);
		int full = (int) (ratio * WIDTH);
		this.target.printf(Locale.ROOT, "\r[%s%s] %3d%% of %d %s, %s", "#".repeat(full), ".".repeat(WIDTH - full),
				(int) (100 * ratio), this.total, this.unit, Plural.of(lines, "line"));
	}

	/**
	 * Remove what is shown.
	 */
	void end() {
		if (this.shown) {
			this.target.print("\r" + " ".repeat(WIDTH + 60) + "\r");
			this.target.flush();
		}
	}

}
