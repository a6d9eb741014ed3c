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
 * Isolated appenders, and a policy that somebody switched, on the live page in a real
 * browser.
 */
@NeedsProgram({ "chromium", "chromedriver" })
class LivePageAppendersTests {

	private static final String PLAIN = """
			{"mode": "async", "buffer": {"capacity": 16384, "used": 4096, "fill": 0.25, "peak": 5000},
			"overflow": {"policy": "block"}, "writer": {"lag": "PT0S", "stalled": false, "errors": 0},
			"events": {"published": 1000, "written": 900, "dropped": {"total": 0, "byLevel": {}}}}
			""";

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
	void showsEachWhileThereAreAny() {
		this.gateway.answer(PLAIN);
		open();
		browser.waitForText("#sentence", "Nothing is dropped.");
		assertThat(browser.isShown("#appenders-section")).isFalse();
		this.gateway.answer((asked) -> withAppenders(1000 + asked));
		browser.waitForText("#appenders", "runs, 2 errors, no route to host");
		assertThat(browser.<List<String>>run("""
				return [...document.querySelectorAll("#appenders tbody tr")].map((row) =>
					[...row.cells].map((cell) => cell.textContent.replace("\\u202f", " ")).join(" | "))"""))
			.satisfiesExactly(
					(broker) -> assertThat(broker)
						.isEqualTo("Broker | 0 of 128, 0% | 7 | 0 | 0 ms | runs, 2 errors, no route to host"),
					(console) -> assertThat(console).matches(
							"Console \\| 1,024 of 4,096, 25% \\| 1,\\d+ \\| 34, INFO full 34 \\| 1 min 2 s \\| stalled"));
		assertThat(browser.text("#sentence")).isEqualTo("Console has missed 34 events. The main ring is 25% full.");
		assertThat(browser.text("#number-dropped .value")).isEqualTo("34");
		assertThat(browser.text("#number-dropped .note")).isEqualTo("34 by isolated appenders, none right now");
		assertThat(browser.<Boolean>run("return document.getElementById('number-dropped').matches('.alarm')")).isTrue();
		assertThat(browser.text("#detail"))
			.isEqualTo("Isolated appenders: Broker has met 2 errors; Console is stalled, has missed 34 events.");
		assertThat(browser.<String>run("return document.getElementById('page').dataset.state")).isEqualTo("notice");
		String written = browser.text("#appenders tr:last-child td:nth-child(3)");
		browser.waitUntil(() -> !browser.text("#appenders tr:last-child td:nth-child(3)").equals(written));
		this.gateway.answer(PLAIN);
		browser.waitUntil(() -> !browser.isShown("#appenders-section"));
		assertThat(browser.console()).isEmpty();
	}

	@Test
	void saysAtTheTopWhatAnAppenderMissesRightNow() {
		this.gateway.answer((asked) -> withAppenders(1000).replace("\"total\": 34", "\"total\": " + 1000 * asked));
		open();
		browser.waitForText("#sentence", "Console misses events, ");
		assertThat(browser.text("#sentence")).endsWith(" per second. The main ring is 25% full.");
		assertThat(browser.<String>run("return document.getElementById('page').dataset.state")).isEqualTo("bad");
		assertThat(browser.text("#number-dropped .note")).containsPattern("by isolated appenders, [\\d.,]+ per second");
		assertThat(browser.text("#plot-dropped .legend")).containsPattern("by isolated appenders[\\d.,]+/s");
		// The ring itself has no trouble.
		assertThat(browser.<String>run("return document.getElementById('gauge').dataset.ring")).isEqualTo("good");
	}

	@Test
	void labelsThemOnAPhone() {
		browser.viewport(360, 740, 1);
		this.gateway.answer(withAppenders(1000));
		open();
		browser.waitForText("#appenders", "stalled");
		assertThat(browser.<String>run("""
				return getComputedStyle(document.querySelector("#appenders td:last-child"), "::before").content"""))
			.contains("Writer");
		assertThat(browser.<Long>run("return document.documentElement.scrollWidth")).isEqualTo(360);
	}

	@Test
	void saysWhoSwitchedThePolicyAndUntilWhen() {
		this.gateway.answer(PLAIN);
		open();
		browser.waitForText("#shape", "block when full");
		assertThat(browser.text("#shape")).doesNotContain("switched");
		this.gateway.answer(switched(", \"until\": \"2026-03-05T12:30:00Z\""));
		browser.waitForText("#shape", "drop when full · switched from block by 'alice' until ");
		assertThat(browser.text("#shape")).containsPattern("until \\d Mar, \\d\\d:\\d\\d$");
		this.gateway.answer(switched(""));
		browser.waitUntil(() -> browser.text("#shape").endsWith("switched from block by 'alice'"));
	}

	private void open() {
		browser.open(this.gateway.url());
	}

	private static String withAppenders(int written) {
		return PLAIN.replace("\"buffer\"",
				"""
						"appenders": {
							"Broker": {"capacity": 128, "used": 0, "peak": 9, "written": 7, "dropped": {"total": 0, "byLevel": {}},
								"writer": {"lag": "PT0S", "stalled": false, "errors": 2, "lastError": {"message": "no route to host"}}},
							"Console": {"capacity": 4096, "used": 1024, "peak": 2000, "written": %d,
								"dropped": {"total": 34, "byLevel": {"info": {"full": 34}}},
								"writer": {"lag": "PT1M2S", "stalled": true, "errors": 0}}},
						"buffer\""""
					.formatted(written));
	}

	private static String switched(String until) {
		return PLAIN.replace("{\"policy\": \"block\"}", """
				{"policy": "drop", "switched": {"from": "block", "by": "'alice'", "at": "2026-03-05T12:20:00Z"%s}}"""
			.formatted(until));
	}

}
