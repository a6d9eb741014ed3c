package io.github.ringlog.logger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.receipts.NoCounts;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.ThreadContext;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An isolated appender that Ringlog hands events to, with receipts.
 */
class NumberedAppenderTests {

	@Test
	void anIsolatedAppenderOfAnotherKindGetsNoTextWithTheForm() {
		RingLoggerContext context = TestRing.newContext();
		Receipts.install(context, new NoCounts());
		context.configure(TestSettings.withIsolation(TestRing.SETTINGS,
				Map.of("isolated", new RingSettings.Isolation(128, RingSettings.Overflow.block(null)))));
		List<String> texts = Collections.synchronizedList(new ArrayList<>());
		RecordingAppender appender = new RecordingAppender("isolated", null, true);
		appender.onEvent((event) -> texts.add(event.getMessage().getFormattedMessage() + event.getContextData()
				+ event.getThrown() + event.getThreadName()));
		context.start(new TestConfiguration(appender));
		ThreadContext.put("user", "receipt run=v");
		context.getLogger("test").info("receipt run=m", new IllegalStateException("receipt run=e"));
		ThreadContext.clearMap();
		context.getLogger("test").info("another one");
		context.stop(10, TimeUnit.SECONDS);
		assertThat(texts).hasSize(2);
		assertThat(texts.get(0)).contains("receipt+run=m", "receipt+run=v", "receipt+run=e")
			.doesNotContain("receipt run=");
		assertThat(texts.get(1)).startsWith("another one");
	}

}
