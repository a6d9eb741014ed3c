/**
 * Registers the engine's statistics as meters in each Micrometer registry of the
 * application.
 */
@NullMarked
package io.github.ringlog.metrics;

import org.jspecify.annotations.NullMarked;
