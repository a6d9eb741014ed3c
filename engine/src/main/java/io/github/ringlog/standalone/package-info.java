/**
 * The engine without Spring Boot: a context selector that reads the settings from system
 * properties and environment variables, and starts the ring with the first logger.
 */
@NullMarked
package io.github.ringlog.standalone;

import org.jspecify.annotations.NullMarked;
