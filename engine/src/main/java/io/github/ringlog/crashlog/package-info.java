/**
 * The crash log: a mapped file with the events that are accepted but not written yet. It
 * survives the process. The next start recovers them.
 */
@NullMarked
package io.github.ringlog.crashlog;

import org.jspecify.annotations.NullMarked;
