package io.github.ringlog.json;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.StackTracePrinter;
import org.springframework.boot.logging.structured.CommonStructuredLogFormat;
import org.springframework.boot.logging.structured.StructuredLogFormatterFactory;
import org.springframework.core.env.Environment;

/**
 * Prints stack traces, as {@code logging.structured.json.stacktrace.*} says. Two with the
 * same properties are equal.
 */
final class StackTraces {

	private final Map<String, String> properties;

	private final @Nullable StackTracePrinter printer;

	private StackTraces(Map<String, String> properties, @Nullable StackTracePrinter printer) {
		this.properties = properties;
		this.printer = printer;
	}

	/**
	 * Have Spring Boot create what prints stack traces. It is one of the parts of a
	 * formatter.
	 */
	static StackTraces of(Environment environment, Map<String, String> properties) {
		AtomicReference<@Nullable StackTracePrinter> printer = new AtomicReference<>();
		new StructuredLogFormatterFactory<>(LogEvent.class, environment, null,
				(formats) -> formats.add(CommonStructuredLogFormat.LOGSTASH, (parts) -> {
					printer.set(parts.getArg(StackTracePrinter.class));
					return (event) -> "";
				}))
			.get("logstash");
		return new StackTraces(properties, printer.get());
	}

	String print(Throwable thrown) {
		if (this.printer != null) {
			return this.printer.printStackTraceToString(thrown);
		}
		StringWriter text = new StringWriter();
		thrown.printStackTrace(new PrintWriter(text));
		return text.toString();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof StackTraces another && this.properties.equals(another.properties);
	}

	@Override
	public int hashCode() {
		return this.properties.hashCode();
	}

}
