/**
 * Converters for the patterns of the packaged Log4j configuration that neither Log4j nor
 * Spring Boot has.
 */
@NullMarked
package io.github.ringlog.pattern;

import org.jspecify.annotations.NullMarked;
