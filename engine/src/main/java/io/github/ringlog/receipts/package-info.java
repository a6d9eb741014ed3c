/**
 * Numbers the lines of each sink and makes it write receipts, so that a missing line is
 * noticed wherever lines end up.
 */
@NullMarked
package io.github.ringlog.receipts;

import org.jspecify.annotations.NullMarked;
