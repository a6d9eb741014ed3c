package io.github.ringlog.sample;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.kit.Needs;
import org.awaitility.Awaitility;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The Chromium that the machine has, without a window and without a network but this
 * machine's.
 */
final class Browser implements AutoCloseable {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	private final ChromeDriver driver;

	private Browser(Path chromium, Path chromedriver) {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(chromium.toFile());
		// Without a sandbox, because tests in containers run as root. The rest keeps the
		// browser from calling its maker.
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
				// A mouse, which a machine without a screen has not.
				"--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
				"--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
				"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		logs.enable(LogType.PERFORMANCE, Level.ALL);
		options.setCapability("goog:loggingPrefs", logs);
		ChromeDriverService service = new ChromeDriverService.Builder().usingDriverExecutable(chromedriver.toFile())
			.usingAnyFreePort()
			.build();
		this.driver = new ChromeDriver(service, options);
		this.driver.manage().timeouts().scriptTimeout(PATIENCE);
		viewport(1280, 900, 1);
	}

	static Browser start() {
		return new Browser(Needs.program("chromium"), Needs.program("chromedriver"));
	}

	void open(URI page) {
		this.driver.get(page.toString());
	}

	/**
	 * Leave the page, so that nothing of it runs on, and forget what was logged.
	 */
	void leave() {
		this.driver.get("about:blank");
		this.driver.manage().logs().get(LogType.BROWSER);
		this.driver.manage().logs().get(LogType.PERFORMANCE);
	}

	/**
	 * Show so many CSS pixels, in so many real ones each. What is narrow is a phone, with
	 * a finger for a mouse.
	 */
	void viewport(int width, int height, double scale) {
		this.driver.executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", width < 600));
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", scale, "mobile", width < 600));
	}

	/**
	 * Set what the reader prefers, such as {@code prefers-color-scheme}.
	 */
	void prefer(String feature, String value) {
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", feature, "value", value))));
	}

	/**
	 * Press a key as someone at the keyboard does.
	 */
	void press(String key) {
		this.driver.switchTo().activeElement().sendKeys(key);
	}

	@SuppressWarnings("unchecked")
	<T> T run(String script, Object... arguments) {
		return (T) this.driver.executeScript(script, arguments);
	}

	/**
	 * Return the text of an element as it is in the document.
	 */
	String text(String selector) {
		return this.<String>run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)
			.replace('\u202f', ' ');
	}

	boolean isShown(String selector) {
		return run("return document.querySelector(arguments[0])?.checkVisibility() ?? false", selector);
	}

	void waitUntil(Callable<Boolean> condition) {
		Awaitility.await().atMost(PATIENCE).until(condition);
	}

	void waitForText(String selector, String text) {
		Awaitility.await().atMost(PATIENCE).until(() -> text(selector), (actual) -> actual.contains(text));
	}

	/**
	 * Return all that the browser has written on its console, errors of scripts, failed
	 * loads and violations of the content security policy included.
	 */
	List<String> console() {
		return entries(LogType.BROWSER).map(LogEntry::toString).toList();
	}

	/**
	 * Return the URL of each request that pages have made.
	 */
	List<String> requests() {
		return entries(LogType.PERFORMANCE).map(LogEntry::getMessage)
			.filter((message) -> message.contains("\"Network.requestWillBeSent\""))
			.map((message) -> JsonPath.<String>read(message, "$.message.params.request.url"))
			.toList();
	}

	private Stream<LogEntry> entries(String type) {
		return StreamSupport.stream(this.driver.manage().logs().get(type).spliterator(), false);
	}

	/**
	 * Write a picture of the page, from the top of one element to the end of another.
	 */
	void screenshot(Path file, String firstElement, String lastElement) throws IOException {
		List<Number> area = run(
				"""
						scrollTo(0, 0);
						const [first, last] = [...arguments].map((selector) => document.querySelector(selector).getBoundingClientRect());
						const top = Math.max(0, first.top - 12);
						return [top, innerWidth, last.bottom + 12 - top];""",
				firstElement, lastElement);
		screenshot(file, area.get(0), area.get(1), area.get(2));
	}

	/**
	 * Write a picture of so much of the page.
	 */
	void screenshot(Path file, Number top, Number width, Number height) throws IOException {
		Map<String, Object> clip = Map.of("x", 0, "y", top, "width", width, "height", height, "scale", 1);
		Object png = this.driver
			.executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip))
			.get("data");
		Files.write(file, Base64.getDecoder().decode(png.toString()));
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
