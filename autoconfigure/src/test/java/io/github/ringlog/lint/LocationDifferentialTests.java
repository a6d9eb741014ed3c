package io.github.ringlog.lint;

import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.location.PatternGenerator;
import io.github.ringlog.location.QuietStatusLogger;
import io.github.ringlog.location.RecordingEvent;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Findings on whole configurations, beside what their layouts do: there is a finding
 * exactly when formatting an event asks it for its location.
 */
@Timeout(120)
@ExtendWith(QuietStatusLogger.class)
class LocationDifferentialTests {

	private static final int PATTERNS = 1000;

	@Test
	void thereIsAFindingExactlyWhenFormattingAnEventAsksForItsLocation() {
		PatternGenerator generator = new PatternGenerator(5);
		List<String> wrong = new ArrayList<>();
		int asking = 0;
		for (int i = 0; i < PATTERNS; i++) {
			String xml = Lint.configuration(Lint.patternLayout(generator.next()));
			AbstractConfiguration configuration = Lint.build(xml);
			Layout<?> layout = configuration.getAppender("main").getLayout();
			RecordingEvent event = new RecordingEvent(Level.INFO);
			layout.toByteArray(event);
			boolean found = ConfigurationLinter.lint(configuration, LocationCapture.NEVER, Surroundings.unknown())
				.stream()
				.anyMatch(Finding::isAboutLocation);
			asking += event.isAsked() ? 1 : 0;
			if (found != event.isAsked()) {
				wrong.add((event.isAsked() ? "missed: " : "imagined: ") + xml);
			}
		}
		assertThat(wrong).isEmpty();
		assertThat(asking).isBetween(PATTERNS / 5, PATTERNS * 4 / 5);
	}

}
