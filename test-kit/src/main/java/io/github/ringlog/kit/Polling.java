package io.github.ringlog.kit;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes Awaitility look at once, and then every 10 ms: by default it first waits for 100
 * ms, and so does each of its callers. A condition that throws an exception does not hold
 * yet: the file that it reads is not there, the list that it looks at is empty. An
 * assertion in a condition still fails at once.
 */
public final class Polling implements LauncherSessionListener {

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		Awaitility.setDefaultPollDelay(Duration.ZERO);
		Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
		Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
		Awaitility.ignoreExceptionsByDefaultMatching(Exception.class::isInstance);
	}

}
