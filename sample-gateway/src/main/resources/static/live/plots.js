// The plots: what each shows, and how it looks.

import uPlot from "./uplot/uPlot.esm.js";
import { element, setText } from "./dom.js";
import { axis, count, duration, percent, rate, time, timeOfTick } from "./format.js";

const perSecond = (value) => (value === null) ? "–" : `${rate(value)}/s`;

// "floor" is the least that the vertical axis reaches, so that noise does not look like a mountain.
const PLOTS = [
	{
		id: "events", title: "Log events", unit: "a second", floor: 10, format: perSecond,
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
		id: "dropped", title: "Dropped", unit: "events a second", floor: 1, format: perSecond,
		needs: (logging) => logging.dropped !== null,
		series: [{ column: "dropped", label: "dropped", color: "red", filled: true }],
		details: (history, index) => Object.entries(history.droppedBy[index] ?? {})
			.map(([pair, value]) => [pair, perSecond(value)]),
	},
	{
		id: "blocked", title: "Callers blocked", unit: "time a second, all together", floor: 0.01,
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
		id: "requests", title: "Gateway requests", unit: "a second", floor: 2, format: perSecond,
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
		palette.clear();
		plots.forEach((plot) => plot.redraw());
	});
	return (logging) => plots.forEach((plot) => plot.update(logging));
}

// A label at the very edge would be cut.
function fits(uplot, split) {
	return uplot.valToPos(split, "x") < uplot.bbox.width / devicePixelRatio - 22;
}

const palette = new Map();

function color(name, alpha = "") {
	if (!palette.has(name)) {
		palette.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
	}
	return palette.get(name) + alpha;
}

class Plot {

	#spec;

	#history;

	#legend = element("ul", { class: "legend" });

	#note = element("p", { class: "note" });

	#host = element("div", { class: "canvas" });

	#values;

	#uplot = null;

	// The time that was chosen with the keyboard.
	#held = null;

	constructor(spec, history) {
		this.#spec = spec;
		this.#history = history;
		this.#values = spec.series.map(() => element("b"));
		spec.series.forEach((series, index) => this.#legend.append(element("li",
			{ "data-color": series.color, "data-line": (series.dash) ? "dashed" : "solid" }, element("span", {}, series.label), this.#values[index])));
		this.figure = element("figure", { class: "card plot", id: `plot-${spec.id}`, tabindex: "0", role: "group" },
			element("figcaption", {}, element("h3", {}, spec.title), element("p", { class: "unit" }, spec.unit), this.#note),
			this.#legend, this.#host);
		this.figure.hidden = true;
		this.figure.addEventListener("keydown", (event) => this.#step(event));
		this.figure.addEventListener("blur", () => this.#hold(null));
		new ResizeObserver(() => this.#fit()).observe(this.#host);
	}

	update(logging) {
		this.figure.hidden = this.#spec.needs?.(logging) === false;
		setText(this.#note, this.#spec.note?.(logging) ?? "");
		if (this.figure.hidden) {
			return;
		}
		const data = [this.#history.times, ...this.#spec.series.map(({ column }) => this.#history.columns[column])];
		if (this.#uplot === null) {
			this.#uplot = new uPlot(this.#options(), data, this.#host);
			// For whoever looks into the page with the tools of a browser, tests for one.
			this.figure.plot = this.#uplot;
		}
		else {
			this.#uplot.setData(data);
		}
		this.#showSeries();
		if (this.#held !== null) {
			this.#hold(this.#held);
		}
		this.#showValues();
	}

	redraw() {
		this.#uplot?.redraw(false);
	}

	#fit() {
		const { clientWidth: width, clientHeight: height } = this.#host;
		if (width > 0 && this.#uplot !== null) {
			this.#uplot.setSize({ width, height });
		}
	}

	// The arrows walk through the samples.
	#step(event) {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		if (step && this.#uplot !== null) {
			event.preventDefault();
			const { times } = this.#history;
			const from = (this.#held === null) ? times.length - 1 : Math.max(times.indexOf(this.#held), 0);
			this.#hold(times[Math.min(Math.max(from + step, 0), times.length - 1)]);
		}
	}

	// Keeps the cursor of all plots on a time, while what they show moves on; null lets it go.
	#hold(time) {
		const moved = time !== null || this.#held !== null;
		this.#held = time;
		if (this.#uplot !== null && moved) {
			const left = (time === null) ? -10 : this.#uplot.valToPos(time, "x");
			this.#uplot.setCursor({ left, top: (time === null) ? -10 : 1 }, true, true);
		}
	}

	#showSeries() {
		this.#spec.series.forEach(({ column, onlyIfAny }, i) => {
			const show = onlyIfAny !== true || this.#history.columns[column].some((value) => value > 0);
			if (this.#uplot.series[i + 1].show !== show) {
				this.#uplot.setSeries(i + 1, { show });
			}
			this.#values[i].parentElement.hidden = !show;
		});
	}

	#showValues() {
		const pointed = this.#uplot.cursor.idx;
		const index = pointed ?? this.#history.times.length - 1;
		const texts = this.#spec.series.map(({ column }, i) => {
			const text = this.#spec.format(this.#history.columns[column][index] ?? null);
			setText(this.#values[i], text);
			return text;
		});
		this.#showDetails(this.#spec.details?.(this.#history, index) ?? []);
		const moment = (pointed === null || pointed === undefined) ? "now" : time(this.#history.times[index] * 1000);
		this.figure.setAttribute("aria-label", `${this.#spec.title}, ${moment}: `
			+ this.#spec.series.map(({ label }, i) => `${label} ${texts[i]}`).join(", "));
	}

	#showDetails(details) {
		this.#legend.querySelectorAll(".extra").forEach((each) => each.remove());
		this.#legend.append(...details.map(([label, text]) =>
			element("li", { class: "extra" }, element("span", {}, label), element("b", {}, text))));
	}

	#options() {
		const { floor, ticks = axis, series } = this.#spec;
		const grid = { stroke: () => color("grid"), width: 1 };
		const axes = { stroke: () => color("muted"), font: `11px ${getComputedStyle(document.body).fontFamily}`,
			ticks: { show: false } };
		return {
			width: this.#host.clientWidth || 300,
			height: this.#host.clientHeight || 150,
			padding: [8, 4, 0, 0],
			legend: { show: false },
			cursor: { sync: { key: "live", scales: ["x", null] }, y: false, drag: { x: false, y: false },
				points: { size: 7, width: 2 } },
			scales: {
				x: { range: () => this.#history.range() },
				y: { range: (_, low, high) => [0, Math.max(floor, (high ?? 0) * 1.1)] },
			},
			axes: [
				{ ...axes, grid: { show: false }, size: 24, gap: 6, space: 70,
					values: (uplot, splits, _, __, step) => splits.map((each) => fits(uplot, each) ? timeOfTick(each * 1000, step < 60) : "") },
				{ ...axes, grid, size: 54, gap: 8, space: 34, values: (_, splits) => splits.map((each) => ticks(each)) },
			],
			series: [{}, ...series.map((each) => ({
				label: each.label,
				stroke: () => color(each.color),
				fill: (each.filled) ? () => color(each.color, "24") : undefined,
				width: (each.outOfScale) ? 1 : 1.75,
				dash: each.dash,
				auto: each.outOfScale !== true,
				points: { show: each.points === true, size: 3, stroke: () => color(each.color), fill: () => color(each.color) },
			}))],
			hooks: { setCursor: [() => this.#showValues()] },
		};
	}

}
