// Asks once per second, and shows the answer.

import { showAppenders } from "./appenders.js";
import { createBurst } from "./burst.js";
import { byId } from "./dom.js";
import { History } from "./history.js";
import { createPlots } from "./plots.js";
import { readLogging, readRequests } from "./source.js";
import { Summary } from "./summary.js";
import { showTables } from "./tables.js";

const PERIOD = 1000;

// A burst is over in a few seconds: it is looked at more closely.
const PERIOD_IN_BURST = 500;

const LONGEST_PERIOD = 5000;

const history = new History();
const summary = new Summary();
const drawPlots = createPlots(byId("plots"), history);
const burst = createBurst(readLogging);

let failures = 0;
let timer = 0;
let asking = null;

async function ask() {
	const started = performance.now();
	asking = new AbortController();
	const { signal } = asking;
	let answers = null;
	try {
		answers = await Promise.all([readLogging(signal), readRequests(signal)]);
		failures = 0;
	}
	catch (error) {
		if (!signal.aborted) {
			failures++;
			history.interrupt(Date.now() / 1000);
			summary.showStale(reasonOf(error));
		}
	}
	if (signal.aborted) {
		return;
	}
	const period = (failures > 0) ? Math.min(PERIOD * failures, LONGEST_PERIOD) : (burst.running) ? PERIOD_IN_BURST : PERIOD;
	timer = setTimeout(ask, Math.max(period - (performance.now() - started), 50));
	if (answers !== null) {
		show(...answers);
	}
}

function show(logging, requests) {
	const rates = history.add(Date.now() / 1000, logging, requests);
	summary.show(logging, rates);
	drawPlots(logging);
	showAppenders(logging);
	showTables(logging);
}

function reasonOf(error) {
	return (error.name === "TimeoutError") ? "It takes longer than four seconds."
		: (error.name === "TypeError") ? "It cannot be reached." : `${error.message}.`;
}

function askOnlyWhileSeen() {
	clearTimeout(timer);
	asking?.abort();
	if (document.hidden) {
		history.interrupt(Date.now() / 1000);
		summary.showPaused();
	}
	else {
		ask();
	}
}

document.addEventListener("visibilitychange", askOnlyWhileSeen);
askOnlyWhileSeen();
