// The top of the page: the gauge, the sentence, and the numbers that matter.

import { byId, element, setText } from "./dom.js";
import { count, dayAndTime, duration, percent, plural, rate, time } from "./format.js";
import { ringState, verdict } from "./verdict.js";

const perSecond = (value) => (value === null || value === undefined) ? "" : `${rate(value)} per second`;

// A tile is left out where its value cannot be read.
const NUMBERS = [
	{ id: "published", label: "Published", value: (logging) => logging.published, format: count,
		note: (logging, rates) => perSecond(rates.published) },
	{ id: "dropped", label: "Dropped", value: lost, format: count,
		note: (logging, rates) => [(logging.missed > 0) ? `${count(logging.missed)} by isolated appenders` : null,
			(lost(logging) === 0) ? "none since the start"
				: (rates.dropped > 0 || rates.missed > 0) ? perSecond((rates.dropped ?? 0) + (rates.missed ?? 0)) : "none right now"]
			.filter(Boolean).join(", "),
		alarm: (logging) => lost(logging) > 0 },
	{ id: "used", label: "In the ring", value: (logging) => logging.used, format: count,
		note: (logging) => `of ${count(logging.capacity)} slots` },
	{ id: "peak", label: "Peak", value: (logging) => logging.peak, format: count,
		note: () => "highest of two minutes" },
	{ id: "lag", label: "Writer lag", value: (logging) => logging.lag, format: duration,
		note: () => "age of the oldest event", alarm: (logging) => logging.stalled },
	{ id: "blocked", label: "Callers blocked", value: (logging) => logging.blockedTime, format: duration,
		note: (logging) => (logging.blockedCount === null) ? "since the start" : plural(logging.blockedCount, "wait") },
];

// What did not get to all appenders: dropped by the main ring or by that of an isolated appender.
function lost({ dropped, missed }) {
	return (dropped === null) ? missed : dropped + (missed ?? 0);
}

export class Summary {

	#tiles = NUMBERS.map((spec) => {
		const value = element("dd", { class: "value" });
		const note = element("dd", { class: "note" });
		const tile = element("div", { id: `number-${spec.id}` }, element("dt", {}, spec.label), value, note);
		tile.hidden = true;
		return { spec, tile, value, note };
	});

	#last = null;

	#announced = null;

	constructor() {
		byId("numbers").append(...this.#tiles.map(({ tile }) => tile));
	}

	/** Shows what was read. */
	show(logging, rates) {
		this.#last = Date.now();
		const { state, sentence, details } = verdict(logging, rates);
		this.#say(state, sentence, details.filter(Boolean).map(finished).join(" "));
		this.#connection("live", "Live");
		setText(byId("mode"), (logging.mode === "async") ? "Asynchronous"
			: (logging.mode === "sync") ? "Synchronous" : logging.mode);
		byId("mode").title = [logging.reason, logging.selector].filter(Boolean).join(" · ");
		setText(byId("shape"), shape(logging));
		this.#showGauge(logging, ringState(logging, rates));
		for (const { spec, tile, value, note } of this.#tiles) {
			tile.hidden = spec.value(logging) === null;
			setText(value, spec.format(spec.value(logging)));
			setText(note, spec.note(logging, rates));
			tile.classList.toggle("alarm", spec.alarm?.(logging) === true);
		}
		byId("numbers").hidden = this.#tiles.every(({ tile }) => tile.hidden);
	}

	/** Says that there was no answer; what was shown before stays, and is called old. */
	showStale(reason) {
		const since = (this.#last === null) ? "" : ` Below is what it said at ${time(this.#last)}.`;
		this.#say("stale", `The gateway does not answer.${since}`, reason);
		this.#connection("stale", "No answer, trying again");
	}

	showPaused() {
		this.#connection("paused", "Paused");
	}

	#say(state, sentence, detail) {
		byId("page").dataset.state = state;
		setText(byId("sentence"), sentence);
		setText(byId("detail"), detail);
		// Announced when it becomes another state, not when a figure in it moves.
		if (this.#announced !== state) {
			this.#announced = state;
			setText(byId("announcer"), sentence);
		}
	}

	#connection(state, text) {
		byId("connection").dataset.state = state;
		setText(byId("connection-text"), text);
	}

	#showGauge({ fill, peak, capacity }, state) {
		byId("gauge").toggleAttribute("hidden", fill === null);
		byId("gauge").dataset.ring = state;
		setText(byId("gauge-value"), percent(fill));
		// What is not nothing shows, however little it is.
		const arc = (ratio) => `${(ratio) ? Math.max(ratio * 100, 0.4) : 0} 100`;
		byId("gauge-used").setAttribute("stroke-dasharray", arc(fill));
		byId("gauge-peak").setAttribute("stroke-dasharray", arc((peak !== null && capacity) ? peak / capacity : 0));
		byId("gauge").setAttribute("aria-label", `The ring is ${percent(fill)} full`);
	}

}

// What the endpoint says may lack the full stop.
function finished(sentence) {
	return (/[.!?…]$/.test(sentence)) ? sentence : `${sentence}.`;
}

function shape({ capacity, waitStrategy, policy, switched }) {
	return [(capacity === null) ? null : `ring of ${count(capacity)}`, (waitStrategy === null) ? null : `${waitStrategy} wait`,
		(policy === null) ? null : `${policy} when full`, (switched === null) ? null : switchOf(switched)].filter(Boolean).join(" · ");
}

function switchOf({ from, by, until }) {
	return ["switched", (from === null) ? null : `from ${from}`, (by === null) ? null : `by ${by}`,
		(until === null) ? null : `until ${dayAndTime(until)}`].filter(Boolean).join(" ");
}
