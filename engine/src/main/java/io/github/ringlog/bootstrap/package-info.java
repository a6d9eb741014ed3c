/**
 * The bootstrap suggests our context selector to Log4j, before any Spring environment
 * exists.
 */
@NullMarked
package io.github.ringlog.bootstrap;

import org.jspecify.annotations.NullMarked;
