package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a pattern into what can be left out.
 */
final class PatternParts {

	private PatternParts() {
	}

	/**
	 * Return all forms of a pattern with one part less, or without what is around one.
	 */
	static List<String> shorter(String pattern) {
		List<String> parts = split(pattern);
		List<String> all = new ArrayList<>();
		for (int i = 0; i < parts.size(); i++) {
			String before = String.join("", parts.subList(0, i));
			String after = String.join("", parts.subList(i + 1, parts.size()));
			if (parts.size() > 1) {
				all.add(before + after);
			}
			String part = parts.get(i);
			int open = part.indexOf('{');
			if (part.startsWith("%") && open > 0) {
				int close = end(part, open);
				if (part.indexOf('%', 1) > 0) {
					all.add(before + part.substring(open + 1, close - 1) + after);
				}
				all.add(before + part.substring(0, open) + part.substring(close) + after);
			}
			if (part.matches("(?s)%[-0-9.]+[A-Za-z:].*")) {
				all.add(before + part.replaceFirst("%[-0-9.]+", "%") + after);
			}
		}
		// What is not the same in two runs stays in its brackets.
		all.removeIf((each) -> each
			.matches("(?s).*(?<!<)%[-0-9.]*(r|relative|u|uuid|pid|processId|T|tid|threadId|N|nano)\\b.*"));
		return all;
	}

	private static List<String> split(String pattern) {
		List<String> parts = new ArrayList<>();
		int begin = 0;
		int i = 0;
		while (i < pattern.length()) {
			char next = pattern.charAt(i);
			if (next == '%' && i > begin) {
				parts.add(pattern.substring(begin, i));
				begin = i;
			}
			i = (next == '{') ? end(pattern, i) : i + ((next == '%') ? 2 : 1);
		}
		if (begin < pattern.length()) {
			parts.add(pattern.substring(begin));
		}
		return parts;
	}

	private static int end(String pattern, int open) {
		int depth = 0;
		for (int i = open; i < pattern.length(); i++) {
			depth += (pattern.charAt(i) == '{') ? 1 : (pattern.charAt(i) == '}') ? -1 : 0;
			if (depth == 0) {
				return i + 1;
			}
		}
		return pattern.length();
	}

}
