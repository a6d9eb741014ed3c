package io.github.ringlog.it;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A command in a guide and what the guide shows of its output.
 *
 * @param prompt what stands before the command
 * @param text the command
 * @param output the lines that follow it
 */
record GuideCommand(String prompt, String text, List<String> output) {

	private static final String INDENT = "    ";

	private static final Pattern PROMPT = Pattern.compile(INDENT + "(\\S*\\$) (.+)");

	private static final String LEFT_OUT = "…";

	/**
	 * Return the commands of a guide, in its order.
	 */
	static List<GuideCommand> in(String guide) {
		List<GuideCommand> commands = new ArrayList<>();
		boolean inBlock = false;
		for (String line : guide.lines().toList()) {
			Matcher prompt = PROMPT.matcher(line);
			if (prompt.matches()) {
				commands.add(new GuideCommand(prompt.group(1), prompt.group(2), new ArrayList<>()));
				inBlock = true;
			}
			else if (inBlock && line.startsWith(INDENT)) {
				commands.get(commands.size() - 1).output().add(line);
			}
			else {
				inBlock = false;
			}
		}
		return commands;
	}

	/**
	 * Check that each line of the guide is there, whatever its numbers are.
	 * @param actual what the command prints
	 */
	void assertPrints(String actual) {
		assertThat(actual).as(this.text).isNotBlank();
		String found = actual.lines().map(GuideCommand::normalized).collect(Collectors.joining("\n"));
		assertThat(this.output).as("%s%n%s", this.text, actual)
			.map(GuideCommand::normalized)
			.allSatisfy((line) -> assertThat(found).containsPattern(pattern(line)));
	}

	private static Pattern pattern(String line) {
		return Pattern
			.compile(Arrays.stream(line.split(LEFT_OUT, -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
	}

	private static String normalized(String line) {
		return line.replaceAll("\u001B\\[[\\d;]*m", "")
			.replaceAll("\\d+([.:,-]\\d+)*(E-?\\d+)?", "#")
			.replaceAll("PT[#HMS]+", "PT#")
			.replaceAll("# (s|ms|us)\\b", "#")
			.replaceAll("\\s+", " ")
			.strip();
	}

}
