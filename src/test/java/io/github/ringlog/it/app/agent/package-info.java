/**
 * An application for tests beside Java agents.
 */
@NullMarked
package io.github.ringlog.it.app.agent;

import org.jspecify.annotations.NullMarked;
