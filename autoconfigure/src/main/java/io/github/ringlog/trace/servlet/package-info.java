/**
 * A servlet filter gives each request its id, and takes Tomcat and Jetty along, which
 * write lines of their own when the filters are done.
 */
@NullMarked
package io.github.ringlog.trace.servlet;

import org.jspecify.annotations.NullMarked;
