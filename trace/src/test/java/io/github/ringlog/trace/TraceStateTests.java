package io.github.ringlog.trace;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TraceState}: what goes on, and what does not.
 */
class TraceStateTests {

	@ParameterizedTest
	@ValueSource(strings = { "a=b", "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7", "fw529a3039@dt=FfG:x/y;z, a*-_/b= c",
			"a=b,,c=d", " a=b\t,\tc=d ", "1a=b" })
	void keepsAList(String text) {
		assertThat(TraceState.validOrNull(text)).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ",", " ", "a", "a=", "=b", "A=b", "a= ", "a=b\u2028", "a=b=c", "a=b\r\nX: y",
			"a=b\u001b[31m", "a=\u00e4", "a b=c", "@foo=1", "a=b,@foo=1", "_a=b", "-a=b", "*a=b", "/a=b",
			"${jndi:ldap://x}=b", "a=b,c" })
	void dropsWhatIsNoList(String text) {
		assertThat(TraceState.validOrNull(text)).isNull();
	}

	@Test
	void keeps512CharactersAndCutsWholeEntries() {
		String most = "a=" + "b".repeat(256) + ",c=" + "d".repeat(251);
		assertThat(most).hasSize(512);
		assertThat(TraceState.validOrNull(most)).isEqualTo(most);
		assertThat(TraceState.validOrNull(most + "d")).isEqualTo("a=" + "b".repeat(256));
	}

	@Test
	void cutsLongEntriesFirstAndFromTheEnd() {
		String shortOnes = IntStream.range(0, 5)
			.mapToObj((i) -> "k" + i + "=" + "v".repeat(90))
			.collect(Collectors.joining(","));
		String one = "x=" + "y".repeat(130);
		assertThat(TraceState.validOrNull(one + "," + shortOnes + "," + one)).isEqualTo(shortOnes);
		assertThat(TraceState.validOrNull(shortOnes + ", last=" + "v".repeat(60))).isEqualTo(shortOnes);
		assertThat(TraceState.validOrNull(one + ",a=b," + "c=" + "d".repeat(251) + ",e=" + "f".repeat(125)))
			.isEqualTo(one + ",a=b,e=" + "f".repeat(125));
	}

	@Test
	void aLongListThatIsNotValidIsDropped() {
		assertThat(TraceState.validOrNull("a=b," + "k=" + "v".repeat(256) + ",@c=" + "v".repeat(256))).isNull();
	}

	@Test
	void keeps32MembersAndDropsMore() {
		String most = IntStream.range(0, 32).mapToObj((i) -> "k" + i + "=v").collect(Collectors.joining(","));
		assertThat(TraceState.validOrNull(most)).isEqualTo(most);
		assertThat(TraceState.validOrNull(most + ",x=y")).isNull();
	}

	@Test
	void dropsLongKeysAndValues() {
		assertThat(TraceState.validOrNull("k".repeat(257) + "=v")).isNull();
		assertThat(TraceState.validOrNull("k=" + "v".repeat(257))).isNull();
	}

}
