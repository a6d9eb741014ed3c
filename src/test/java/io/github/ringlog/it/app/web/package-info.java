/**
 * An application with a server, in a package of its own: a component scan finds nothing
 * else here.
 */
package io.github.ringlog.it.app.web;
