package io.github.ringlog.benchmarks.load;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Options of a run, given as {@code name=value}.
 */
record Options(Map<String, String> values) {

	static Options parse(String[] arguments) {
		Map<String, String> values = new HashMap<>();
		for (String argument : arguments) {
			int equals = argument.indexOf('=');
			values.put(argument.substring(0, equals), argument.substring(equals + 1));
		}
		return new Options(values);
	}

	String text(String name) {
		String value = this.values.get(name);
		if (value == null) {
			throw new IllegalArgumentException("Option " + name + " is missing");
		}
		return value;
	}

	int number(String name) {
		return Integer.parseInt(text(name));
	}

	int[] numbers(String name) {
		return Arrays.stream(text(name).split(",")).mapToInt(Integer::parseInt).toArray();
	}

	double decimal(String name) {
		return Double.parseDouble(text(name));
	}

}
