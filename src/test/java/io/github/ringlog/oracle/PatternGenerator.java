package io.github.ringlog.oracle;

/**
 * Makes patterns of all converters, with widths and in each other. What differs from one
 * run of plain Log4j to the next stands in angle brackets.
 */
final class PatternGenerator {

	private static final String[] CONVERTERS = { "m", "msg", "message", "p", "level", "level{length=1}",
			"level{lowerCase=true}", "p{WARN=W, ERROR=Bad, INFO=}", "c", "c{1}", "c{1.}", "c{-1}", "c{1.1.~}",
			"logger{2}", "logger{0}", "t", "tn", "thread", "threadName", "tp", "threadPriority", "fqcn", "marker",
			"markerSimpleName", "X", "X{user}", "X{user}", "X{id}", "X{user,id}", "X{missing}", "mdc", "mdc{id}",
			"MDC{user}", "x", "NDC", "K{text}", "map", "MAP{value0}", "sn", "sequenceNumber", "d", "date", "d{ISO8601}",
			"d{HH:mm:ss,SSS}", "d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}{UTC}", "d{UNIX}", "d{UNIX_MILLIS}", "d{DEFAULT_MICROS}",
			"d{ABSOLUTE}{GMT+2}", "d{COMPACT}", "m{nolookups}", "m{ansi}", "msg{lookups}" };

	private static final String[] LOCATIONS = { "C", "C{1}", "class{1.}", "F", "file", "L", "line", "M", "method", "l",
			"location" };

	private static final String[] THROWABLES = { "ex", "ex{full}", "ex{short}", "ex{none}", "ex{0}", "ex{1}", "ex{3}",
			"throwable{short.message}", "exception{short.className}", "ex{short.lineNumber}", "ex{short.methodName}",
			"ex{short.fileName}", "ex{short.localizedMessage}", "ex{full}{separator(|)}",
			"ex{5}{filters(java,org.junit)}", "ex{suffix(%c)}", "rEx", "rEx{2}", "rThrowable{short}", "xEx", "xEx{4}",
			"xThrowable{short}", "xEx{filters(jdk,java)}", "xEx{full}{separator(~)}" };

	private static final String[] UNSTABLE = { "r", "relative", "u", "uuid{TIME}", "u{RANDOM}", "pid", "processId", "T",
			"tid", "threadId", "N", "nano", "endOfBatch" };

	private static final String[] LITERALS = { " ", " - ", "[", "] ", "|", "text", "%%", "\u00e9\u20ac ",
			"\ud83d\ude00", "\\t", "$", "#{}", "a=b " };

	private static final String[] WIDTHS = { "5", "-5", "20", "-40.40", ".3", ".-4", "10.10", "-3.8", "05", ".0",
			"100" };

	private static final int DEPTH = 2;

	private final Choice choice;

	PatternGenerator(Choice choice) {
		this.choice = choice;
	}

	/** Return a pattern of a line. */
	String line() {
		StringBuilder pattern = new StringBuilder(pieces(6, DEPTH));
		pattern.append(this.choice.in100(30) ? "" : " %m").append(this.choice.in100(10) ? "" : "%n");
		if (this.choice.in100(40)) {
			pattern.append('%').append(this.choice.of(THROWABLES));
		}
		return pattern.toString();
	}

	private String pieces(int most, int depth) {
		return String.join("", this.choice.list(1, most, 75, () -> piece(depth)));
	}

	private String piece(int depth) {
		int kind = this.choice.from(0, 99);
		if (kind < 50) {
			return '%' + width() + this.choice.of(CONVERTERS) + literal();
		}
		if (kind < 56) {
			return '%' + width() + this.choice.of(LOCATIONS) + literal();
		}
		if (kind < 62) {
			String throwable = this.choice.of(THROWABLES);
			return '%' + (throwable.startsWith("x") ? "" : width()) + throwable;
		}
		if (kind < 66 && depth == DEPTH) {
			return "<%" + width() + this.choice.of(UNSTABLE) + ">";
		}
		if (kind < 68) {
			return "%" + this.choice.of("wrong", "", "-", "{}", "5", "X{", "d{bad pattern}", "foo{%m}");
		}
		if (kind < 78 || depth == 0) {
			return literal();
		}
		String inner = pieces(2, depth - 1);
		// Which jars it marks as uncertain differs, and so where it is cut.
		boolean cuttable = !inner.matches("(?s).*x(Ex|Throwable).*");
		return '%' + (cuttable ? width() : "") + nested(inner, cuttable) + literal();
	}

	private String nested(String inner, boolean cuttable) {
		return switch (this.choice.from(0, 14)) {
			case 0 -> "replace{" + inner + "}{" + this.choice.of("[aeiou]", "\\s+", "(\\w)\\.", "^") + "}{"
					+ this.choice.of("", "_", "$0$0") + "}";
			case 1 -> "equals{" + inner + "}{" + this.choice.of("[]", "hello", "INFO", "") + "}{"
					+ this.choice.of("", "x", "%m") + "}";
			case 2 -> "equalsIgnoreCase{" + inner + "}{info}{same}";
			case 3 ->
				"style{" + inner + "}{" + this.choice.of("red", "bold,green", "bright_yellow", "none", "wrong") + "}";
			case 4 -> "highlight{" + inner + "}"
					+ this.choice.of("", "{FATAL=white, ERROR=red, INFO=blue}", "{STYLE=Logback}");
			case 5 -> "encode{" + inner + "}" + this.choice.of("", "{HTML}", "{CRLF}", "{JSON}", "{XML}");
			case 6 -> "maxLen{" + (cuttable ? inner : "") + "}{" + this.choice.of("0", "5", "21", "200") + "}";
			case 7, 8 -> "notEmpty{" + this.choice.of("[", "", "<") + inner + "}";
			case 9 -> "repeat{" + this.choice.of("*", "ab") + "}{" + this.choice.of("0", "3", "10") + "}";
			case 10 -> "clr{" + inner + "}" + this.choice.of("", "{faint}", "{red}");
			case 11 -> "esb{" + inner + "}";
			case 12 -> "enc{" + inner + "}{JSON}";
			case 13 -> "variablesNotEmpty{" + inner + "}";
			default -> "wEx";
		};
	}

	private String width() {
		return this.choice.in100(25) ? this.choice.of(WIDTHS) : "";
	}

	private String literal() {
		return this.choice.in100(60) ? this.choice.of(LITERALS) : "";
	}

}
