/**
 * Encodes Spring Boot's structured formats as UTF-8 bytes, without garbage.
 */
@NullMarked
package io.github.ringlog.json;

import org.jspecify.annotations.NullMarked;
