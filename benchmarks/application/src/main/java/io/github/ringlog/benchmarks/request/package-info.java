/**
 * A web application whose endpoint logs eight lines or none, and what sends it requests.
 */
@NullMarked
package io.github.ringlog.benchmarks.request;

import org.jspecify.annotations.NullMarked;
