/**
 * The crash log: a mapped file with the events that are accepted but not written yet. The
 * file survives the process, and the next start recovers the events.
 */
@NullMarked
package io.github.ringlog.crashlog;

import org.jspecify.annotations.NullMarked;
