package io.github.ringlog.trace;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts ids by source, independently of a meter registry, which an application may lack.
 * Safe for use by several threads.
 *
 * @param incoming valid ids of requests
 * @param generated new ids
 * @param rejected invalid ids of requests
 */
record TraceIdCounts(LongAdder incoming, LongAdder generated, LongAdder rejected) {

	TraceIdCounts() {
		this(new LongAdder(), new LongAdder(), new LongAdder());
	}

}
