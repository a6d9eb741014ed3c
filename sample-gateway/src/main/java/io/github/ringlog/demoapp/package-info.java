/**
 * A small application behind the gateway, which uses the starter as any other would.
 */
@NullMarked
package io.github.ringlog.demoapp;

import org.jspecify.annotations.NullMarked;
