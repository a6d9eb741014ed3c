/**
 * Which layouts print the caller's location, and which loggers' events reach them, read
 * from what Log4j has built.
 */
@NullMarked
package io.github.ringlog.location;

import org.jspecify.annotations.NullMarked;
