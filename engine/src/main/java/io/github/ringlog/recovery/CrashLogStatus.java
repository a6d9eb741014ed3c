package io.github.ringlog.recovery;

import java.nio.file.Path;

/**
 * The state of the crash log of a context.
 *
 * @param file the file
 * @param state {@code keeping} events, {@code recovering} events of an earlier process at
 * the same time, or {@code unusable}
 * @param recovered how many events were handed to the rings again
 * @param waiting how many of the events found are not flushed yet
 */
public record CrashLogStatus(Path file, String state, long recovered, long waiting) {
}
