package io.github.ringlog.kit;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes Awaitility look at once, and then every 10 ms: by default it first waits for 100
 * ms, and so does each of its callers.
 */
public final class Polling implements LauncherSessionListener {

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		Awaitility.setDefaultPollDelay(Duration.ZERO);
		Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
		Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
	}

}
