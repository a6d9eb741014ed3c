// The plots: what each shows.

import { count, duration, percent, rate } from "./format.js";
import { forgetColors, Plot } from "./plot.js";

const perSecond = (value) => (value === null) ? "–" : `${rate(value)}/s`;

// "floor" is the least that the vertical axis reaches, so that noise does not look like a mountain.
const PLOTS = [
	{
		id: "events", title: "Log events", unit: "per second", floor: 10, format: perSecond,
		needs: (logging) => logging.published !== null || logging.written !== null,
		series: [
			{ column: "published", label: "published", color: "blue", filled: true },
			{ column: "written", label: "written", color: "orange", dash: [5, 4] },
			{ column: "synchronous", label: "synchronous", color: "pink", onlyIfAny: true },
		],
	},
	{
		id: "ring", title: "Ring", unit: "events", floor: 8, format: count,
		needs: (logging) => logging.used !== null,
		note: (logging) => (logging.fill === null) ? "" : `${percent(logging.fill)} of ${count(logging.capacity)}`,
		series: [
			{ column: "used", label: "used", color: "blue", filled: true },
			{ column: "peak", label: "peak of 2 min", color: "green", dash: [5, 4] },
			// Drawn when the others come near; it does not flatten them.
			{ column: "capacity", label: "capacity", color: "muted", outOfScale: true },
		],
	},
	{
		id: "dropped", title: "Dropped", unit: "events per second", floor: 1, format: perSecond,
		needs: (logging) => logging.dropped !== null,
		series: [
			{ column: "dropped", label: "dropped", color: "red", filled: true },
			{ column: "missed", label: "by isolated appenders", color: "pink", dash: [5, 4], onlyIfAny: true },
		],
		details: (history, index) => Object.entries(history.droppedBy[index] ?? {})
			.map(([pair, value]) => [pair, perSecond(value)]),
	},
	{
		id: "blocked", title: "Callers blocked", unit: "time per second, all callers", floor: 0.01,
		format: (value) => (value === null) ? "–" : `${duration(value)}/s`, ticks: duration,
		needs: (logging) => logging.blockedTime !== null,
		series: [{ column: "blocked", label: "blocked", color: "orange", filled: true }],
	},
	{
		id: "lag", title: "Writer lag", unit: "oldest event not yet written", floor: 0.01, format: duration, ticks: duration,
		needs: (logging) => logging.lag !== null,
		series: [{ column: "lag", label: "lag", color: "pink", filled: true }],
	},
	{
		id: "requests", title: "Gateway requests", unit: "per second", floor: 2, format: perSecond,
		series: [{ column: "requests", label: "answered", color: "green", filled: true }],
	},
	{
		id: "latency", title: "Gateway latency", unit: "mean", floor: 0.01, format: duration, ticks: duration,
		series: [{ column: "latency", label: "mean", color: "green", points: true }],
	},
];

/** Builds the plots into a container; the returned function draws the history and shows only what can be known. */
export function createPlots(container, history) {
	const plots = PLOTS.map((spec) => new Plot(spec, history));
	container.append(...plots.map((plot) => plot.figure));
	const colors = window.matchMedia("(prefers-color-scheme: dark)");
	colors.addEventListener("change", () => {
		forgetColors();
		plots.forEach((plot) => plot.redraw());
	});
	return (logging) => {
		plots.forEach((plot) => plot.update(logging));
		// uPlot moves its axes in a microtask of each plot: this one runs after them.
		queueMicrotask(() => plots.forEach((plot) => plot.holdOn()));
	};
}
