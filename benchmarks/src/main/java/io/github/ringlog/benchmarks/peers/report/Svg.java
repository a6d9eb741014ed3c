package io.github.ringlog.benchmarks.peers.report;

import java.util.List;
import java.util.Locale;

/**
 * A plot. Its text and its ground follow the reader's choice of light or dark; what is
 * ours is told apart by a mark, not by the color alone.
 */
final class Svg {

	static final int WIDTH = 900;

	private static final String HEAD = """
			<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
			<style>
			.ground { fill: #ffffff; } text { fill: #1f2328; } .axis { stroke: #8c959f; } .grid { stroke: #d0d7de; }
			.own { fill: #0072b2; } .other { fill: #8c959f; } .lossy { fill: none; stroke: #d55e00; stroke-dasharray: 4 3; }
			@media (prefers-color-scheme: dark) {
			.ground { fill: #0d1117; } text { fill: #e6edf3; } .axis { stroke: #8c959f; } .grid { stroke: #30363d; }
			.own { fill: #56b4e9; } .other { fill: #6e7681; } .lossy { stroke: #e69f00; }
			}
			</style>
			<rect class="ground" width="%d" height="%d"/>
			""";

	private final StringBuilder body = new StringBuilder();

	private int height = 10;

	/**
	 * Add a panel of bars, one below the other.
	 */
	void bars(String title, String unit, List<Bar> bars) {
		this.height += 22;
		text(10, this.height, "start", "bold", title);
		text(330, this.height, "start", "normal", unit);
		double most = bars.stream().mapToDouble(Bar::value).filter((value) -> value > 0).max().orElse(1);
		for (Bar bar : bars) {
			this.height += 20;
			text(320, this.height, "end", bar.own() ? "bold" : "normal", bar.label());
			double width = Double.isNaN(bar.value()) ? 0 : Math.max(1, 420 * bar.value() / most);
			add("<rect class=\"%s\" x=\"330\" y=\"%d\" width=\"%.1f\" height=\"14\"/>", bar.style(), this.height - 11,
					width);
			text(330 + width + 6, this.height, "start", bar.own() ? "bold" : "normal",
					Stat.number(bar.value()) + (bar.lossy() ? " – loses events, not ranked" : ""));
		}
		this.height += 22;
	}

	/**
	 * Add a panel of lines over the values of an axis, with logarithmic heights.
	 */
	void lines(String title, String xLabel, String yLabel, List<String> xValues, List<Line> lines) {
		new LinePanel(this, this.height, xValues, lines).draw(title, xLabel, yLabel);
		this.height += LinePanel.HEIGHT;
	}

	void text(double x, double y, String anchor, String weight, String text) {
		add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-weight=\"%s\">%s</text>", x, y, anchor, weight,
				text.replace("&", "&amp;").replace("<", "&lt;"));
	}

	void add(String format, Object... values) {
		this.body.append(String.format(Locale.ROOT, format, values)).append('\n');
	}

	String finish() {
		int total = this.height + 10;
		return String.format(Locale.ROOT, HEAD, WIDTH, total, WIDTH, total) + this.body + "</svg>\n";
	}

	/**
	 * A bar.
	 */
	record Bar(String label, double value, boolean own, boolean lossy) {

		String style() {
			return this.lossy ? "lossy" : this.own ? "own" : "other";
		}

	}

	/**
	 * A line; a value that is not a number is left out.
	 */
	record Line(String label, boolean own, boolean dashed, List<Double> values) {
	}

}
