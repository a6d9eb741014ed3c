/**
 * An application with the beans that people have, run with plain Spring Boot and with
 * Ringlog.
 */
@NullMarked
package io.github.ringlog.oracle.spring;

import org.jspecify.annotations.NullMarked;
