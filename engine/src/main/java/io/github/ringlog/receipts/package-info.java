/**
 * Numbers the lines of each sink and has the sink write receipts, so that a missing line
 * is seen wherever lines end up.
 */
@NullMarked
package io.github.ringlog.receipts;

import org.jspecify.annotations.NullMarked;
