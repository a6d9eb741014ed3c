/**
 * The Actuator shows the state of logging, changes the overflow policy in an incident,
 * and reports when the writer has stalled.
 */
@NullMarked
package io.github.ringlog.actuate;

import org.jspecify.annotations.NullMarked;
