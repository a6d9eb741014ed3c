import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Draws the stacks of the threads of requests that async-profiler has collected, without
 * those that wait for a request. What belongs to logging is red.
 */
final class FlameGraph {

	private static final int WIDTH = 1200;

	private static final int HEIGHT = 15;

	private final Map<String, FlameGraph> callees = new TreeMap<>();

	private long samples;

	private long logging;

	private FlameGraph() {
	}

	public static void main(String[] args) throws IOException {
		FlameGraph root = new FlameGraph();
		for (String line : Files.readAllLines(Path.of(args[0]))) {
			if (line.startsWith("[http-nio") && line.contains("CoyoteAdapter.service")) {
				int space = line.lastIndexOf(' ');
				String stack = line.substring(line.indexOf("org/apache/catalina/connector/CoyoteAdapter"), space);
				root.add(stack.split(";"), Long.parseLong(line.substring(space + 1)));
			}
		}
		int depth = root.depth() + 2;
		StringBuilder boxes = new StringBuilder();
		root.draw("requests", 0, depth - 2, root.samples, false, boxes);
		System.out.printf(Locale.ROOT, """
				<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="10">
				<rect width="%1$d" height="%2$d" fill="white"/>
				<text x="5" y="12" font-size="12">%3$d samples of requests, %4$.1f %% of them in logging (red)</text>
				%5$s</svg>
				""", WIDTH, depth * HEIGHT, root.samples, 100.0 * root.logging / Math.max(1, root.samples), boxes);
	}

	private void add(String[] frames, long count) {
		boolean logs = false;
		FlameGraph node = this;
		node.samples += count;
		for (String frame : frames) {
			logs |= isLogging(frame);
			node = node.callees.computeIfAbsent(frame, (name) -> new FlameGraph());
			node.samples += count;
		}
		this.logging += (logs) ? count : 0;
	}

	private static boolean isLogging(String frame) {
		return frame.startsWith("org/apache/logging/") || frame.startsWith("ch/qos/logback/")
				|| frame.startsWith("io/github/ringlog/engine/") || frame.startsWith("org/slf4j/");
	}

	private int depth() {
		return 1 + this.callees.values().stream().mapToInt(FlameGraph::depth).max().orElse(0);
	}

	private void draw(String name, double x, int row, long all, boolean inLogging, StringBuilder boxes) {
		double width = (double) WIDTH * this.samples / Math.max(1, all);
		if (width < 0.3) {
			return;
		}
		boolean red = inLogging || isLogging(name);
		String label = name.substring(name.lastIndexOf('/') + 1).replace("<", "&lt;");
		int fit = (int) (width / 6);
		boxes.append(String.format(Locale.ROOT,
				"<g><title>%s, %d samples</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>", label,
				this.samples, x, row * HEIGHT, Math.max(0.2, width - 0.3), HEIGHT - 1, (red) ? "#e5534b" : "#c9d1d9"));
		if (fit > 3) {
			boxes.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>", x + 2, row * HEIGHT + 11,
					(label.length() > fit) ? label.substring(0, fit - 1) + "…" : label));
		}
		boxes.append("</g>\n");
		double left = x;
		for (Map.Entry<String, FlameGraph> callee : this.callees.entrySet()) {
			callee.getValue().draw(callee.getKey(), left, row - 1, all, red, boxes);
			left += (double) WIDTH * callee.getValue().samples / Math.max(1, all);
		}
	}

}
