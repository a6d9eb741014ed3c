/**
 * The settings of the engine, their limits, and what reads them by their names.
 */
@NullMarked
package io.github.ringlog.settings;

import org.jspecify.annotations.NullMarked;
