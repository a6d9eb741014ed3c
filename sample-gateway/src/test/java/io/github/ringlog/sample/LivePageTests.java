package io.github.ringlog.sample;

import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.github.ringlog.kit.NeedsProgram;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The live page of the real sample in a real browser.
 */
@NeedsProgram({ "chromium", "chromedriver" })
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "logging.threshold.console=warn")
class LivePageTests {

	private static final Pattern RESULT = Pattern
		.compile("500 of 500 requests answered in .+ per second\\. " + "5,000 lines expected, ([\\d,]+) published\\.");

	private static Browser browser;

	@LocalServerPort
	private int port;

	@Autowired
	private MeterRegistry meters;

	@BeforeAll
	static void startBrowser() {
		browser = Browser.start();
	}

	@AfterAll
	static void stopBrowser() {
		browser.close();
	}

	@BeforeEach
	void open() {
		browser.leave();
		browser.viewport(1280, 900, 1);
		browser.prefer("prefers-color-scheme", "light");
		browser.open(URI.create("http://127.0.0.1:" + this.port + "/"));
		browser.waitForText("#connection", "Live");
	}

	@AfterEach
	void leave() {
		browser.leave();
	}

	@Test
	void plotsMoveAfterTheBurst() {
		browser.waitUntil(() -> values("events", 1).size() >= 2);
		assertThat(max("requests", 1)).isZero();
		int requestsBefore = highestLine("requests");
		int eventsBefore = highestLine("events");
		long answered = answered();
		long start = System.nanoTime();
		burst();
		browser.waitUntil(() -> max("requests", 1) > 0 && last("requests", 1) == 0);
		browser.waitUntil(() -> max("events", 1) > 10 && max("events", 2) > 10);
		browser.waitUntil(() -> max("ring", 2) > 0 && max("latency", 1) > 0);
		assertThat(max("dropped", 1)).isZero();
		// A plot is drawn a moment after its values have come.
		browser.waitUntil(() -> highestLine("requests") < requestsBefore - 20);
		browser.waitUntil(() -> highestLine("events") < eventsBefore - 20);
		assertThat(browser.console()).isEmpty();
		tellsHowManyRequestsWereAnsweredAndHowManyLinesPublished(answered);
		asksNobodyButTheGatewayAndOfThatLittle((System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1));
	}

	private void tellsHowManyRequestsWereAnsweredAndHowManyLinesPublished(long answeredBefore) {
		assertAnswered(answeredBefore + 500);
		MatchResult result = RESULT.matcher(browser.text("#burst-result")).results().findFirst().orElseThrow();
		assertThat(Integer.parseInt(result.group(1).replace(",", ""))).isGreaterThanOrEqualTo(5000);
		assertThat(browser.text("#announcer")).isEqualTo(browser.text("#burst-result"));
	}

	private void asksNobodyButTheGatewayAndOfThatLittle(double seconds) {
		String origin = "http://127.0.0.1:" + this.port;
		List<String> requests = browser.requests();
		assertThat(requests).contains(origin + "/live/main.js")
			.allSatisfy((url) -> assertThat(url)
				.matches(Pattern.quote(origin) + "/(|live/.+|actuator/(ringlog|metrics.*)|demoapp/greeting)"));
		assertThat(requests.stream().filter((url) -> url.contains("/actuator/")).count() / seconds).isLessThan(12);
	}

	@Test
	void sendsOneBurstHoweverOftenTheButtonIsPressed() {
		long answered = answered();
		browser.run("""
				document.querySelector("input[value='500']").click();
				for (let i = 0; i < 5; i++) {
					document.getElementById("burst-button").click();
				}""");
		assertThat(browser.<String>run("return document.getElementById('burst-button').getAttribute('aria-disabled')"))
			.isEqualTo("true");
		browser.press(Keys.ENTER.toString());
		awaitTheEndOfTheBurst();
		assertThat(browser.text("#burst-result")).startsWith("500 of 500 requests answered");
		assertAnswered(answered + 500);
	}

	@Test
	void readsAMomentInAllPlotsFromTheKeyboard() {
		browser.waitUntil(() -> values("events", 1).size() >= 4);
		browser.run("document.getElementById('plot-events').focus()");
		browser.press(Keys.ARROW_LEFT.toString());
		browser.press(Keys.ARROW_LEFT.toString());
		String label = label("events");
		assertThat(label).matches("Log events, \\d\\d:\\d\\d:\\d\\d: published .+");
		assertThat(label("lag")).startsWith(label.replaceFirst("Log events(, [\\d:]+): .+", "Writer lag$1: lag "));
		int samples = values("events", 1).size();
		browser.waitUntil(() -> values("events", 1).size() > samples + 1);
		assertThat(label("events")).isEqualTo(label);
		browser.press(Keys.TAB.toString());
		assertThat(label("lag")).startsWith("Writer lag, now: ");
	}

	@Test
	void showsTheSettingsOfTheSample() {
		assertThat(browser.text("#settings")).contains("ringlog.buffer.size", "16384");
	}

	@Test
	void fitsIntoEachWidth() {
		for (int width : new int[] { 360, 640, 820, 1080, 1440 }) {
			browser.viewport(width, 740, 1);
			browser.waitUntil(() -> browser.<Long>run("return innerWidth") == width);
			// The plots follow a moment later, also where their parent hides what is too
			// wide.
			browser.waitUntil(() -> browser.<Long>run("return document.documentElement.scrollWidth") == width);
			Awaitility.await().untilAsserted(() -> assertThat(browser.<List<String>>run("""
					return [...document.querySelectorAll("main *")]
						.filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth)
						.map((each) => each.outerHTML.slice(0, 100))""")).as("%d pixels", width).isEmpty());
		}
	}

	@Test
	void isReadableInEachColorScheme() {
		burst();
		isReadable("light");
		isReadable("dark");
	}

	private static void isReadable(String scheme) {
		browser.prefer("prefers-color-scheme", scheme);
		List<Map<String, Object>> contrasts = browser
			.run("""
					const channels = (color) => color.match(/[\\d.]+/g).map(Number);
					const luminance = (color) => {
						const [r, g, b] = channels(color).map((each) => each / 255)
							.map((each) => (each <= 0.04045) ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
						return 0.2126 * r + 0.7152 * g + 0.0722 * b;
					};
					const isOpaque = (color) => (channels(color)[3] ?? 1) === 1;
					const background = (each) => {
						const color = getComputedStyle(each).backgroundColor;
						return isOpaque(color) ? color : background(each.parentElement);
					};
					const contrast = (one, other) => {
						const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
						return (bright + 0.05) / (dark + 0.05);
					};
					return [...document.querySelectorAll("body *")]
						.filter((each) => each.checkVisibility() && [...each.childNodes].some((node) =>
							node.nodeType === Node.TEXT_NODE && node.textContent.trim()))
						.map((each) => ({ text: each.textContent.trim().slice(0, 40), contrast: contrast(
							getComputedStyle(each)[(each instanceof SVGElement) ? "fill" : "color"], background(each)) }));""");
		assertThat(contrasts).hasSizeGreaterThan(50)
			.allSatisfy(
					(each) -> assertThat(((Number) each.get("contrast")).doubleValue()).as(each.get("text").toString())
						.isGreaterThanOrEqualTo(4.5));
		assertThat(browser.<Boolean>run("return matchMedia('(prefers-color-scheme: dark)').matches"))
			.isEqualTo("dark".equals(scheme));
		browser.waitUntil(() -> drawsInTheColor("events", "blue"));
	}

	private static void burst() {
		browser.run("""
				document.querySelector("input[value='500']").click();
				document.getElementById("burst-button").click();""");
		awaitTheEndOfTheBurst();
	}

	private static void awaitTheEndOfTheBurst() {
		browser.waitForText("#burst-result", "lines expected");
		browser.waitForText("#burst-button", "Send the burst");
		assertThat(browser.<String>run("return document.getElementById('burst').dataset.state"))
			.as(browser.text("#burst-result"))
			.isEqualTo("done");
	}

	/** A request counts a moment after its answer is there. */
	private void assertAnswered(long expected) {
		Awaitility.await().untilAsserted(() -> assertThat(answered()).isEqualTo(expected));
	}

	private long answered() {
		return this.meters.find("http.server.requests")
			.tag("uri", "/demoapp/**")
			.timers()
			.stream()
			.mapToLong(Timer::count)
			.sum();
	}

	/**
	 * Return what a screen reader reads of a plot.
	 */
	private static String label(String plot) {
		return browser.run("return document.getElementById('plot-' + arguments[0]).getAttribute('aria-label')", plot);
	}

	/**
	 * Return what a plot holds of one of its series, gaps left out.
	 */
	private static List<Double> values(String plot, int series) {
		List<Number> values = browser.run("""
				return document.getElementById("plot-" + arguments[0]).plot.data[arguments[1]]""", plot, series);
		return values.stream().filter(Objects::nonNull).map(Number::doubleValue).toList();
	}

	private static double max(String plot, int series) {
		return values(plot, series).stream().max(Comparator.naturalOrder()).orElse(0.0);
	}

	private static double last(String plot, int series) {
		List<Double> values = values(plot, series);
		return values.get(values.size() - 1);
	}

	/**
	 * Return how far from the top of a plot the highest colored pixel is: grid and labels
	 * are gray.
	 */
	private static int highestLine(String plot) {
		return browser
			.<Number>run(
					"""
							const canvas = document.querySelector(`#plot-${arguments[0]} canvas`);
							const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
							copy.drawImage(canvas, 0, 0);
							const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
							for (let i = 0; i < data.length; i += 4) {
								const pixel = data.slice(i, i + 3);
								if (data[i + 3] > 100 && Math.max(...pixel) - Math.min(...pixel) > 60) {
									return Math.floor(i / 4 / canvas.width);
								}
							}
							return canvas.height;""",
					plot)
			.intValue();
	}

	private static String color(String name) {
		return browser.run("return getComputedStyle(document.documentElement).getPropertyValue('--' + arguments[0])",
				name);
	}

	private static boolean drawsInTheColor(String plot, String name) {
		return browser.run(
				"""
						const [plot, color] = arguments;
						const expected = color.trim().match(/[0-9a-f]{2}/g).map((hex) => parseInt(hex, 16));
						const canvas = document.querySelector(`#plot-${plot} canvas`);
						const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
						copy.drawImage(canvas, 0, 0);
						const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
						for (let i = 0; i < data.length; i += 4) {
							if (data[i + 3] === 255 && expected.every((each, channel) => Math.abs(data[i + channel] - each) < 8)) {
								return true;
							}
						}
						return false;""",
				plot, color(name));
	}

}
