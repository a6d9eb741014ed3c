package io.github.ringlog.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown page of the project.
 *
 * @param file where it is
 * @param text what it says
 */
record DocPage(Path file, String text) {

	static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	private static final Pattern FENCED = Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern CODE = Pattern.compile("`[^`\n]+`");

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"");

	private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

	private static final Pattern ROW = Pattern.compile("^\\| `([^`|]+)` \\| ([^|]+) \\|", Pattern.MULTILINE);

	/**
	 * Read a page.
	 * @param name its path from the root of the project
	 */
	static DocPage of(String name) {
		return of(ROOT.resolve(name));
	}

	private static DocPage of(Path file) {
		try {
			return new DocPage(file, Files.readString(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Read all pages: those of the root, of {@code docs}, and those that stand beside
	 * what they explain.
	 */
	static List<DocPage> all() throws IOException {
		try (Stream<Path> root = Files.list(ROOT);
				Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
				Stream<Path> benchmarks = Files.walk(ROOT.resolve("benchmarks"), 2);
				Stream<Path> sample = Files.walk(ROOT.resolve("sample-gateway"), 2)) {
			return Stream.of(root, docs, benchmarks, sample)
				.flatMap((files) -> files)
				.filter((file) -> file.toString().endsWith(".md"))
				.map(DocPage::of)
				.toList();
		}
	}

	/**
	 * Return the path from the root of the project.
	 */
	String name() {
		return ROOT.relativize(this.file).toString();
	}

	/**
	 * Return what links and images lead to, code left out.
	 */
	List<String> links() {
		return LINK.matcher(CODE.matcher(prose()).replaceAll("`code`"))
			.results()
			.map((link) -> (link.group(1) != null) ? link.group(1) : link.group(2))
			.toList();
	}

	/**
	 * Return the headings of all levels.
	 */
	List<String> headings() {
		return HEADING.matcher(prose()).results().map((heading) -> heading.group(1).strip()).toList();
	}

	/**
	 * Return the anchors of the headings, as GitHub makes them.
	 */
	Set<String> anchors() {
		Map<String, Integer> times = new HashMap<>();
		Set<String> anchors = new HashSet<>();
		headings().forEach((heading) -> {
			String anchor = heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
			int before = times.merge(anchor, 1, Integer::sum) - 1;
			anchors.add((before > 0) ? anchor + "-" + before : anchor);
		});
		return anchors;
	}

	/**
	 * Return the part below a heading of the second level.
	 */
	DocPage section(String heading) {
		int start = this.text.indexOf("\n## " + heading + "\n");
		if (start < 0) {
			throw new IllegalArgumentException(name() + " has no heading \"" + heading + "\"");
		}
		int end = this.text.indexOf("\n## ", start + 1);
		return new DocPage(this.file, this.text.substring(start, (end < 0) ? this.text.length() : end));
	}

	/**
	 * Return the rows of tables whose first cell is a name in code quotes and nothing
	 * else: the name and the second cell.
	 */
	List<Row> rows() {
		return ROW.matcher(prose()).results().map((row) -> new Row(row.group(1), row.group(2).strip())).toList();
	}

	/**
	 * Return the snippets of a language, in the order of the page.
	 */
	List<String> snippets(String language) {
		List<String> snippets = new ArrayList<>();
		FENCED.matcher(this.text)
			.results()
			.filter((MatchResult snippet) -> snippet.group(1).equals(language))
			.forEach((snippet) -> snippets.add(snippet.group(2)));
		return snippets;
	}

	private String prose() {
		return FENCED.matcher(this.text).replaceAll("").replaceAll("(?m)^ {4}.*$", "");
	}

	/**
	 * A row of a table.
	 *
	 * @param name what its first cell names
	 * @param value its second cell
	 */
	record Row(String name, String value) {
	}

}
