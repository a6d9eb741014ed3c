/**
 * The events that the engine records with the JDK's Flight Recorder.
 */
@NullMarked
package io.github.ringlog.engine.flight;

import org.jspecify.annotations.NullMarked;
