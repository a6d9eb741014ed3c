/**
 * Stress tests of the engine's memory ordering, in its package for what is not public.
 */
@NullMarked
package io.github.ringlog.ring;

import org.jspecify.annotations.NullMarked;
