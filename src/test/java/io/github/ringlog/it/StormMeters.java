package io.github.ringlog.it;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import com.jayway.jsonpath.JsonPath;
import io.github.ringlog.kit.WebChild;
import org.awaitility.Awaitility;

/**
 * The meters of a server as its Actuator shows them.
 *
 * @param server the server
 * @param isolated whether its console has a ring of its own
 */
record StormMeters(WebChild server, boolean isolated) {

	private static final String CONSOLE = "?tag=appender:Console";

	/**
	 * Return the counts once nothing is left to write.
	 */
	Counts awaitQuiet() {
		Awaitility.await()
			.until(() -> count("ringlog.buffer.used") == 0
					&& count("ringlog.events.written") == count("ringlog.events.published")
					&& (!this.isolated || count("ringlog.appender.used" + CONSOLE) == 0));
		return counts();
	}

	Counts counts() {
		long inPlace = count("ringlog.events.synchronous");
		long written = count("ringlog.events.written");
		return new Counts(count("ringlog.events.published"), written, inPlace,
				this.isolated ? count("ringlog.appender.written" + CONSOLE) : written + inPlace);
	}

	/**
	 * Return how many events of a level the main ring has not got.
	 */
	long dropped(String level) {
		return count("ringlog.events.dropped?tag=level:" + level);
	}

	/**
	 * Return how many events of a level the console has not got from the main ring.
	 */
	long droppedByConsole(String level) {
		return this.isolated ? count("ringlog.appender.dropped" + CONSOLE + "&tag=level:" + level) : 0;
	}

	Duration lag() {
		double seconds = Math.max(value("ringlog.writer.lag"),
				this.isolated ? value("ringlog.appender.lag" + CONSOLE) : 0);
		return Duration.ofMillis((long) (seconds * TimeUnit.SECONDS.toMillis(1)));
	}

	private long count(String meter) {
		return (long) value(meter);
	}

	private double value(String meter) {
		Number value = JsonPath.read(this.server.get("/actuator/metrics/" + meter), "$.measurements[0].value");
		return value.doubleValue();
	}

	/**
	 * What was counted.
	 *
	 * @param published the events that the main ring got
	 * @param written those of them that were written
	 * @param inPlace the events written on the thread that logged them
	 * @param onConsole the events that the console wrote
	 */
	record Counts(long published, long written, long inPlace, long onConsole) {

		Counts since(Counts start) {
			return new Counts(this.published - start.published, this.written - start.written,
					this.inPlace - start.inPlace, this.onConsole - start.onConsole);
		}

	}

}
