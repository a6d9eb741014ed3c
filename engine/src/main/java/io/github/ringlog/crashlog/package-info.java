/**
 * The crash log: a mapped file with the events that are accepted and not written yet,
 * which outlives the process. The next start recovers them.
 */
@NullMarked
package io.github.ringlog.crashlog;

import org.jspecify.annotations.NullMarked;
