/**
 * Tests across modules: real applications in JVMs of their own.
 */
package io.github.ringlog.it;
