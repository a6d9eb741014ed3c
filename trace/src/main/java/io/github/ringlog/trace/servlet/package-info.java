/**
 * A servlet filter gives each request its id. Tomcat and Jetty log after the filters have
 * returned, so a valve and a scope listener bind the id for these lines, too.
 */
@NullMarked
package io.github.ringlog.trace.servlet;

import org.jspecify.annotations.NullMarked;
