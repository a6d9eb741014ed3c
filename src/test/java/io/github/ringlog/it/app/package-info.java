/**
 * The applications that the tests start, and the Log4j plugins that they use.
 */
package io.github.ringlog.it.app;
