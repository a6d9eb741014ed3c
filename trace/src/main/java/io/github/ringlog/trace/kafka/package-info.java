/**
 * Trace ids in the headers of Kafka's records.
 */
@NullMarked
package io.github.ringlog.trace.kafka;

import org.jspecify.annotations.NullMarked;
