import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Makes a table and a plot of the medians of {@code results.csv}, of the gateway or of the
 * messaging case.
 */
final class Report {

	private static final Map<String, String> STACKS = names("log4j", "Log4j, synchronous, Spring Boot's configuration",
			"logback", "Logback, Spring Boot's default", "stock", "Log4j's asynchronous loggers, by hand", "ringlog",
			"Ringlog", "isolated", "Ringlog, the console isolated", "error", "Log4j, synchronous, level ERROR", "off",
			"logging switched off");

	private static final Map<String, String> SINKS = names("healthy", "Console and file, both healthy", "stalling",
			"A console whose reader takes nothing for 100 ms of each second", "slow",
			"A file on storage that takes nothing for 250 ms of each second", "stopped",
			"A console whose reader takes nothing at all");

	private final Map<String, ToDoubleFunction<Run>> columns = new LinkedHashMap<>();

	private final String unit;

	/**
	 * Create.
	 * @param unit what is counted
	 * @param lines how many lines each of them logs
	 * @param more how many further lines a run logs
	 */
	private Report(String unit, int lines, int more) {
		this.unit = unit;
		this.columns.put(unit + "s/s", Run::rate);
		this.columns.put("p50 ms", Run::p50);
		this.columns.put("p99 ms", Run::p99);
		this.columns.put("p99.9 ms", Run::p999);
		this.columns.put("max ms", Run::max);
		this.columns.put("CPU ms/" + unit, Run::cpu);
		this.columns.put("lines written", Run::written);
		this.columns.put("lines dropped and counted", Run::counted);
		this.columns.put("lines lost", (run) -> run.lost(lines, more));
		this.columns.put("failed", Run::failed);
	}

	/**
	 * Write the report into the working directory.
	 * @param args the results, the environment, the name of the report, its title, the unit,
	 * the lines that each logs, and the further lines of a run
	 */
	public static void main(String[] args) throws IOException {
		new Report(args[4], Integer.parseInt(args[5]), Integer.parseInt(args[6])).write(Path.of(args[0]),
				Path.of(args[1]), args[2], args[3]);
	}

	private void write(Path results, Path environment, String name, String title) throws IOException {
		Map<String, Map<String, List<Run>>> runs = new LinkedHashMap<>();
		Files.readAllLines(results).stream().skip(1).map(Run::parse).forEach((run) -> runs
			.computeIfAbsent(run.sink(), (sink) -> new LinkedHashMap<>())
			.computeIfAbsent(run.stack(), (stack) -> new ArrayList<>())
			.add(run));
		StringBuilder text = new StringBuilder("# " + title + "\n\n");
		text.append("Medians of the rounds; made by `benchmarks/" + name + "/run.sh`.\n\n");
		for (String line : Files.readAllLines(environment)) {
			text.append("- ").append(line.replaceFirst("=", ": ")).append('\n');
		}
		text.append("\n![" + this.unit + "s/s and p99](" + name + ".svg)\n");
		runs.forEach((sink, stacks) -> {
			text.append("\n## ").append(SINKS.get(sink)).append("\n\n| |");
			this.columns.keySet().forEach((column) -> text.append(' ').append(column).append(" |"));
			text.append("\n|---|").append("---:|".repeat(this.columns.size())).append('\n');
			stacks.forEach((stack, all) -> {
				text.append("| ").append(STACKS.get(stack)).append(" |");
				this.columns.forEach((heading, column) -> text.append(' ').append(format(median(all, column))).append(" |"));
				text.append('\n');
			});
		});
		Files.writeString(Path.of(name + ".md"), text);
		Files.writeString(Path.of(name + ".svg"), plot(runs));
	}

	private String plot(Map<String, Map<String, List<Run>>> runs) {
		StringBuilder svg = new StringBuilder();
		int y = 20;
		for (Map.Entry<String, Map<String, List<Run>>> sink : runs.entrySet()) {
			svg.append(text(10, y, "bold", SINKS.get(sink.getKey())));
			svg.append(text(330, y += 18, "normal", this.unit + "s/s")).append(text(620, y, "normal", "p99, ms"));
			for (Map.Entry<String, List<Run>> stack : sink.getValue().entrySet()) {
				y += 20;
				svg.append(text(10, y + 11, "normal", STACKS.get(stack.getKey())));
				svg.append(bar(330, y, stack, sink.getValue(), Run::rate));
				svg.append(bar(620, y, stack, sink.getValue(), Run::p99));
			}
			y += 50;
		}
		return """
				<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 %1$d" font-family="sans-serif" font-size="12">
				<rect width="900" height="%1$d" fill="white"/>
				%2$s</svg>
				""".formatted(y, svg);
	}

	private static String bar(int x, int y, Map.Entry<String, List<Run>> stack, Map<String, List<Run>> all,
			ToDoubleFunction<Run> column) {
		double value = median(stack.getValue(), column);
		double max = all.values().stream().mapToDouble((runs) -> median(runs, column)).max().orElse(1);
		long width = Math.round(200 * value / max);
		return "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\" fill=\"%s\"/>\n".formatted(x, y, width,
				("ringlog".equals(stack.getKey())) ? "#1f6feb" : "#8c959f") + text(x + width + 5, y + 11, "normal", format(value));
	}

	private static String text(long x, int y, String weight, String text) {
		return "<text x=\"%d\" y=\"%d\" font-weight=\"%s\">%s</text>\n".formatted(x, y, weight, text);
	}

	private static double median(List<Run> runs, ToDoubleFunction<Run> column) {
		double[] sorted = runs.stream().mapToDouble(column).sorted().toArray();
		int middle = sorted.length / 2;
		return (sorted.length % 2 != 0) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	}

	private static String format(double value) {
		return String.format(Locale.ROOT, (value < 10 && value != Math.rint(value)) ? "%.3f" : "%,.0f", value);
	}

	private static Map<String, String> names(String... pairs) {
		Map<String, String> names = new LinkedHashMap<>();
		for (int i = 0; i < pairs.length; i += 2) {
			names.put(pairs[i], pairs[i + 1]);
		}
		return names;
	}

	/**
	 * A line of {@code results.csv}. "all" counts those of the warm-up, too, as the sinks
	 * do.
	 */
	private record Run(String stack, String sink, double requests, double seconds, double failed, double p50,
			double p99, double p999, double max, double cpuMillis, double all, double console, double file,
			double dropped, double isolated) {

		static Run parse(String line) {
			String[] cells = line.split(",");
			double[] numbers = new double[cells.length];
			for (int i = 3; i < cells.length; i++) {
				numbers[i] = Double.parseDouble(cells[i]);
			}
			return new Run(cells[1], cells[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8],
					numbers[9], numbers[11] - numbers[10], numbers[12], numbers[13], numbers[14], at(numbers, 15), at(numbers, 16));
		}

		/** What a stack without such a count has not. */
		private static double at(double[] numbers, int index) {
			return (index < numbers.length) ? numbers[index] : 0;
		}

		double rate() {
			return this.requests / this.seconds;
		}

		double cpu() {
			return this.cpuMillis / this.requests;
		}

		double written() {
			return this.console + this.file;
		}

		/** What the ring drops is missing in both sinks, what an isolated appender drops in one. */
		double counted() {
			return 2 * this.dropped + this.isolated;
		}

		double lost(int lines, int more) {
			boolean silent = "off".equals(this.stack) || "error".equals(this.stack);
			return silent ? 0 : 2 * (lines * this.all + more) - written() - counted();
		}

	}

}
