/**
 * Sends log events to an OpenTelemetry collector, through OpenTelemetry's own appender
 * and the log export that Spring Boot sets up.
 */
@NullMarked
package io.github.ringlog.otlp;

import org.jspecify.annotations.NullMarked;
