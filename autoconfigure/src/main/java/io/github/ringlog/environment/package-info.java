/**
 * The environment binds and validates {@code ringlog.*} as soon as it is known, and hands
 * the settings to the engine before Spring Boot initialises logging.
 */
@NullMarked
package io.github.ringlog.environment;

import org.jspecify.annotations.NullMarked;
