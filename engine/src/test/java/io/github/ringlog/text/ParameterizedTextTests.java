package io.github.ringlog.text;

import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ParameterizedText}: Log4j's own message is what it is compared with.
 */
class ParameterizedTextTests {

	private static final int ROUNDS = 200_000;

	private static final String[] SNIPPETS = { "{}", "{}", "{}", "{}", " ", "order ", "{", "}", "{ }", "\\", "\\{}",
			"é", "€", "\uD83D\uDE00", "\uD83D", "\uDE00", "%", "$", "\n", "\t", "a long literal of a pattern: ", "" };

	private final Random random = new Random(20261124);

	private final ByteText text = new ByteText(16);

	private final ParameterizedText parameterized = new ParameterizedText(this.text);

	@Test
	void printsWhatLog4jPrints() {
		int taken = 0;
		for (int i = 0; i < ROUNDS; i++) {
			String pattern = pattern();
			@Nullable Object[] parameters = parameters(pattern);
			if (print(pattern, parameters)) {
				taken++;
				assertThat(text()).isEqualTo(expected(pattern, parameters));
			}
		}
		assertThat(taken).isGreaterThan(ROUNDS / 8);
	}

	@Test
	void leavesPatternsWithEscapesToLog4j() {
		assertThat(print("a \\{} b {}", "x")).isFalse();
		assertThat(this.parameterized.add("x")).isFalse();
	}

	@Test
	void takesNoPatternForAnotherOne() {
		// Two strings with one hash code.
		assertThat("Aa{}").hasSameHashCodeAs("BB{}");
		for (int i = 0; i < 3; i++) {
			for (String pattern : List.of("Aa{}", "BB{}")) {
				assertThat(print(pattern, i)).isTrue();
				assertThat(text()).isEqualTo(expected(pattern, i));
			}
		}
	}

	@Test
	void keepsNoPatternThatComesOnce() {
		String pattern = "for the first time: {}";
		assertThat(attempt(pattern, 1)).isFalse();
		assertThat(attempt(pattern, 1)).isTrue();
	}

	@Test
	void tellsForEachPieceOfAPatternWhetherItIsAscii() {
		for (int count = 1; count <= 40; count++) {
			for (int other = -1; other <= count; other++) {
				StringBuilder pattern = new StringBuilder();
				for (int i = 0; i <= count; i++) {
					pattern.append((i != other) ? "e" : "\u00E9").append((i < count) ? "{}" : "");
				}
				if (print(pattern.toString(), Collections.nCopies(count, 7).toArray())) {
					assertThat(this.text.isAscii()).isEqualTo(other < 0);
				}
				else {
					assertThat(count).as("taken by Log4j").isGreaterThan(30);
				}
			}
		}
	}

	@Test
	void leavesOtherNumbersOfParametersToLog4j() {
		assertThat(print("{} {}", "x")).isFalse();
		assertThat(print("{}", "x", new IllegalStateException())).isFalse();
		assertThat(print("none", "x")).isFalse();
	}

	@Test
	void printsObjectsAsLog4jDoes() {
		Map<String, Object> recursive = new HashMap<>();
		recursive.put("self", recursive);
		List<Object> nested = new ArrayList<>(Arrays.asList("é", null, new Date(0)));
		nested.add(nested);
		List<Object> objects = List.of(nested, List.of(), new HashSet<>(nested.subList(0, 3)), new Formattable(),
				Arrays.asList(null, 1, "two", null), List.of(new Date(0)), new StringBuilder("x\u00E9"),
				new int[] { 1, 2 }, new Object[] { "a", null }, List.of("customer", 4711), recursive, new Date(0),
				new BigDecimal("12.75"), UUID.randomUUID(), 1.5e300, Float.NaN, Level.INFO, Thread.State.NEW,
				new IllegalStateException("failed"), new Failing(), new SimpleMessage("message"),
				"y".repeat(20_000).subSequence(1, 10_000));
		for (Object first : objects) {
			for (Object second : objects) {
				assertThat(print("{} and {}", first, second)).isTrue();
				assertThat(text()).isEqualTo(expected("{} and {}", first, second));
			}
		}
		assertThat(print("{}", new StringBuilder("\uD83D"))).isFalse();
	}

	@Test
	void forgetsObjects() {
		WeakReference<Object> logged = new WeakReference<>(print(new Object()));
		Awaitility.await().until(() -> {
			System.gc();
			return logged.get() == null;
		});
	}

	@Test
	void keepsNoLargeBuilder() {
		assertThat(print("{}", new StringBuilder("x".repeat(100)))).isTrue();
		assertThat(capacity()).isGreaterThanOrEqualTo(100);
		assertThat(print("{}", new StringBuilder("x".repeat(100_000)))).isTrue();
		assertThat(capacity()).isZero();
	}

	private int capacity() {
		return ((StringBuilder) ReflectionTestUtils.getField(this.parameterized, "builder")).capacity();
	}

	private Object print(Object object) {
		assertThat(print("{} and {}", object, 1)).isTrue();
		return object;
	}

	@Test
	void leavesLongPatternsToLog4j() {
		assertThat(print("x".repeat(1022) + "{}", 1)).isTrue();
		assertThat(print("x".repeat(1023) + "{}", 1)).isFalse();
	}

	@Test
	void joinsNoHalvesOfASurrogatePair() {
		assertThat(print("\uD83D{}", "\uDE00")).isFalse();
	}

	@Test
	void printsEachNumberOfDigits() {
		for (long number = 1; number > 0; number *= 10) {
			for (long near = number - 1; near <= number + 1; near++) {
				assertThat(print("{} {}", near, -near)).isTrue();
				assertThat(text()).isEqualTo(near + " " + -near);
			}
		}
		assertThat(print("{} {} {}", Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE)).isTrue();
		assertThat(text()).isEqualTo(Long.MIN_VALUE + " " + Long.MAX_VALUE + " " + Integer.MIN_VALUE);
	}

	private boolean print(String pattern, @Nullable Object... parameters) {
		// A pattern that is new is not taken.
		return attempt(pattern, parameters) || attempt(pattern, parameters);
	}

	private boolean attempt(String pattern, @Nullable Object... parameters) {
		this.text.clear();
		boolean taken = this.parameterized.begin(pattern, parameters.length);
		for (int i = 0; taken && i < parameters.length; i++) {
			taken = this.parameterized.add(parameters[i]);
		}
		return taken;
	}

	private String text() {
		return new String(this.text.bytes(), 0, this.text.length(),
				this.text.isAscii() ? StandardCharsets.US_ASCII : StandardCharsets.UTF_8);
	}

	private static String expected(String pattern, @Nullable Object... parameters) {
		return new ParameterizedMessage(pattern, parameters).getFormattedMessage();
	}

	private String pattern() {
		StringBuilder pattern = new StringBuilder();
		int count = this.random.nextInt(8);
		for (int i = 0; i < count; i++) {
			pattern.append(SNIPPETS[this.random.nextInt(SNIPPETS.length)]);
		}
		return pattern.toString();
	}

	private @Nullable Object[] parameters(String pattern) {
		int count = pattern.split("\\{\\}", -1).length - 1;
		@Nullable Object[] parameters = new Object[count];
		for (int i = 0; i < count; i++) {
			parameters[i] = parameter();
		}
		return parameters;
	}

	private @Nullable Object parameter() {
		return switch (this.random.nextInt(14)) {
			case 0 -> null;
			case 1 -> this.random.nextInt();
			case 2 -> this.random.nextInt(1000);
			case 3 -> this.random.nextLong();
			case 4 -> this.random.nextBoolean();
			case 5 -> (char) this.random.nextInt(0x300);
			case 6 -> (short) this.random.nextInt();
			case 7 -> (byte) this.random.nextInt();
			case 8 -> this.random.nextDouble();
			case 9 -> "é".repeat(this.random.nextInt(300));
			case 10 -> List.of(this.random.nextInt(), string(this.random.nextInt(40), 0x11000));
			case 11 -> new StringBuilder(string(this.random.nextInt(600), 0x11000));
			case 12 -> string(this.random.nextInt(400), 0x11000);
			default -> string(this.random.nextInt(60), 0x80);
		};
	}

	/** Return a string of random characters, lone surrogates among them. */
	private String string(int length, int bound) {
		StringBuilder string = new StringBuilder();
		for (int i = 0; i < length; i++) {
			int point = this.random.nextInt(bound);
			string.appendCodePoint((point >= 0x10000) ? 0x1F600 + point % 64 : point);
		}
		return string.toString();
	}

	private static final class Formattable extends AbstractList<Object> implements StringBuilderFormattable {

		@Override
		public Object get(int index) {
			return "element";
		}

		@Override
		public int size() {
			return 1;
		}

		@Override
		public void formatTo(StringBuilder buffer) {
			buffer.append("formatted");
		}

	}

	private static final class Failing {

		@Override
		public String toString() {
			throw new IllegalStateException("failed");
		}

	}

}
