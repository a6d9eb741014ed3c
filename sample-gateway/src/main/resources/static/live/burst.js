// The burst: many requests from this browser, so that there is something to see.

import { byId, setText } from "./dom.js";
import { count, duration, plural, rate } from "./format.js";

const PATH = "/demoapp/greeting";

// The key of the client "demo" in application.yml.
const HEADERS = { "X-Api-Key": "demo-key" };

// What a request leaves in the log of a gateway that embeds its backend.
const LINES = 10;

// Browsers open six connections to a server: some are left for the page's own questions.
const LANES = 4;

const PATIENCE = 10_000;

// So many failures, and the rest is not tried.
const HOPELESS = 20;

// The last lines of a request are logged after its answer was sent.
const SETTLING = 3000;

/** Makes the button work. Returns an object whose "running" tells whether a burst is under way. */
export function createBurst(readLogging) {
	const burst = { running: false };
	byId("burst").addEventListener("submit", async (event) => {
		event.preventDefault();
		if (burst.running) {
			return;
		}
		const size = Number(new FormData(event.target).get("size"));
		burst.running = true;
		busy(true);
		try {
			await run(size, readLogging);
		}
		finally {
			burst.running = false;
			busy(false);
		}
	});
	return burst;
}

async function run(size, readLogging) {
	report("running", `0 of ${count(size)} requests answered`);
	const before = await readOrNull(readLogging);
	const start = performance.now();
	const { answered, failed } = await send(size, (done) => {
		byId("burst-progress").value = done / size;
		report("running", `${count(done)} of ${count(size)} requests answered`);
	});
	const took = (performance.now() - start) / 1000;
	const sentence = `${count(answered)} of ${count(size)} requests answered in ${duration(took)}, ${rate(answered / took)} per second.`;
	const lines = await compare(before, answered * LINES, readLogging);
	report((failed || answered < size || !lines.enough) ? "doubt" : "done", `${sentence} ${lines.text}`);
	setText(byId("announcer"), `${sentence} ${lines.text}`);
}

async function send(size, progress) {
	let sent = 0;
	let shown = 0;
	let answered = 0;
	let failed = 0;
	async function lane() {
		while (sent < size && failed < HOPELESS) {
			sent++;
			try {
				const response = await fetch(PATH, { headers: HEADERS, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
				await response.arrayBuffer();
				if (!response.ok) {
					throw new Error(`${PATH} answers ${response.status}`);
				}
				answered++;
			}
			catch {
				failed++;
			}
			// Drawing costs time that the requests need.
			if (performance.now() - shown > 100) {
				shown = performance.now();
				progress(answered);
			}
		}
	}
	await Promise.all(Array.from({ length: LANES }, lane));
	return { answered, failed };
}

/** Compares the lines that the requests should have left with what the ring has counted meanwhile. */
async function compare(before, expected, readLogging) {
	if (before === null || before.published === null) {
		return { enough: true, text: `${plural(expected, "line")} expected; Ringlog has no ring that counts them.` };
	}
	const deadline = performance.now() + SETTLING;
	let growth = null;
	do {
		growth = growthSince(before, await readOrNull(readLogging)) ?? growth;
	} while (growth !== null && growth.all < expected && performance.now() < deadline && await pause(100));
	if (growth === null) {
		return { enough: false, text: "How many lines they left is not known." };
	}
	const others = [(growth.synchronous) ? `${count(growth.synchronous)} written by callers` : null,
		(growth.dropped) ? `${count(growth.dropped)} dropped and counted` : null,
		(growth.missed) ? `${count(growth.missed)} missed by isolated appenders` : null].filter(Boolean);
	return { enough: growth.all >= expected && growth.dropped === 0 && growth.missed === 0,
		text: `${plural(expected, "line")} expected, ${[`${count(growth.published)} published`, ...others].join(", ")}.`
			+ ((growth.all < expected) ? " Fewer: does the backend run in another process?" : "") };
}

function growthSince(before, now) {
	if (now === null || now.published === null || now.published < before.published) {
		return null;
	}
	const [published, synchronous, dropped, missed] = ["published", "synchronous", "dropped", "missed"]
		.map((name) => (now[name] ?? 0) - (before[name] ?? 0));
	return { published, synchronous, dropped, missed, all: published + synchronous + dropped };
}

async function readOrNull(readLogging) {
	try {
		return await readLogging(AbortSignal.timeout(PATIENCE));
	}
	catch {
		return null;
	}
}

function pause(millis) {
	return new Promise((resolve) => setTimeout(() => resolve(true), millis));
}

function report(state, text) {
	byId("burst").dataset.state = state;
	setText(byId("burst-result"), text);
}

// Not "disabled": that would take the focus away from whoever has pressed it.
function busy(running) {
	byId("burst-button").setAttribute("aria-disabled", String(running));
	setText(byId("burst-button"), (running) ? "Sending …" : "Send the burst");
	byId("burst-progress").value = 0;
	byId("burst").querySelectorAll("input").forEach((input) => {
		input.disabled = running;
	});
}
