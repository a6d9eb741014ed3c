package io.github.ringlog.recovery;

import java.nio.file.Path;

/**
 * The state of the crash log of a context.
 *
 * @param file the file
 * @param state {@code keeping} events, also {@code recovering} those of an earlier
 * process, or {@code unusable}
 * @param recovered how many events were handed to the rings again
 * @param waiting how many of those that were found are not flushed by the sinks
 */
public record CrashLogStatus(Path file, String state, long recovered, long waiting) {
}
