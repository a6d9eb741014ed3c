/**
 * Meters show what the engine counts and measures in each Micrometer registry of the
 * application.
 */
@NullMarked
package io.github.ringlog.metrics;

import org.jspecify.annotations.NullMarked;
