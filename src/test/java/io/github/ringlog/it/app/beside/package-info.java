/**
 * An application that uses nothing of Ringlog, to run with it and without.
 */
@NullMarked
package io.github.ringlog.it.app.beside;

import org.jspecify.annotations.NullMarked;
