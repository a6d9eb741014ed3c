// Reads the two endpoints. What is absent or not a number becomes null here, so that the rest of the page
// has one thing to check.

import { number, seconds } from "./format.js";

const ROUTE = "/demoapp/**";

const PATIENCE = 4000;

export const NO_REQUESTS = Object.freeze({ count: 0, time: 0 });

// Whether the registry has requests of the route. Asking for a tag that it lacks would be a 404, which the
// browser reports on its console.
let routeKnown = false;

/** The state of logging, from one answer of /actuator/ringlog: all its numbers are of one moment. */
export async function readLogging(signal) {
	const answer = await json("/actuator/ringlog", signal);
	const { buffer = {}, overflow = {}, writer = {}, events = {} } = answer;
	const isolated = appenders(answer.appenders);
	return {
		at: performance.now() / 1000,
		mode: String(answer.mode ?? "unknown"),
		reason: text(answer.reason),
		selector: text(answer.contextSelector),
		hasBuffer: typeof answer.buffer === "object" && answer.buffer !== null,
		capacity: number(buffer?.capacity),
		used: number(buffer?.used),
		fill: number(buffer?.fill),
		peak: number(buffer?.peak),
		waitStrategy: text(buffer?.waitStrategy),
		policy: text(overflow?.policy),
		switched: switched(overflow?.switched),
		lag: seconds(writer?.lag),
		stalled: writer?.stalled === true,
		errors: number(writer?.errors),
		lastError: writer?.lastError ?? null,
		published: number(events?.published),
		written: number(events?.written),
		synchronous: number(events?.synchronous),
		blockedCount: number(events?.blocked?.count),
		blockedTime: seconds(events?.blocked?.time),
		dropped: number(events?.dropped?.total),
		droppedBy: pairs(events?.dropped?.byLevel),
		appenders: isolated,
		// What isolated appenders have dropped, which the main ring knows nothing of.
		missed: (isolated.length === 0) ? null : isolated.reduce((sum, { dropped }) => sum + (dropped ?? 0), 0),
		settings: answer.settings ?? null,
		findings: Array.isArray(answer.findings) ? answer.findings : null,
	};
}

/** How many requests the route has answered, and how many seconds that took in all; null where that cannot be read. */
export async function readRequests(signal) {
	try {
		routeKnown ||= await knowsRoute(signal);
		return (routeKnown) ? await readRoute(signal) : NO_REQUESTS;
	}
	catch (error) {
		signal.throwIfAborted();
		routeKnown = false;
		return null;
	}
}

async function knowsRoute(signal) {
	const { names = [] } = await json("/actuator/metrics", signal);
	if (!names.includes("http.server.requests")) {
		return false;
	}
	const { availableTags = [] } = await json("/actuator/metrics/http.server.requests", signal);
	return availableTags.some(({ tag, values }) => tag === "uri" && values.includes(ROUTE));
}

async function readRoute(signal) {
	const { measurements } = await json(`/actuator/metrics/http.server.requests?tag=${encodeURIComponent(`uri:${ROUTE}`)}`,
		signal);
	const value = (name) => number(measurements.find(({ statistic }) => statistic === name)?.value);
	return { count: value("COUNT"), time: value("TOTAL_TIME") };
}

async function json(path, signal) {
	const response = await fetch(path, {
		cache: "no-store",
		headers: { Accept: "application/json" },
		signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
	});
	if (!response.ok) {
		throw new Error(`${path.split("?")[0]} answers ${response.status}`);
	}
	return (await response.json()) ?? {};
}

function text(value) {
	return (value === undefined || value === null) ? null : String(value);
}

function switched(by) {
	if (typeof by !== "object" || by === null) {
		return null;
	}
	return { from: text(by.from), by: text(by.by), until: number(Date.parse(by.until)) };
}

function appenders(byName) {
	return Object.entries(byName ?? {}).map(([name, appender]) => ({
		name,
		capacity: number(appender?.capacity),
		used: number(appender?.used),
		written: number(appender?.written),
		dropped: number(appender?.dropped?.total),
		droppedBy: pairs(appender?.dropped?.byLevel),
		lag: seconds(appender?.writer?.lag),
		stalled: appender?.writer?.stalled === true,
		errors: number(appender?.writer?.errors),
		lastError: appender?.writer?.lastError ?? null,
	}));
}

function pairs(byLevel) {
	const result = {};
	for (const [level, reasons] of Object.entries(byLevel ?? {})) {
		for (const [reason, value] of Object.entries(reasons ?? {})) {
			result[`${level.toUpperCase()} ${reason}`] = number(value) ?? 0;
		}
	}
	return result;
}
