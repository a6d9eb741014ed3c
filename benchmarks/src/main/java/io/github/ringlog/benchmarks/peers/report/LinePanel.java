package io.github.ringlog.benchmarks.peers.report;

import java.util.List;
import java.util.Locale;

/**
 * A plot of lines. Colors are Okabe and Ito's, which colour-blind readers can tell apart;
 * each line has its own mark and its name beside it in the legend.
 */
final class LinePanel {

	static final int HEIGHT = 400;

	private static final int LEFT = 80;

	private static final int RIGHT = 560;

	private static final int PLOT = 300;

	private static final List<String> COLORS = List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
			"#8c959f", "#a6761d", "#7570b3", "#666666");

	private static final List<String> MARKS = List.of("●", "■", "▲", "◆", "▼", "○", "□", "△", "◇", "▽");

	private final Svg svg;

	private final int top;

	private final List<String> xValues;

	private final List<Svg.Line> lines;

	private final double lowest;

	private final double highest;

	LinePanel(Svg svg, int top, List<String> xValues, List<Svg.Line> lines) {
		this.svg = svg;
		this.top = top + 40;
		this.xValues = xValues;
		this.lines = lines;
		double[] values = lines.stream()
			.flatMap((line) -> line.values().stream())
			.mapToDouble(Double::doubleValue)
			.filter((value) -> value > 0)
			.toArray();
		this.lowest = Math.floor(Math.log10(Stat.of(values).there() ? Stat.of(values).lowest() : 1));
		this.highest = Math.max(this.lowest + 1,
				Math.ceil(Math.log10(Stat.of(values).there() ? Stat.of(values).highest() : 10)));
	}

	void draw(String title, String xLabel, String yLabel) {
		this.svg.text(10, this.top - 22, "start", "bold", title);
		this.svg.text(LEFT, this.top - 6, "start", "normal", yLabel);
		for (double power = this.lowest; power <= this.highest; power++) {
			double y = y(Math.pow(10, power));
			this.svg.add("<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, RIGHT, y, y);
			this.svg.text(LEFT - 8, y + 4, "end", "normal", Stat.number(Math.pow(10, power)));
		}
		this.svg.add("<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>", LEFT, RIGHT, this.top + PLOT,
				this.top + PLOT);
		for (int i = 0; i < this.xValues.size(); i++) {
			this.svg.text(x(i), this.top + PLOT + 16, "middle", "normal", this.xValues.get(i));
		}
		this.svg.text((LEFT + RIGHT) / 2.0, this.top + PLOT + 34, "middle", "normal", xLabel);
		for (int i = 0; i < this.lines.size(); i++) {
			line(i);
		}
	}

	private void line(int index) {
		Svg.Line line = this.lines.get(index);
		String color = COLORS.get(index % COLORS.size());
		String mark = MARKS.get(index % MARKS.size());
		StringBuilder points = new StringBuilder();
		for (int i = 0; i < line.values().size(); i++) {
			double value = line.values().get(i);
			if (value > 0) {
				points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(i), y(value)));
				mark(x(i), y(value), color, mark);
			}
		}
		this.svg.add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s/>",
				points.toString().strip(), color, line.own() ? "3" : "1.5",
				line.dashed() ? " stroke-dasharray=\"6 4\"" : "");
		mark(RIGHT + 20, this.top + 10 + 20 * index, color, mark);
		this.svg.text(RIGHT + 32, this.top + 14 + 20 * index, "start", line.own() ? "bold" : "normal", line.label());
	}

	private void mark(double x, double y, String color, String mark) {
		this.svg.add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" style=\"fill:%s\" font-size=\"13\">%s</text>",
				x, y + 4.5, color, mark);
	}

	private double x(int index) {
		int steps = Math.max(1, this.xValues.size() - 1);
		return LEFT + 25 + (RIGHT - LEFT - 50) * (double) index / steps;
	}

	private double y(double value) {
		double share = (Math.log10(value) - this.lowest) / (this.highest - this.lowest);
		return this.top + PLOT * (1 - share);
	}

}
