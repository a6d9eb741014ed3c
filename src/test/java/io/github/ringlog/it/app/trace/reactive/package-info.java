/**
 * A reactive application that logs with trace ids.
 */
package io.github.ringlog.it.app.trace.reactive;
