/**
 * A gateway in front of a small demo backend, which logs a few lines for each request.
 */
@NullMarked
package io.github.ringlog.sample;

import org.jspecify.annotations.NullMarked;
