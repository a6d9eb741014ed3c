/**
 * The report: tables and plots that are made from raw results, and nothing else.
 */
@NullMarked
package io.github.ringlog.benchmarks.peers.report;

import org.jspecify.annotations.NullMarked;
