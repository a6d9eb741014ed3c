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
 * Makes a table and a plot of the medians of {@code results.csv}.
 */
final class Report {

	private static final int LINES = 8;

	private static final Map<String, String> STACKS = names("log4j", "Log4j, synchronous, Spring Boot's configuration",
			"logback", "Logback, Spring Boot's default", "stock", "Log4j's asynchronous loggers, by hand", "ringlog",
			"Ringlog", "isolated", "Ringlog, the console isolated", "off", "logging switched off");

	private static final Map<String, String> SINKS = names("healthy", "Console and file, both healthy", "stalling",
			"A console whose reader takes nothing for 100 ms of each second", "slow",
			"A file on storage that takes nothing for 250 ms of each second", "stopped",
			"A console whose reader takes nothing at all");

	private static final Map<String, ToDoubleFunction<Run>> COLUMNS = new LinkedHashMap<>();

	static {
		COLUMNS.put("requests/s", Run::rate);
		COLUMNS.put("p50 ms", Run::p50);
		COLUMNS.put("p99 ms", Run::p99);
		COLUMNS.put("p99.9 ms", Run::p999);
		COLUMNS.put("max ms", Run::max);
		COLUMNS.put("CPU ms/request", Run::cpu);
		COLUMNS.put("lines written", Run::written);
		COLUMNS.put("lines dropped and counted", Run::counted);
		COLUMNS.put("lines lost", Run::lost);
		COLUMNS.put("failed", Run::failed);
	}

	private Report() {
	}

	public static void main(String[] args) throws IOException {
		Map<String, Map<String, List<Run>>> runs = new LinkedHashMap<>();
		Files.readAllLines(Path.of(args[0])).stream().skip(1).map(Run::parse).forEach((run) -> runs
			.computeIfAbsent(run.sink(), (sink) -> new LinkedHashMap<>())
			.computeIfAbsent(run.stack(), (stack) -> new ArrayList<>())
			.add(run));
		StringBuilder text = new StringBuilder("# The sample gateway under load\n\n");
		text.append("Medians of the rounds; made by `benchmarks/gateway/run.sh`.\n\n");
		for (String line : Files.readAllLines(Path.of(args[1]))) {
			text.append("- ").append(line.replaceFirst("=", ": ")).append('\n');
		}
		text.append("\n![requests/s and p99](gateway.svg)\n");
		runs.forEach((sink, stacks) -> {
			text.append("\n## ").append(SINKS.get(sink)).append("\n\n| |");
			COLUMNS.keySet().forEach((name) -> text.append(' ').append(name).append(" |"));
			text.append("\n|---|").append("---:|".repeat(COLUMNS.size())).append('\n');
			stacks.forEach((stack, all) -> {
				text.append("| ").append(STACKS.get(stack)).append(" |");
				COLUMNS.forEach((name, column) -> text.append(' ').append(format(median(all, column))).append(" |"));
				text.append('\n');
			});
		});
		Files.writeString(Path.of("gateway.md"), text);
		Files.writeString(Path.of("gateway.svg"), plot(runs));
	}

	private static String plot(Map<String, Map<String, List<Run>>> runs) {
		StringBuilder svg = new StringBuilder();
		int y = 20;
		for (Map.Entry<String, Map<String, List<Run>>> sink : runs.entrySet()) {
			svg.append(text(10, y, "bold", SINKS.get(sink.getKey())));
			svg.append(text(330, y += 18, "normal", "requests/s")).append(text(620, y, "normal", "p99, ms"));
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
	 * A line of {@code results.csv}. "all" counts the requests of the warm-up, too, as the
	 * sinks do.
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
					numbers[9], numbers[11] - numbers[10], numbers[12], numbers[13], numbers[14], numbers[15],
					numbers[16]);
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

		double lost() {
			return ("off".equals(this.stack)) ? 0 : 2 * LINES * this.all - written() - counted();
		}

	}

}
