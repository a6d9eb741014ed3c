/**
 * Runs tests as those of a user's application.
 */
package io.github.ringlog.it.app.trace.testing;
