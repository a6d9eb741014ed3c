/**
 * A servlet application that logs with trace ids.
 */
package io.github.ringlog.it.app.trace.servlet;
