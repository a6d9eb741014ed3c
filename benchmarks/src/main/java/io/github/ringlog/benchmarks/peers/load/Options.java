package io.github.ringlog.benchmarks.peers.load;

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

	String text(String name, String byDefault) {
		return this.values.getOrDefault(name, byDefault);
	}

	int number(String name, int byDefault) {
		String value = this.values.get(name);
		return (value != null) ? Integer.parseInt(value) : byDefault;
	}

	double decimal(String name, double byDefault) {
		String value = this.values.get(name);
		return (value != null) ? Double.parseDouble(value) : byDefault;
	}

	boolean flag(String name) {
		return Boolean.parseBoolean(this.values.get(name));
	}

}
