/**
 * The settings of the engine, their limits, and their reader.
 */
@NullMarked
package io.github.ringlog.settings;

import org.jspecify.annotations.NullMarked;
