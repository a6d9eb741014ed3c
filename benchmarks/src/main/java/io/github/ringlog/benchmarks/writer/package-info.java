/**
 * The throughput of the writer, with what Spring Boot packages and with what Ringlog
 * does.
 */
@NullMarked
package io.github.ringlog.benchmarks.writer;

import org.jspecify.annotations.NullMarked;
