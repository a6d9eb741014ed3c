package io.github.ringlog.json;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.StackTracePrinter;
import org.springframework.boot.logging.structured.CommonStructuredLogFormat;
import org.springframework.boot.logging.structured.StructuredLogFormatterFactory;
import org.springframework.core.env.Environment;

/**
 * Prints stack traces according to {@code logging.structured.json.stacktrace.*}.
 */
final class StackTraces {

	private final @Nullable StackTracePrinter printer;

	private StackTraces(@Nullable StackTracePrinter printer) {
		this.printer = printer;
	}

	/**
	 * Create with Spring Boot's printer, which only a formatter can get.
	 */
	static StackTraces of(Environment environment) {
		AtomicReference<@Nullable StackTracePrinter> printer = new AtomicReference<>();
		new StructuredLogFormatterFactory<>(LogEvent.class, environment, null,
				(formats) -> formats.add(CommonStructuredLogFormat.LOGSTASH, (parts) -> {
					printer.set(parts.getArg(StackTracePrinter.class));
					return (event) -> "";
				}))
			.get("logstash");
		return new StackTraces(printer.get());
	}

	String print(Throwable thrown) {
		if (this.printer != null) {
			return this.printer.printStackTraceToString(thrown);
		}
		StringWriter text = new StringWriter();
		thrown.printStackTrace(new PrintWriter(text));
		return text.toString();
	}

}
