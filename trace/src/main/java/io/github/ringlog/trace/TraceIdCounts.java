package io.github.ringlog.trace;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts ids by their source. Knows no registry of meters: an application may be without
 * one. Any thread may use it.
 *
 * @param incoming ids that requests have brought
 * @param generated ids that were made
 * @param rejected ids that requests have brought, and that were not valid
 */
record TraceIdCounts(LongAdder incoming, LongAdder generated, LongAdder rejected) {

	TraceIdCounts() {
		this(new LongAdder(), new LongAdder(), new LongAdder());
	}

}
