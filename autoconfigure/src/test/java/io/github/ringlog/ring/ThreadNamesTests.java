package io.github.ringlog.ring;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link ThreadNames}, in a JVM with threads of other tests.
 */
@Tag("internals")
class ThreadNamesTests {

	@Test
	void equalNamesHaveOneNumber() {
		int number = ThreadNames.numberOf("main");
		assertThat(number).isNotEqualTo(ThreadNames.NONE);
		assertThat(ThreadNames.numberOf(new String("main".toCharArray()))).isEqualTo(number);
		assertThat(ThreadNames.get(number)).isEqualTo("main");
	}

	@Test
	void aNameThatComesTooLateHasNone() {
		Map<Integer, String> numbers = new HashMap<>();
		int without = 0;
		for (int i = 0; i < 5_000; i++) {
			String name = "thread-" + i;
			int number = ThreadNames.numberOf(name);
			if (number == ThreadNames.NONE) {
				without++;
			}
			else {
				assertThat(numbers.put(number, name)).isNull();
			}
		}
		assertThat(without).isGreaterThanOrEqualTo(5_000 - 1_024);
		assertThat(numbers).allSatisfy((number, name) -> {
			assertThat(ThreadNames.get(number)).isEqualTo(name);
			assertThat(ThreadNames.numberOf(name)).isEqualTo(number);
		});
	}

	@Test
	void anEventCarriesANameWithoutANumber() {
		RingEvent event = new RingEvent();
		event.setThreadName("first", ThreadNames.NONE);
		assertThat(event.getThreadName()).isEqualTo("first");
		event.setThreadName("main", ThreadNames.numberOf("main"));
		assertThat(event.getThreadName()).isEqualTo("main");
		event.setThreadName("last", ThreadNames.NONE);
		assertThat(event.getThreadName()).isEqualTo("last");
	}

}
