package io.github.ringlog.it.app.trace.testing;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Arrays;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs test classes in one JVM, as Maven and Gradle do: application contexts are cached,
 * standard output is a stream that nobody can close, and the end is an exit.
 */
public final class TestLauncher {

	private TestLauncher() {
	}

	public static void main(String[] classNames) {
		System.setOut(new UncloseableStream(System.out));
		LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
			.selectors(Arrays.stream(classNames).map(DiscoverySelectors::selectClass).toList())
			.build();
		SummaryGeneratingListener listener = new SummaryGeneratingListener();
		LauncherFactory.create().execute(request, listener);
		TestExecutionSummary summary = listener.getSummary();
		summary.printFailuresTo(new PrintWriter(System.out, true));
		System.out.println("succeeded=" + summary.getTestsSucceededCount());
		System.out.println("failed=" + summary.getTotalFailureCount());
		System.exit(0);
	}

	/**
	 * Log4j closes what was {@code System.out} when it started, if a test captures the
	 * output at the time at which Log4j stops its first configuration.
	 */
	private static final class UncloseableStream extends PrintStream {

		UncloseableStream(PrintStream stream) {
			super(stream, true);
		}

		@Override
		public void close() {
			flush();
		}

	}

}
