/**
 * Suggests Ringlog's context selector to Log4j, before a Spring environment exists.
 */
@NullMarked
package io.github.ringlog.bootstrap;

import org.jspecify.annotations.NullMarked;
