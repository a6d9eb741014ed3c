/**
 * The application that the tests start, with one class for each kind of carrier.
 */
package io.github.ringlog.carrier.app;
