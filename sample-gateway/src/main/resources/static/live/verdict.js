// One sentence about the state of logging, for people who have a second.

import { count, duration, percent, plural, rate } from "./format.js";

const NEARLY_FULL = 0.8;

/** How the ring is: "good", "notice" for nearly full, or "bad" for drops and a stalled writer. */
export function ringState(logging, rates) {
	return (logging.stalled || rates.dropped > 0) ? "bad" : (logging.fill >= NEARLY_FULL) ? "notice" : "good";
}

/**
 * What to say: how bad it is ("good", "notice", "bad" or "off"), the sentence, and a detail or two.
 * @param logging what was read last
 * @param rates the rates since the sample before
 */
export function verdict(logging, rates) {
	if (logging.mode !== "async") {
		return { state: "off", sentence: "Logging is synchronous.",
			details: [logging.reason, "There is no ring to show; requests of the gateway are below."] };
	}
	if (!logging.hasBuffer) {
		return { state: "off", sentence: "Logging is asynchronous, and not by Ringlog.",
			details: [logging.reason, "There is no ring of Ringlog's to show; requests of the gateway are below."] };
	}
	const isolated = appenders(logging);
	const full = fullness(logging);
	const details = [dropsSoFar(logging), errors(logging), isolated];
	if (logging.stalled) {
		return { state: "bad", sentence: `The writer is stalled. ${full}`,
			details: [(logging.lag) ? `The oldest event has waited for ${duration(logging.lag)}.` : null, ...details] };
	}
	if (rates.dropped > 0) {
		const pairs = Object.entries(rates.droppedBy).map(([pair, value]) => `${pair} ${rate(value)}/s`);
		return { state: "bad", sentence: `Events are dropped, ${rate(rates.dropped)} per second. ${full}`,
			details: [pairs.join(", "), errors(logging), isolated] };
	}
	if (rates.missed > 0) {
		return { state: "bad", sentence: `${missing(logging, "misses", "miss")} events, ${rate(rates.missed)} per second. ${full}`, details };
	}
	if (rates.blocked > 0) {
		return { state: "notice", sentence: `${dropped(logging)}Callers wait for the writer. ${full}`, details };
	}
	return { state: (logging.dropped || logging.errors || isolated || logging.fill >= NEARLY_FULL) ? "notice" : "good",
		sentence: `${dropped(logging)}${full}`, details };
}

function fullness(logging) {
	if (logging.fill === null) {
		return (logging.capacity === null) ? "There is no ring yet." : "";
	}
	const ring = (logging.appenders.length === 0) ? "The ring" : "The main ring";
	return `${ring} is ${(logging.fill === 0) ? "empty" : (logging.fill < 0.001) ? "nearly empty" : `${percent(logging.fill)} full`}.`;
}

function dropped(logging) {
	if (logging.missed > 0) {
		return `${missing(logging, "has", "have")} missed ${plural(logging.missed, "event")}. `;
	}
	if (logging.dropped === null) {
		return "";
	}
	return (logging.dropped === 0) ? "Nothing is dropped. " : "Nothing is dropped right now. ";
}

// The isolated appenders that have missed events, with a verb for one or for several.
function missing(logging, singular, several) {
	const names = logging.appenders.filter((appender) => appender.dropped > 0).map(({ name }) => name);
	return (names.length === 1) ? `${names[0]} ${singular}` : `${count(names.length)} appenders ${several}`;
}

function dropsSoFar(logging) {
	if (!logging.dropped) {
		return null;
	}
	const pairs = Object.entries(logging.droppedBy).map(([pair, value]) => `${pair} ${count(value)}`);
	return `${plural(logging.dropped, "event")} dropped before: ${pairs.join(", ")}.`;
}

// What is wrong with isolated appenders, each by itself.
function appenders(logging) {
	const troubles = logging.appenders
		.map(({ name, stalled, dropped, errors }) => [name, [(stalled) ? "is stalled" : null,
			(dropped) ? `has missed ${plural(dropped, "event")}` : null, (errors) ? `has met ${plural(errors, "error")}` : null]])
		.map(([name, trouble]) => [name, trouble.filter(Boolean).join(", ")])
		.filter(([, trouble]) => trouble)
		.map(([name, trouble]) => `${name} ${trouble}`);
	return (troubles.length === 0) ? null : `Isolated appenders: ${troubles.join("; ")}.`;
}

function errors(logging) {
	if (!logging.errors) {
		return null;
	}
	const last = logging.lastError?.message;
	return `The writer has met ${plural(logging.errors, "error")}${(last) ? `, the last: ${last}` : "."}`;
}
