import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes a table and a plot of {@code results.csv} and {@code lines.csv}, of the gateway or
 * of the messaging case.
 */
final class Report {

	private static final Map<String, String> STACKS = names("log4j", "Log4j, synchronous, Spring Boot's configuration",
			"logback", "Logback, Spring Boot's default", "stock", "Log4j's asynchronous loggers, by hand", "ringlog",
			"Ringlog", "lossless", "Ringlog, the console isolated, nothing dropped", "isolated",
			"Ringlog, the console isolated, may drop lines", "error", "Log4j, synchronous, level ERROR", "off",
			"logging switched off");

	private static final Map<String, String> SINKS = names("healthy", "Console and file, both healthy", "stalling",
			"A console whose reader takes nothing for 100 ms of each second", "slow",
			"A file on storage that takes nothing for 250 ms of each second", "stopped",
			"A console whose reader takes nothing at all");

	private static final Map<String, String> SHORT = names("log4j", "synchronous Log4j", "logback", "Logback", "off",
			"no logging");

	private static final String BASELINE = "log4j";

	private static final List<String> SUBJECTS = List.of("ringlog", "lossless");

	private static final Set<String> SILENT = Set.of("off", "error");

	// Sink, stack, rounds.
	private final Map<String, Map<String, List<Run>>> runs = new LinkedHashMap<>();

	// Sink, stack.
	private final Map<String, Map<String, Lines>> lines = new LinkedHashMap<>();

	private final String unit;

	private Report(String unit) {
		this.unit = unit;
	}

	/**
	 * Write the report into the working directory.
	 * @param args the name of the report, its title, the unit, the lines that each logs,
	 * the further lines of a process, and, for the gateway, those of each attempt to send a
	 * request
	 */
	public static void main(String[] args) throws IOException {
		Report report = new Report(args[2]);
		rows("results.csv").forEach((row) -> report.runs.computeIfAbsent(row[2], (sink) -> new LinkedHashMap<>())
			.computeIfAbsent(row[1], (stack) -> new ArrayList<>())
			.add(Run.parse(row)));
		int each = Integer.parseInt(args[3]);
		int more = Integer.parseInt(args[4]);
		int attempt = (args.length > 5) ? Integer.parseInt(args[5]) : 0;
		rows("lines.csv").forEach((row) -> report.lines.computeIfAbsent(row[1], (sink) -> new LinkedHashMap<>())
			.merge(row[0], SILENT.contains(row[0]) ? Lines.parse(row, 0, 0, 0) : Lines.parse(row, each, more, attempt),
					Lines::plus));
		Files.writeString(Path.of(args[0] + ".md"), report.text(args[0], args[1]));
		Files.writeString(Path.of(args[0] + ".svg"), report.plot());
	}

	private static Stream<String[]> rows(String file) throws IOException {
		return Files.readAllLines(Path.of(file)).stream().skip(1).map((line) -> line.split(","));
	}

	private String text(String name, String title) throws IOException {
		StringBuilder text = new StringBuilder("# " + title + "\n\n");
		if (this.runs.values().stream().anyMatch((stacks) -> SUBJECTS.stream().anyMatch(stacks::containsKey))) {
			text.append("Ringlog beside the others: medians of the ratios, round by round.\n\n")
				.append("| | | beside | " + this.unit + "s/s | p50 | p99 | CPU | lines that Ringlog lost |\n")
				.append("|---|---|---|---:|---:|---:|---:|---:|\n");
			this.runs.forEach((sink, stacks) -> SUBJECTS.stream()
				.filter(stacks::containsKey)
				.forEach((subject) -> text.append(conclusion(sink, subject, stacks))));
			text.append('\n');
		}
		text.append("Made by `benchmarks/" + name + "/run.sh`.\n")
			.append("Figures are medians of the rounds; those marked with \u00d7 are medians of the ratios to synchronous Log4j, round by round.\n")
			.append("Lines are counted over the whole run, in both sinks.\n\n");
		for (String line : Files.readAllLines(Path.of("environment.txt"))) {
			text.append("- ").append(line.replaceFirst("=", ": ")).append('\n');
		}
		text.append("\n![" + this.unit + "s/s and p99](" + name + ".svg)\n");
		this.runs.forEach((sink, stacks) -> {
			text.append("\n## ").append(SINKS.get(sink)).append("\n\n");
			List<Run> baseline = stacks.get(BASELINE);
			for (String stack : stacks.keySet()) {
				Map<String, String> cells = cells(stacks.get(stack), baseline, this.lines.get(sink).get(stack));
				if (stack.equals(stacks.keySet().iterator().next())) {
					text.append("| |");
					cells.keySet().forEach((column) -> text.append(' ').append(column).append(" |"));
					text.append("\n|---|").append("---:|".repeat(cells.size())).append('\n');
				}
				text.append("| ").append(STACKS.get(stack)).append(" |");
				cells.values().forEach((cell) -> text.append(' ').append(cell).append(" |"));
				text.append('\n');
			}
		});
		return text.toString();
	}

	/**
	 * Tell what Ringlog, or a set-up of it, did beside the others.
	 */
	private String conclusion(String sink, String subject, Map<String, List<Run>> stacks) {
		List<Run> ringlog = stacks.get(subject);
		StringBuilder text = new StringBuilder();
		for (String stack : List.of("log4j", "logback", "off")) {
			List<Run> other = stacks.get(stack);
			if (other != null) {
				text.append("| %s | %s | %s | %s | %s | %s | %s | %s |\n".formatted(SINKS.get(sink), STACKS.get(subject),
						SHORT.get(stack), ratio(ringlog, other, Run::rate), ratio(ringlog, other, Run::p50),
						ratio(ringlog, other, Run::p99), ratio(ringlog, other, Run::cpu),
						format(this.lines.get(sink).get(subject).lost())));
			}
		}
		return text.toString();
	}

	private Map<String, String> cells(List<Run> all, List<Run> baseline, Lines written) {
		Map<String, String> cells = new LinkedHashMap<>();
		cells.put(this.unit + "s/s", format(median(all, Run::rate)));
		if (baseline != null) {
			cells.put("\u00d7", ratio(all, baseline, Run::rate));
		}
		cells.put("p50 ms", format(median(all, Run::p50)));
		cells.put("p99 ms", format(median(all, Run::p99)));
		if (baseline != null) {
			cells.put("p99 \u00d7", ratio(all, baseline, Run::p99));
		}
		cells.put("p99.9 ms", format(median(all, Run::p999)));
		cells.put("max ms", format(median(all, Run::max)));
		cells.put("CPU ms/" + this.unit, format(median(all, Run::cpu)));
		if (baseline != null) {
			cells.put("CPU \u00d7", ratio(all, baseline, Run::cpu));
		}
		cells.put("lines written", format(written.written()));
		cells.put("lines dropped and counted", format(written.counted()));
		cells.put("lines lost", format(written.lost()));
		cells.put("failed", format(all.stream().mapToDouble(Run::failed).sum()));
		return cells;
	}

	/**
	 * The median of the ratios of two stacks, round by round.
	 */
	private static String ratio(List<Run> all, List<Run> baseline, ToDoubleFunction<Run> column) {
		double[] ratios = IntStream.range(0, Math.min(all.size(), baseline.size()))
			.mapToDouble((round) -> column.applyAsDouble(all.get(round)) / column.applyAsDouble(baseline.get(round)))
			.toArray();
		return String.format(Locale.ROOT, "%.2f", median(ratios));
	}

	private String plot() {
		StringBuilder svg = new StringBuilder();
		int y = 20;
		for (Map.Entry<String, Map<String, List<Run>>> sink : this.runs.entrySet()) {
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
				SUBJECTS.contains(stack.getKey()) ? "#1f6feb" : "#8c959f") + text(x + width + 5, y + 11, "normal", format(value));
	}

	private static String text(long x, int y, String weight, String text) {
		return "<text x=\"%d\" y=\"%d\" font-weight=\"%s\">%s</text>\n".formatted(x, y, weight, text);
	}

	private static double median(List<Run> runs, ToDoubleFunction<Run> column) {
		return median(runs.stream().mapToDouble(column).toArray());
	}

	private static double median(double[] values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
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
	 * A line of {@code results.csv}: one round.
	 */
	private record Run(double requests, double seconds, double failed, double p50, double p99, double p999, double max,
			double cpuMillis) {

		static Run parse(String[] row) {
			double[] numbers = Arrays.stream(row).skip(3).mapToDouble(Double::parseDouble).toArray();
			return new Run(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6],
					numbers[8] - numbers[7]);
		}

		double rate() {
			return this.requests / this.seconds;
		}

		double cpu() {
			return this.cpuMillis / this.requests;
		}

	}

	/**
	 * Lines of {@code lines.csv}: what processes have written, the warm-up included.
	 */
	private record Lines(double logged, double written, double dropped, double isolated) {

		static Lines parse(String[] row, int each, int more, int attempt) {
			double[] numbers = new double[8];
			for (int i = 2; i < row.length; i++) {
				numbers[i] = Double.parseDouble(row[i]);
			}
			return new Lines(2 * (each * numbers[2] + more + attempt * numbers[7]), numbers[3] + numbers[4],
					numbers[5], numbers[6]);
		}

		Lines plus(Lines other) {
			return new Lines(this.logged + other.logged, this.written + other.written,
					this.dropped + other.dropped, this.isolated + other.isolated);
		}

		/** What the ring drops is missing in both sinks, what an isolated appender drops in one. */
		double counted() {
			return 2 * this.dropped + this.isolated;
		}

		double lost() {
			return this.logged - this.written - counted();
		}

	}

}
