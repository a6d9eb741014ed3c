package io.github.ringlog.logger;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever goes wrong, and whatever callers do when the ring is full: each event that
 * they attempt to log is written, or is counted as dropped, with its level.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FaultMatrixTests {

	private static final Map<String, RingSettings.Overflow> ISOLATION = Map.of("drop",
			RingSettings.Overflow.drop(Level.WARN), "block", RingSettings.Overflow.block(null));

	private static final List<Log4jPath> PATHS = List.of(Log4jPath.NEVER, Log4jPath.ALWAYS);

	static Stream<Arguments> cells() {
		return Stream.of(AppenderFaults.all(), CallerFaults.all(), ContextFaults.all())
			.flatMap(FaultMatrixTests::named)
			.flatMap((fault) -> Arrays.stream(Flood.Policy.values())
				.flatMap((policy) -> PATHS.stream().map((path) -> Arguments.of(fault, policy, path))));
	}

	@ParameterizedTest
	@MethodSource("cells")
	void accountsForEachEvent(Fault fault, Flood.Policy policy, Log4jPath path) throws InterruptedException {
		assertConserved(fault, new Flood(fault, policy, path));
	}

	static Stream<Arguments> isolatedCells() {
		return named(IsolatedFault.isolated())
			.flatMap((fault) -> named(ISOLATION).flatMap((isolation) -> Arrays.stream(Flood.Policy.values())
				.flatMap((policy) -> PATHS.stream().map((path) -> Arguments.of(fault, isolation, policy, path)))));
	}

	@ParameterizedTest
	@MethodSource("isolatedCells")
	void accountsForEachEventOfAnIsolatedAppender(Fault fault, RingSettings.Overflow isolation, Flood.Policy policy,
			Log4jPath path) throws InterruptedException {
		assertConserved(fault, new Flood(fault, policy, path,
				Map.of(Flood.ISOLATED, new RingSettings.Isolation(TestRing.SIZE, isolation))));
	}

	private static <T> Stream<Named<T>> named(Map<String, T> values) {
		return new TreeMap<>(values).entrySet().stream().map((value) -> Named.of(value.getKey(), value.getValue()));
	}

	private static void assertConserved(Fault fault, Flood flood) throws InterruptedException {
		try (flood) {
			flood.run();
			flood.assertConserved();
			if (fault.isCountedByTheAppender()) {
				flood.assertTaken();
			}
			fault.assertShown(flood);
		}
	}

}
