/**
 * Support for ahead-of-time processing: hints for classes and resources that are found by
 * name.
 */
@NullMarked
package io.github.ringlog.aot;

import org.jspecify.annotations.NullMarked;
