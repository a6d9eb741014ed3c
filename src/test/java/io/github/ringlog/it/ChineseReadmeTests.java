package io.github.ringlog.it;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the Chinese README with the English pages that it translates.
 */
class ChineseReadmeTests {

	private static final DocPage CHINESE = DocPage.of("README.zh-CN.md");

	private static final DocPage ENGLISH = DocPage.of("README.md");

	private static final Pattern BLOCK = Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern COMMENT = Pattern.compile(" *(?:<!--[^\n]*?-->|# [^\n]*)");

	private static final Pattern FIGURES = Pattern.compile("<!-- figures of .*?<!-- end of figures -->",
			Pattern.DOTALL);

	private static final Pattern CELL = Pattern.compile("(?<=\\| )[*]*\\d.*?(?= \\|)");

	private static final Pattern NUMBER = Pattern.compile("\\d(?:[\\d.,]*\\d)?");

	@Test
	void hasEachSnippetOfTheEnglishOne() {
		assertThat(snippets(CHINESE)).containsAll(snippets(ENGLISH).toList());
	}

	@Test
	void hasNoSnippetOfItsOwn() {
		assertThat(translated().flatMap(ChineseReadmeTests::snippets)).containsAll(snippets(CHINESE).toList());
	}

	@Test
	void hasTheFiguresOfTheEnglishOne() {
		assertThat(figures(CHINESE)).isEqualTo(figures(ENGLISH)).hasSizeGreaterThan(10);
	}

	@Test
	void hasNoNumberOfItsOwn() {
		Set<String> known = translated().flatMap(ChineseReadmeTests::numbers).collect(Collectors.toSet());
		assertThat(numbers(CHINESE)).isNotEmpty().isSubsetOf(known);
	}

	@Test
	void leadsToThePagesOfEachAnswer() {
		DocPage questions = DocPage.of("docs/faq.md");
		assertThat(CHINESE.links()).containsAll(questions.links().stream().map((link) -> "docs/" + link).toList());
	}

	private static Stream<DocPage> translated() {
		return Stream.of("README.md", "docs/getting-started.md", "docs/overload.md", "docs/faq.md").map(DocPage::of);
	}

	private static Stream<String> snippets(DocPage page) {
		return BLOCK.matcher(page.text()).results().map((block) -> COMMENT.matcher(block.group()).replaceAll(""));
	}

	private static List<String> figures(DocPage page) {
		return FIGURES.matcher(page.text())
			.results()
			.flatMap((figures) -> CELL.matcher(figures.group()).results())
			.map(MatchResult::group)
			.toList();
	}

	private static Stream<String> numbers(DocPage page) {
		return NUMBER.matcher(page.text()).results().map(MatchResult::group);
	}

}
