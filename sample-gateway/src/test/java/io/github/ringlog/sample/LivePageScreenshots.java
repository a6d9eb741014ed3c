package io.github.ringlog.sample;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Takes the pictures in the docs. By its name no build runs it:
 *
 * <pre>
 * ./mvnw -q verify -pl sample-gateway -am -Dtest=LivePageScreenshots -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
@NeedsChromium
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "logging.threshold.console=warn")
class LivePageScreenshots {

	private static final Path IMAGES = Path.of("..", "docs", "images");

	@LocalServerPort
	private int port;

	@Test
	void takesThePicturesOfTheDocs() throws IOException {
		try (Browser browser = Browser.start()) {
			browser.prefer("prefers-color-scheme", "light");
			browser.open(URI.create("http://127.0.0.1:" + this.port + "/"));
			for (String size : new String[] { "500", "2000", "5000", "500" }) {
				browser.waitForText("#connection", "Live");
				burst(browser, size);
			}
			take(browser, 1280, "desktop", "#plots");
			take(browser, 360, "phone", "#plot-ring");
			browser.prefer("prefers-color-scheme", "dark");
			take(browser, 360, "phone-dark", "#plot-ring");
			take(browser, 1280, "desktop-dark", "#plots");
		}
	}

	private static void burst(Browser browser, String size) {
		browser.run("""
				document.querySelector(`input[value="${arguments[0]}"]`).click();
				document.getElementById("burst-button").click();""", size);
		browser.waitForText("#burst-result", " published");
		// A rest, so that the plots show one burst after the other.
		long samples = samples(browser);
		browser.waitUntil(() -> samples(browser) > samples + 6);
	}

	private static void take(Browser browser, int width, String name, String lastElement) throws IOException {
		browser.viewport(width, 800, (width < 600) ? 2 : 1);
		long samples = samples(browser);
		browser.waitUntil(() -> samples(browser) > samples + 1);
		browser.screenshot(IMAGES.resolve("live-page-" + name + ".png"), lastElement);
	}

	private static long samples(Browser browser) {
		return browser.<Long>run("return document.getElementById('plot-events').plot.data[0].length");
	}

}
