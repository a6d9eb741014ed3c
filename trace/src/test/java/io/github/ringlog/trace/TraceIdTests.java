package io.github.ringlog.trace;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link TraceId}: what each header may look like, what goes on, and new ids.
 */
class TraceIdTests {

	private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

	private static final String SPAN = "00f067aa0ba902b7";

	@ParameterizedTest
	@ValueSource(strings = { "00-" + ID + "-" + SPAN + "-01", "00-" + ID + "-" + SPAN + "-00",
			"00-" + ID + "-" + SPAN + "-ff", "01-" + ID + "-" + SPAN + "-01", "fe-" + ID + "-" + SPAN + "-01",
			"01-" + ID + "-" + SPAN + "-01-what-comes-later", "cc-" + ID + "-" + SPAN + "-01-" })
	void readsTraceparent(String value) {
		assertThat(TraceId.parse("traceparent", value)).hasToString(ID);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "00", "00-" + ID, "00-" + ID + "-" + SPAN, "00-" + ID + "-" + SPAN + "-",
			"00-" + ID + "-" + SPAN + "-0", "00-" + ID + "-" + SPAN + "-001", "00-" + ID + "-" + SPAN + "-01-",
			"00-" + ID + "-" + SPAN + "-01-later", "00-" + ID + "-" + SPAN + "-0g", "00-" + ID + "-" + SPAN + "-0A",
			"ff-" + ID + "-" + SPAN + "-01", "FE-" + ID + "-" + SPAN + "-01", "0-" + ID + "-" + SPAN + "-01",
			"01-" + ID + "-" + SPAN + "-01later", "00-00000000000000000000000000000000-" + SPAN + "-01",
			"00-" + ID + "-0000000000000000-01", "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01",
			"00-" + ID + "-00F067AA0BA902B7-01", "00_" + ID + "-" + SPAN + "-01", "00-" + ID + "_" + SPAN + "-01",
			" 00-" + ID + "-" + SPAN + "-01", "00-" + ID + "-" + SPAN + "-01 ", "00-" + ID + "-" + SPAN + "-01,",
			"00-4bf92f3577b34da6a3ce929d0e0e473-" + SPAN + "-01", "00-${jndi:ldap://x}aaaaaaaaaaaaaaaa-" + SPAN + "-01",
			"00-4bf92f3577b34da6a3ce929d0e0e473\u0664-" + SPAN + "-01",
			"00-4bf92f3577b34da6a3ce929d0e0e4\r\n6-" + SPAN + "-01" })
	void rejectsWhatIsNoTraceparent(String value) {
		assertThat(TraceId.parse("traceparent", value)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { ID + "-" + SPAN + "-1", ID + "-" + SPAN + "-0", ID + "-" + SPAN + "-d", ID + "-" + SPAN,
			ID, ID + "-" + SPAN + "-1-" + SPAN })
	void readsB3(String value) {
		assertThat(TraceId.parse("b3", value)).hasToString(ID);
	}

	@Test
	void readsB3WithAShortId() {
		assertThat(TraceId.parse("b3", SPAN + "-" + SPAN + "-1")).hasToString(SPAN);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0", "1", "d", "-", ID + "-", ID + "-" + SPAN + "-", ID + "-" + SPAN + "-2",
			ID + "-" + SPAN + "-1-", ID + "-" + SPAN + "-1-" + SPAN + "0", ID + "-" + SPAN + "-1_" + SPAN,
			ID + "-" + SPAN + "_1", ID + "-short-1", ID + "0", "4bf92f3577b34da6a3ce", "${ctx:x}-" + SPAN + "-1",
			"00000000000000000000000000000000-" + SPAN + "-1", "0000000000000000",
			ID + "-" + SPAN + "-1-" + SPAN + "-1", ID + "-g0f067aa0ba902b7-1", ID + " -" + SPAN + "-1",
			"\u00e4bf92f3577b34da6" })
	void rejectsWhatIsNoB3(String value) {
		assertThat(TraceId.parse("b3", value)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { ID, SPAN, "463AC35C9F6413AD" })
	void readsB3TraceId(String value) {
		assertThat(TraceId.parse("X-B3-TraceId", value)).hasToString(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "463ac35c9f6413a", "463ac35c9f6413adb", "463ac35c9f6413ag", ID + "0",
			"0000000000000000", "463ac35c9f6413a\n", "463ac35c-f6413ad" })
	void rejectsWhatIsNoB3TraceId(String value) {
		assertThat(TraceId.parse("X-B3-TraceId", value)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "12345678", "a.b_c-D9", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", ID,
			"0123456789012345678901234567890123456789012345678901234567890123" })
	void readsRequestId(String value) {
		assertThat(TraceId.parse("X-Request-Id", value)).hasToString(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1234567", "01234567890123456789012345678901234567890123456789012345678901234",
			"12345678 ", "1234 5678", "12345678\r\nX: y", "12345678%0d%0a", "\u001b[31m1234567", "${jndi:ldap://x}",
			"${ctx:x}12345", "r\u00e9quest-id", "request/id", "request:id", "request,id", "12345678\u0000" })
	void rejectsWhatIsNoRequestId(String value) {
		assertThat(TraceId.parse("X-Request-Id", value)).isNull();
	}

	@Test
	void readsAHeaderOfTheUsersChoiceLikeARequestId() {
		assertThat(TraceId.parse("X-Correlation-Id", "order-4711")).hasToString("order-4711");
		assertThat(TraceId.parse("X-Correlation-Id", "order 4711")).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "traceparent", "Traceparent", "TRACEPARENT" })
	void knowsAHeaderInAnyCase(String name) {
		assertThat(TraceId.parse(name, "00-" + ID + "-" + SPAN + "-01")).hasToString(ID);
	}

	@ParameterizedTest
	@ValueSource(strings = { "traceparent", "b3", "X-B3-TraceId", "X-Request-Id" })
	void rejectsTenKilobytes(String name) {
		assertThat(TraceId.parse(name, "a".repeat(10_240))).isNull();
		assertThat(TraceId.parse(name, "01-" + ID + "-" + SPAN + "-01-" + "a".repeat(10_240))).isNull();
		assertThat(TraceId.parse(name, ID + "-" + SPAN + "-1-" + SPAN + "-".repeat(10_240))).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "00,00", "01,01", "02,02", "03,03", "04,00", "ff,03", "09,01" })
	void keepsTheFlagsThatAreDefined(String incoming, String outgoing) {
		TraceId id = TraceId.parse("traceparent", "00-" + ID + "-" + SPAN + "-" + incoming);
		assertThat(id.traceparent()).endsWith("-" + outgoing);
	}

	@ParameterizedTest
	@CsvSource({ "-1,01", "-d,01", "-0,00" })
	void keepsTheSamplingOfB3(String sampling, String flags) {
		TraceId id = TraceId.parse("b3", ID + "-" + SPAN + sampling);
		assertThat(id.traceparent()).endsWith("-" + flags);
		assertThat(id.isDeferred()).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "b3," + ID, "b3," + ID + "-" + SPAN, "X-B3-TraceId," + ID })
	void keepsADecisionOfB3ThatIsDeferred(String header, String value) {
		assertThat(TraceId.parse(header, value).isDeferred()).isTrue();
	}

	@Test
	void goesOnWithANewParentEachTime() {
		TraceId id = TraceId.parse("traceparent", "00-" + ID + "-" + SPAN + "-01");
		assertThat(id.traceparent()).matches("00-" + ID + "-(?!0{16})[0-9a-f]{16}-01")
			.doesNotContain(SPAN)
			.isNotEqualTo(id.traceparent());
	}

	@ParameterizedTest
	@CsvSource({ "463ac35c9f6413ad,0000000000000000463ac35c9f6413ad",
			"463AC35C9F6413AD,0000000000000000463ac35c9f6413ad", "4BF92F3577B34DA6A3CE929D0E0E4736," + ID })
	void aShortIdIsPaddedAndLettersAreLowerCase(String value, String expected) {
		TraceId id = TraceId.parse("X-B3-TraceId", value);
		assertThat(id.isW3c()).isTrue();
		assertThat(id).hasToString(value);
		assertThat(id.traceparent()).startsWith("00-" + expected + "-");
	}

	@ParameterizedTest
	@ValueSource(strings = { "order-4711", ID })
	void aRequestIdIsNotThatOfATrace(String value) {
		TraceId id = TraceId.parse("X-Request-Id", value);
		assertThat(id.isW3c()).isFalse();
		assertThatIllegalStateException().isThrownBy(id::traceparent);
	}

	@Test
	void aNewIdIsAW3cIdThatNobodyRecordsAndIsRandom() {
		TraceId id = TraceId.create();
		assertThat(id.value()).matches("(?!0{32})[0-9a-f]{32}");
		assertThat(id.isW3c()).isTrue();
		assertThat(id.traceparent()).endsWith("-02");
		assertThat(id.traceState()).isNull();
	}

	@Test
	void noIdComesTwice() {
		Set<String> ids = new HashSet<>();
		for (int i = 0; i < 100_000; i++) {
			ids.add(TraceId.create().value());
		}
		assertThat(ids).hasSize(100_000);
	}

	@Test
	void eachDigitOfANewIdTakesEachValue() {
		Set<String> digits = new HashSet<>();
		for (int i = 0; i < 2_000; i++) {
			String id = TraceId.create().value();
			for (int place = 0; place < id.length(); place++) {
				digits.add(place + ":" + id.charAt(place));
			}
		}
		assertThat(digits).hasSize(32 * 16);
	}

}
