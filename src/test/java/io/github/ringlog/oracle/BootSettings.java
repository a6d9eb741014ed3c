package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * Settings of Spring Boot's own configuration of Log4j.
 */
final class BootSettings {

	private BootSettings() {
	}

	static List<String> of(Choice choice, boolean simple) {
		List<String> settings = new ArrayList<>();
		// Spring Boot's own, unless it is set, prints an id that is Ringlog's.
		settings.add("logging.pattern.correlation=" + choice.of("", "[%X{user}] "));
		settings.add("ringlog.appenders.line-breaks=keep");
		settings.add("spring.main.banner-mode=off");
		if (choice.in100(70)) {
			settings.add("logging.file.name=" + CaseRun.DIRECTORY + "/boot.log");
		}
		if (choice.in100(50)) {
			settings.add("logging.structured.format." + choice.of("console", "file") + "="
					+ choice.of("ecs", "gelf", "logstash"));
			if (choice.in100(40)) {
				settings.add("ringlog.json.max-line=4MB");
			}
			if (choice.in100(20)) {
				settings.add("logging.structured.json.stacktrace.root=first");
				settings.add("logging.structured.json.stacktrace.max-length=500");
			}
		}
		if (!simple && choice.in100(30)) {
			settings.add("logging.pattern." + choice.of("console", "file") + "=" + new PatternGenerator(choice).line());
		}
		if (choice.in100(20)) {
			settings.add("logging.pattern.level=" + choice.of("%5p", "%clr{%5p}", "[%X{user}] %p"));
		}
		if (choice.in100(20)) {
			settings.add("logging.exception-conversion-word=" + choice.of("%wEx", "%xwEx", "%ex{short}", "%xEx"));
		}
		if (choice.in100(20)) {
			settings.add("logging.charset." + choice.of("console", "file") + "=" + choice.of("UTF-8", "ISO-8859-1"));
		}
		if (choice.in100(20)) {
			settings.add("logging.threshold." + choice.of("console", "file") + "=" + choice.of("warn", "debug", "off"));
		}
		if (choice.in100(20)) {
			settings.add("spring.output.ansi.enabled=" + choice.of("always", "never"));
		}
		settings.add("logging.level." + choice.of("a", "a.b", "com.acme") + "="
				+ choice.of("debug", "trace", "error", "off"));
		return settings;
	}

}
