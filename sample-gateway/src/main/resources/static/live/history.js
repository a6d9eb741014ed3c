// What the plots show: the samples of the last minutes, as the columns that uPlot takes.

const SPAN = 300;

// A rate over a longer time than this is the mean of what nobody looked at: a gap is more honest.
const LONGEST_INTERVAL = 6;

export class History {

	times = [];

	columns = { used: [], peak: [], capacity: [], published: [], written: [], synchronous: [], dropped: [], missed: [], blocked: [],
		lag: [], requests: [], latency: [] };

	// The dropped rates of each sample by level and reason, for the legend.
	droppedBy = [];

	#last = null;

	/** Adds what was read at a time (in seconds since 1970), and returns the rates since the sample before. */
	add(time, logging, requests) {
		const rates = ratesBetween(this.#last, { logging, requests });
		this.#push(time, {
			used: logging.used,
			peak: logging.peak,
			capacity: logging.capacity,
			lag: logging.lag,
			...rates,
		}, rates.droppedBy);
		this.#last = { logging, requests };
		return rates;
	}

	/** Interrupts the lines: nothing is known between the sample before and the next one. */
	interrupt(time) {
		if (this.#last !== null) {
			this.#push(time, {}, {});
			this.#last = null;
		}
	}

	/** The first and the last time to show: it starts as one minute and grows to five. */
	range() {
		const last = this.times.at(-1) ?? Date.now() / 1000;
		const shown = Math.min(Math.max(last - (this.times[0] ?? last), 60), SPAN);
		return [last - shown, last];
	}

	#push(time, values, droppedBy) {
		this.times.push(time);
		this.droppedBy.push(droppedBy);
		for (const [name, column] of Object.entries(this.columns)) {
			column.push(values[name] ?? null);
		}
		const old = this.times.findIndex((each) => each >= time - SPAN);
		if (old > 0) {
			[this.times, this.droppedBy, ...Object.values(this.columns)].forEach((column) => column.splice(0, old));
		}
	}

}

function ratesBetween(before, now) {
	const elapsed = (before === null) ? Infinity : now.logging.at - before.logging.at;
	if (elapsed > LONGEST_INTERVAL || elapsed <= 0) {
		return { droppedBy: {} };
	}
	// A counter that has fallen is that of another process: there is no rate between the two.
	const grown = (from, to) => (from === null || to === null || to < from) ? null : to - from;
	const rate = (from, to) => {
		const growth = grown(from ?? null, to ?? null);
		return (growth === null) ? null : growth / elapsed;
	};
	const rateOf = (name) => rate(before.logging[name], now.logging[name]);
	const answered = grown(before.requests?.count ?? null, now.requests?.count ?? null);
	const taken = grown(before.requests?.time ?? null, now.requests?.time ?? null);
	const droppedBy = {};
	for (const [pair, total] of Object.entries(now.logging.droppedBy)) {
		const each = rate(before.logging.droppedBy[pair] ?? 0, total);
		if (each) {
			droppedBy[pair] = each;
		}
	}
	return {
		published: rateOf("published"),
		written: rateOf("written"),
		synchronous: rateOf("synchronous"),
		dropped: rateOf("dropped"),
		missed: rateOf("missed"),
		blocked: rateOf("blockedTime"),
		requests: (answered === null) ? null : answered / elapsed,
		latency: (answered && taken !== null) ? taken / answered : null,
		droppedBy,
	};
}
