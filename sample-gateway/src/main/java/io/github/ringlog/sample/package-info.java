/**
 * A gateway in front of a small demo application, which logs about ten lines for each
 * request.
 */
@NullMarked
package io.github.ringlog.sample;

import org.jspecify.annotations.NullMarked;
