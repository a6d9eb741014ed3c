package io.github.ringlog.location;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.github.ringlog.location.LayoutReader.Answer;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.StringLayout;

/**
 * The result of trying a layout on an event without context data.
 *
 * @param location whether it asked for the caller's location
 * @param jars whether it looked the jar of a stack frame up
 * @param lookups the lookups of context data that found none, as they are written
 */
public record LayoutProbe(Answer location, boolean jars, List<String> lookups) {

	private static final Pattern LOOKUP = Pattern.compile("\\$\\{ctx:[^}]*+}?", Pattern.CASE_INSENSITIVE);

	/**
	 * What is known of a layout that was not tried.
	 */
	public static final LayoutProbe NONE = new LayoutProbe(Answer.UNKNOWN, false, List.of());

	static LayoutProbe of(Layout<?> layout) {
		ProbeEvent event = new ProbeEvent();
		try {
			String text = format(layout, event);
			return new LayoutProbe(Answer.of(event.isAsked()), event.isAskedForJars(text), lookups(text));
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			return new LayoutProbe(event.isAsked() ? Answer.YES : Answer.UNKNOWN, event.isAskedForJars(""), List.of());
		}
	}

	private static String format(Layout<?> layout, ProbeEvent event) {
		// The bytes may be compressed.
		return (layout instanceof StringLayout text) ? text.toSerializable(event)
				: new String(layout.toByteArray(event), StandardCharsets.UTF_8);
	}

	/**
	 * Find the lookups of context data in a text.
	 * @param text any text
	 * @return the lookups, as they are written
	 */
	public static List<String> lookups(String text) {
		return LOOKUP.matcher(text).results().map(MatchResult::group).toList();
	}

}
