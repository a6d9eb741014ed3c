/**
 * An application on Spring MVC, and the tests that its authors wrote for it.
 */
package io.github.ringlog.it.app.trace.testing.servlet;
