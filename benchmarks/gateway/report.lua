-- A line for results.csv: requests, seconds, failed, and latencies in milliseconds.
done = function(summary, latency)
	local errors = summary.errors
	local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
	io.write(string.format("csv %d,%.3f,%d,%.2f,%.2f,%.2f,%.2f\n", summary.requests, summary.duration / 1e6, failed,
		latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency:percentile(99.9) / 1e3, latency.max / 1e3))
end
