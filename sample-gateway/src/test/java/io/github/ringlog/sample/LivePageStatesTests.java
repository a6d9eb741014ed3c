package io.github.ringlog.sample;

import java.io.IOException;
import java.util.List;

import io.github.ringlog.kit.NeedsProgram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The live page in a real browser, in front of endpoints that answer anything.
 */
@NeedsProgram({ "chromium", "chromedriver" })
class LivePageStatesTests {

	private static final String HOSTILE = "<img src=x onerror=\\\"document.title='taken'\\\"><script>document.title='taken'"
			+ "</script>" + "a-name-without-any-place-to-break-it".repeat(4);

	private static Browser browser;

	private StubGateway gateway;

	@BeforeAll
	static void startBrowser() {
		browser = Browser.start();
	}

	@AfterAll
	static void stopBrowser() {
		browser.close();
	}

	@BeforeEach
	void startGateway() throws IOException {
		this.gateway = new StubGateway();
		browser.leave();
		browser.viewport(1280, 900, 1);
	}

	@AfterEach
	void stopGateway() {
		browser.leave();
		this.gateway.close();
	}

	@Test
	void saysWhatIsDroppedAndWhy() {
		this.gateway.answer((asked) -> logging(4 * asked, """
				{"info": {"full": %d}, "debug": {"shed": %d}}""".formatted(3 * asked, asked), "1.0", "false"));
		open();
		browser.waitForText("#sentence", "Events are dropped");
		assertThat(browser.text("#sentence")).contains("The ring is 100% full.");
		assertThat(browser.text("#detail")).containsPattern("INFO full [\\d.,]+/s, DEBUG shed [\\d.,]+/s");
		assertThat(browser.text("#announcer")).startsWith("Events are dropped");
		assertThat(browser.text("#plot-dropped .legend")).containsPattern("INFO full[\\d.,]+/s");
		this.gateway.answer(logging(400, """
				{"info": {"full": 300}, "debug": {"shed": 100}}""", "1.0", "false"));
		browser.waitForText("#sentence", "Nothing is dropped right now.");
		assertThat(browser.text("#detail")).isEqualTo("400 events dropped before: INFO full 300, DEBUG shed 100.");
	}

	@Test
	void saysThatLoggingIsNotByRinglogWhereItStandsBack() {
		this.gateway.answer("""
				{"mode": "async", "reason": "Ringlog is not in use: the context selector was set."}""");
		open();
		browser.waitForText("#sentence", "Logging is asynchronous, and not by Ringlog.");
		assertThat(browser.text("#detail")).startsWith("Ringlog is not in use: the context selector was set. There is");
		assertThat(browser.isShown("#plot-ring")).isFalse();
		assertThat(browser.isShown("#plot-requests")).isTrue();
	}

	@Test
	void showsNoFalseZeroBeforeThereIsARing() {
		this.gateway.answer("""
				{"mode": "async", "buffer": {"capacity": "NaN", "used": "NaN", "fill": "NaN", "peak": null},
				"writer": {"lag": "NaN"}, "events": {"published": 0, "dropped": {"total": 0}}}""");
		open();
		browser.waitForText("#sentence", "There is no ring yet.");
		assertThat(browser.isShown("#number-used")).isFalse();
		assertThat(browser.isShown("#plot-ring")).isFalse();
		assertThat(browser.isShown("#plot-lag")).isFalse();
		assertThat(browser.console()).isEmpty();
	}

	@Test
	void callsWhatItShowsOldWhileTheGatewayIsGoneAndComesBackByItself() throws IOException {
		this.gateway.answer(logging(0, "{}", "0.25", "false"));
		open();
		browser.waitForText("#connection", "Live");
		this.gateway.stop();
		browser.waitForText("#sentence", "The gateway does not answer. Below is what it said at ");
		assertThat(browser.text("#announcer")).startsWith("The gateway does not answer.");
		assertThat(browser.text("#number-published .value")).isEqualTo("1,000");
		this.gateway.restart();
		browser.waitForText("#sentence", "Nothing is dropped.");
		assertThat(browser.<List<Number>>run("return document.querySelector('#plot-ring').plot.data[1]"))
			.contains(4096L)
			.containsNull();
	}

	@Test
	void survivesAnAnswerOfAnyShape() {
		List<String> answers = List.of("null", "[]", "\"text\"",
				"{\"mode\": 7, \"settings\": [1], \"findings\": [null, 3]}",
				"{\"mode\": \"async\", \"events\": {\"dropped\": {\"byLevel\": {\"info\": null}}}, \"findings\": {}}",
				"{\"mode\": \"async\", \"appenders\": [null, 3, {\"writer\": 7}], \"overflow\": {\"switched\": {\"until\": \"x\"}}}");
		this.gateway.answer(answers.get(0));
		open();
		for (String json : answers) {
			this.gateway.answer(json);
			int asked = this.gateway.questions();
			browser.waitUntil(() -> this.gateway.questions() > asked + 1);
			assertThat(browser.console()).as(json).isEmpty();
		}
		this.gateway.answer(logging(0, "{}", "0.25", "false"));
		browser.waitForText("#sentence", "The ring is 25% full.");
	}

	@Test
	void showsMarkupAsTextAndOnAPhoneToo() {
		browser.viewport(360, 740, 1);
		this.gateway
			.answer("""
					{"mode": "sync", "reason": "HOSTILE", "contextSelector": "HOSTILE",
					"buffer": {"capacity": 8, "used": 8, "fill": 1, "waitStrategy": "HOSTILE"},
					"overflow": {"policy": "HOSTILE", "switched": {"from": "HOSTILE", "by": "HOSTILE"}},
					"appenders": {"HOSTILE": {"dropped": {"total": 1, "byLevel": {"HOSTILE": {"HOSTILE": 1}}},
						"writer": {"lastError": {"message": "HOSTILE"}}}},
					"settings": {"HOSTILE": {"value": "HOSTILE", "origin": "HOSTILE"},
						"ringlog.list": {"value": ["HOSTILE"], "origin": "HOSTILE"}},
					"findings": [{"rule": "HOSTILE", "severity": "HOSTILE", "where": {"logger": "HOSTILE"},
						"pattern": "%d HOSTILE %m", "specifier": "HOSTILE", "position": 3, "message": "HOSTILE", "advice": "HOSTILE"}]}
					"""
				.replace("HOSTILE", HOSTILE));
		open();
		browser.waitForText("#detail", HOSTILE.replace("\\", ""));
		assertThat(browser.text("#appenders th[scope=row]")).isEqualTo(HOSTILE.replace("\\", ""));
		assertThat(browser.text("#settings th[scope=row]")).isEqualTo(HOSTILE.replace("\\", ""));
		assertThat(browser.text("#findings pre mark")).isEqualTo(HOSTILE.replace("\\", ""));
		assertThat(browser.<Long>run("return document.querySelectorAll('img, main script').length")).isZero();
		assertThat(browser.<String>run("return document.title")).isEqualTo("Ringlog, live");
		assertThat(browser.<Long>run("return document.documentElement.scrollWidth")).isEqualTo(360);
		assertThat(browser.console()).isEmpty();
	}

	private void open() {
		browser.open(this.gateway.url());
	}

	private static String logging(int dropped, String byLevel, String fill, String stalled) {
		return """
				{"mode": "async", "reason": "set by Ringlog's default",
				"buffer": {"capacity": 16384, "used": 4096, "fill": %s, "peak": 5000, "waitStrategy": "adaptive"},
				"overflow": {"policy": "block"}, "writer": {"lag": "PT0.012S", "stalled": %s, "errors": 0},
				"events": {"published": 1000, "written": 900, "synchronous": 0, "blocked": {"count": 0, "time": "PT0S"},
					"dropped": {"total": %d, "byLevel": %s}}}
				""".formatted(fill, stalled, dropped, byLevel);
	}

}
