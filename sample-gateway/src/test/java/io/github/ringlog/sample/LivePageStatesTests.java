package io.github.ringlog.sample;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.ringlog.kit.NeedsProgram;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
	void saysThatNothingIsDroppedAndHowFullTheRingIs() {
		this.gateway.answer(logging(0, "{}", "0.25", "false"));
		open();
		browser.waitForText("#sentence", "Nothing is dropped. The ring is 25% full.");
		assertThat(browser.text("#mode")).isEqualTo("Asynchronous");
		assertThat(browser.text("#announcer")).isEqualTo("Nothing is dropped. The ring is 25% full.");
		assertThat(browser.text("#number-published .value")).isEqualTo("1,000");
		assertThat(browser.text("#number-used .note")).isEqualTo("of 16,384 slots");
		assertThat(browser.text("#number-lag .value")).isEqualTo("12 ms");
		assertThat(browser.console()).isEmpty();
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
	void drawsAttentionToARingThatIsNearlyFull() {
		this.gateway.answer(logging(0, "{}", "0.79", "false"));
		open();
		browser.waitForText("#sentence", "79% full");
		assertThat(browser.<String>run("return document.getElementById('page').dataset.state")).isEqualTo("good");
		this.gateway.answer(logging(0, "{}", "0.8", "false"));
		browser.waitForText("#sentence", "80% full");
		assertThat(browser.<String>run("return document.getElementById('page').dataset.state")).isEqualTo("notice");
	}

	@Test
	void theGaugeHasTheColorOfItsTrouble() {
		this.gateway.answer(logging(0, "{}", "0.79", "false"));
		open();
		browser.waitForText("#sentence", "79% full");
		String good = colorOfGauge();
		this.gateway.answer(logging(0, "{}", "0.98", "false"));
		browser.waitForText("#sentence", "98% full");
		String notice = colorOfGauge();
		this.gateway.answer((asked) -> logging(100 * asked, "{}", "0.98", "false"));
		browser.waitForText("#sentence", "Events are dropped");
		assertThat(List.of(good, notice, colorOfGauge())).doesNotHaveDuplicates();
	}

	private static String colorOfGauge() {
		return browser.run("return getComputedStyle(document.getElementById('gauge-used')).stroke");
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 18, 29, 47, 180, 999, 16_384, 5_300_000 })
	void noCurveGoesBeyondItsAxis(int step) {
		this.gateway
			.answer((asked) -> logging(0, "{}", "0.25", "false").replace("\"used\": 4096", "\"used\": " + step * asked)
				.replace("\"peak\": 5000", "\"peak\": " + step * asked)
				.replace("\"published\": 1000", "\"published\": " + step * asked * asked));
		open();
		browser.waitUntil(() -> browser.<Boolean>run(
				"""
						return document.querySelector('#plot-ring').plot?.data[1].filter((value) => value !== null).length >= 3"""));
		assertThat(browser.<List<String>>run(
				"""
						return [...document.querySelectorAll('.plot')].filter(({ plot }) => plot).filter(({ plot }) => {
							const last = plot.axes[1]._splits.at(-1);
							const curves = plot.data.slice(1).filter((_, i) => plot.series[i + 1].show && plot.series[i + 1].auto);
							return plot.scales.y.max !== last || curves.flat().some((value) => value > last);
						}).map(({ id }) => id)"""))
			.isEmpty();
	}

	@Test
	void saysThatTheWriterStandsStill() {
		this.gateway.answer(logging(0, "{}", "0.5", "true"));
		open();
		browser.waitForText("#sentence", "The writer is stalled. The ring is 50% full.");
		assertThat(browser.<String>run("return document.getElementById('gauge').dataset.ring")).isEqualTo("bad");
	}

	@Test
	void showsNoPlotsOfARingWhereLoggingIsSynchronous() {
		this.gateway.answer("""
				{"mode": "sync", "reason": "ringlog.enabled is false"}""");
		open();
		browser.waitForText("#sentence", "Logging is synchronous.");
		assertThat(browser.text("#detail"))
			.isEqualTo("ringlog.enabled is false. There is no ring to show; requests of the gateway are below.");
		assertThat(browser.isShown("#plot-requests")).isTrue();
		assertThat(browser.isShown("#findings-section")).isFalse();
		assertThat(browser.isShown("#settings-section")).isFalse();
		assertThat(browser.isShown("#plot-ring")).isFalse();
		assertThat(browser.isShown("#plot-events")).isFalse();
		assertThat(browser.isShown("#numbers")).isFalse();
		assertThat(browser.isShown("#gauge")).isFalse();
		assertThat(browser.console()).isEmpty();
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
	void showsWhatThereIsOfARingOfWhichLittleIsKnown() {
		this.gateway.answer("""
				{"mode": "async", "buffer": {"capacity": 4096, "used": 41, "fill": 0.01}, "writer": null}""");
		open();
		browser.waitForText("#sentence", "The ring is 1% full.");
		assertThat(browser.isShown("#plot-ring")).isTrue();
		assertThat(browser.isShown("#plot-dropped")).isFalse();
		assertThat(browser.isShown("#number-used")).isTrue();
		assertThat(browser.isShown("#number-dropped")).isFalse();
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
	void doesNotWaitForEverForAnAnswer() {
		this.gateway.answer(logging(0, "{}", "0.25", "false"));
		open();
		browser.waitForText("#connection", "Live");
		CountDownLatch latch = this.gateway.hang();
		browser.waitForText("#detail", "It takes longer than four seconds.");
		latch.countDown();
		browser.waitForText("#connection", "Live");
	}

	@Test
	void tellsThatTheEndpointIsNotExposed() {
		this.gateway.answerWithStatus(404);
		open();
		browser.waitForText("#detail", "/actuator/ringlog answers 404.");
		this.gateway.answer(logging(0, "{}", "0.25", "false"));
		this.gateway.answerWithStatus(200);
		browser.waitForText("#connection", "Live");
	}

	@ParameterizedTest
	@ValueSource(strings = { "null", "[]", "\"text\"", "{\"mode\": 7, \"settings\": [1], \"findings\": [null, 3]}",
			"{\"mode\": \"async\", \"events\": {\"dropped\": {\"byLevel\": {\"info\": null}}}, \"findings\": {}}",
			"{\"mode\": \"async\", \"appenders\": [null, 3, {\"writer\": 7}], \"overflow\": {\"switched\": {\"until\": \"x\"}}}" })
	void survivesAnAnswerOfAnyShape(String json) {
		this.gateway.answer(json);
		open();
		int asked = this.gateway.questions();
		browser.waitUntil(() -> this.gateway.questions() > asked + 1);
		assertThat(browser.console()).isEmpty();
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

	@Test
	void marksWhatWasFoundAndTellsWhereSettingsWereSet() {
		this.gateway
			.answer("""
					{"mode": "async", "settings": {
						"ringlog.overflow.max-block": {"value": null, "origin": "default"},
						"ringlog.shutdown.drain-timeout": {"value": "PT10S", "origin": "default"},
					"ringlog.buffer.size": {"value": 1024, "origin": "class path resource [application.yml] - 12:11"}},
					"findings": [{"rule": "location", "severity": "warning", "where": {"logger": "com.acme", "appender": "File"},
						"pattern": "%m %C %C", "specifier": "%C", "position": 6, "message": "No location.", "advice": "Remove it."},
						{"rule": "location", "severity": "hint", "pattern": null, "specifier": "locationInfo", "position": -1}]}
					""");
		open();
		browser.waitForText("#findings .where", "logger com.acme, appender File");
		assertThat(browser.<List<String>>run("""
				return [...document.querySelector("#findings pre").childNodes].map((node) => node.textContent)"""))
			.containsExactly("%m %C ", "%C", "");
		assertThat(browser.text("#findings li:nth-child(2) pre")).isEqualTo("locationInfo");
		assertThat(browser.<List<String>>run("""
				return [...document.querySelectorAll("#settings tbody tr")].map((row) =>
					[...row.cells].map((cell) => cell.textContent).join(" | "))""")).containsExactly(
				"ringlog.buffer.size | 1024 | class path resource [application.yml] - 12:11",
				"ringlog.overflow.max-block | none | default", "ringlog.shutdown.drain-timeout | 10 s | default");
	}

	@Test
	void asksNothingWhileItIsOutOfSight() {
		this.gateway.answer(logging(0, "{}", "0.25", "false"));
		open();
		browser.waitForText("#connection", "Live");
		browser.openAnotherTab();
		try {
			AtomicInteger asked = new AtomicInteger(-1);
			// The first look may differ, and one more: a question may be on its way.
			Awaitility.await()
				.atMost(Browser.PATIENCE)
				.during(Duration.ofSeconds(4))
				.until(() -> asked.getAndSet(this.gateway.questions()) == this.gateway.questions());
		}
		finally {
			browser.closeTab();
		}
		int asked = this.gateway.questions();
		browser.waitUntil(() -> this.gateway.questions() > asked + 1);
		browser.waitForText("#connection", "Live");
	}

	@ParameterizedTest
	@CsvSource({ "PT0S, 0", "PT0.012S, 0.012", "PT1M2.5S, 62.5", "PT2H, 7200", "P1DT1S, 86401", "3.5 ms,", "NaN," })
	void readsDurations(String text, Double seconds) {
		open();
		Number actual = browser.call("/live/format.js", "seconds", text);
		assertThat((actual != null) ? actual.doubleValue() : null).isEqualTo(seconds);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0%", "0.00001, < 0.1%", "0.0129, 1.2%", "0.29, 29%", "0.9999, 99%", "1, 100%" })
	void callsNothingFullThatIsNot(double ratio, String text) {
		open();
		assertThat(browser.<String>call("/live/format.js", "percent", ratio).replace('\u202f', ' ')).isEqualTo(text);
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
