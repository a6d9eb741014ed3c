package io.github.ringlog.appender;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.logging.log4j.core.appender.NullAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OutageErrorHandler}: what standard error is told of an outage, and how
 * often.
 */
@ExtendWith(OutputCaptureExtension.class)
class OutageErrorHandlerTests {

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(30));

	private final OutageErrorHandler handler = new OutageErrorHandler(NullAppender.createAppender("sink"),
			() -> "/logs/app.log", this.now::get);

	@Test
	void tellsOnceAMinuteHowManyEventsAreLost(CapturedOutput output) {
		lose(3);
		pass(59);
		lose(1);
		pass(1);
		lose(2);
		pass(60);
		lose(1);
		this.handler.end("writes again");
		assertThat(output.getErr()).isEqualTo(
				"""
						Ringlog: appender sink can't write /logs/app.log: java.io.IOException: full. Log events are lost and counted until it can
						Ringlog: appender sink still can't write /logs/app.log: java.io.IOException: full. 5 log events are lost so far, 5 of them \
						since the last report
						Ringlog: appender sink still can't write /logs/app.log: java.io.IOException: full. 7 log events are lost so far, 2 of them \
						since the last report
						Ringlog: appender sink writes again; 7 log events are lost
						""");
	}

	@Test
	void countsEachOutageAnew(CapturedOutput output) {
		lose(2);
		this.handler.end("writes again");
		this.handler.end("writes again");
		lose(1);
		this.handler.end("stops");
		assertThat(output.getErr().lines().filter((line) -> line.contains("; "))).containsExactly(
				"Ringlog: appender sink writes again; 2 log events are lost",
				"Ringlog: appender sink stops; 1 log events are lost");
	}

	private void lose(int events) {
		for (int i = 0; i < events; i++) {
			this.handler.error("test", new SinkException(new IOException("full"), new byte[1]));
		}
	}

	private void pass(int seconds) {
		this.now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
	}

}
