package io.github.ringlog.location;

import java.util.List;
import java.util.Random;

/**
 * Makes patterns at random, the same for the same seed.
 */
public final class PatternGenerator {

	private static final List<String> LOCATIONS = List.of("C", "class", "F", "file", "l", "location", "L", "line", "M",
			"method");

	private static final List<String> OTHERS = List.of("c", "logger", "p", "level", "m", "msg", "n", "t", "marker", "x",
			"X{L}", "X", "d", "d{HH:mm}", "d{%L}", "ex", "ex{none}", "ex{short}", "xEx", "pid", "r", "sn", "u", "K{%L}",
			"fqcn", "T", "N", "repeat{%L}{2}", "correlationId{L(4)}", "markerSimpleName", "endOfBatch", "CC", "Lx",
			"Marker", "q", "LL", "Cat", "foo{%m}");

	private static final List<String> TEXT = List.of(" ", "-", "L", "%%C", "%%L", "100%% M", "[", "]", ":", "C M L",
			"\\t", "x=", "$", "${ctx:L}", "'", "(", ")", ".5", "\n");

	private static final List<String> MODIFIERS = List.of("", "", "", "5", "-5", ".30", "-30.30", "05", "5.-7", ".-20",
			"30.", "5-", ".", "-");

	private final Random random;

	public PatternGenerator(long seed) {
		this.random = new Random(seed);
	}

	/**
	 * Make a pattern that is as Log4j wants it.
	 */
	public String next() {
		return pattern(4, 1 + this.random.nextInt(4));
	}

	/**
	 * Make a pattern and break it.
	 */
	String nextBroken() {
		StringBuilder pattern = new StringBuilder(next());
		int mutations = 1 + this.random.nextInt(4);
		for (int i = 0; i < mutations && !pattern.isEmpty(); i++) {
			int index = this.random.nextInt(pattern.length());
			switch (this.random.nextInt(4)) {
				case 0 -> pattern.deleteCharAt(index);
				case 1 -> pattern.insert(index, pick(List.of("{", "}", "%", ".", "-", "$", "{}", "%{", "(", "\u0000")));
				case 2 -> pattern.setLength(index);
				default -> pattern.insert(index, pattern.substring(0, index));
			}
		}
		return pattern.toString();
	}

	private String pattern(int depth, int parts) {
		StringBuilder pattern = new StringBuilder();
		for (int i = 0; i < parts; i++) {
			pattern.append(part(depth));
		}
		return pattern.toString();
	}

	private String part(int depth) {
		int dice = this.random.nextInt(100);
		if (dice < 30) {
			return pick(TEXT);
		}
		if (dice < 60 || depth == 0) {
			return "%" + pick(MODIFIERS) + pick(OTHERS);
		}
		if (dice < 70) {
			return "%" + pick(MODIFIERS) + pick(LOCATIONS) + pick(List.of("", "", "{1}", "{1.}", "foo"));
		}
		return nesting(pattern(depth - 1, 1 + this.random.nextInt(3)));
	}

	private String nesting(String inner) {
		return switch (this.random.nextInt(15)) {
			case 0 -> "%clr{" + inner + "}{faint}";
			case 1 -> "%clr{" + inner + "}";
			case 2 -> "%highlight{" + inner + "}";
			case 3 -> "%highlight{" + inner + "}{ERROR=red}";
			case 4 -> "%style{" + inner + "}{red}";
			case 5 -> "%encode{" + inner + "}{CRLF}";
			case 6 -> "%-5enc{" + inner + "}";
			case 7 -> "%replace{" + inner + "}{a}{%L}";
			case 8 -> "%equals{" + inner + "}{%L}{no}";
			case 9 -> "%equals{same}{same}{" + inner + "}";
			case 10 -> "%maxLen{" + inner + "}{100000}";
			case 11 -> "%notEmpty{" + inner + "}";
			case 12 -> "%red{" + inner + "}";
			case 13 -> pick(List.of("%ex", "%xEx", "%rEx", "%wEx", "%xwEx")) + pick(List.of("{full}", "", "{3}"))
					+ "{suffix(" + inner + ")}";
			default -> pick(List.of("%esb{", "%maxLen{", "%style{", "%replace{", "%unknown{")) + inner + "}";
		};
	}

	private String pick(List<String> values) {
		return values.get(this.random.nextInt(values.size()));
	}

}
