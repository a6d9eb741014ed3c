/**
 * The parts that the servlet and the reactive application that log with trace ids share.
 */
package io.github.ringlog.it.app.trace;
