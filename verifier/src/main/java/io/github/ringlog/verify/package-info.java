/**
 * Finds missing log lines by the numbers that Ringlog gives them.
 */
@NullMarked
package io.github.ringlog.verify;

import org.jspecify.annotations.NullMarked;
