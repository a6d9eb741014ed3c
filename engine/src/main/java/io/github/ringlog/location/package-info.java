/**
 * Finds the layouts that print the caller's location, and the loggers whose events reach
 * them, in a configuration that Log4j has built.
 */
@NullMarked
package io.github.ringlog.location;

import org.jspecify.annotations.NullMarked;
