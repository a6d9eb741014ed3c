// A plot: a card with a title, the values at the cursor, and the lines.
// The page loads uPlot, whose minified file is no module, before this one.

import { element, setText } from "./dom.js";
import { axis, time, timeOfTick } from "./format.js";

// A label at the very edge would be cut.
function fits(uplot, split) {
	return uplot.valToPos(split, "x") < uplot.bbox.width / devicePixelRatio - 22;
}

// The last tick of an axis: the least round number that is not below a value, so that no curve goes beyond it.
function lastTick(value) {
	const power = 10 ** Math.floor(Math.log10(value));
	return [1, 2, 4, 6, 8, 10].find((digit) => digit * power >= value) * power;
}

const palette = new Map();

/** Has the colours read again: the reader has another colour scheme now. */
export function forgetColors() {
	palette.clear();
}

function color(name, alpha = "") {
	if (!palette.has(name)) {
		palette.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
	}
	return palette.get(name) + alpha;
}

export class Plot {

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
		this.#showValues();
	}

	/** Puts the cursor back on the time that it was held on. */
	holdOn() {
		if (this.#held !== null) {
			this.#hold(this.#held);
		}
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

	// Puts the cursor of all plots on a time; null lets it go.
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
			+ this.#spec.series.map(({ label }, i) => `${label} ${texts[i]}`)
				.filter((_, i) => !this.#values[i].parentElement.hidden).join(", "));
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
				y: { range: (_, low, high) => [0, lastTick(Math.max(floor, (high ?? 0) * 1.02))] },
			},
			axes: [
				{ ...axes, grid: { show: false }, size: 24, gap: 6, space: 60,
					values: (uplot, splits, _, __, step) => splits.map((each) => fits(uplot, each) ? timeOfTick(each * 1000, step < 60) : "") },
				{ ...axes, grid, size: 54, gap: 8, splits: (_, __, ___, last) => [0, last / 2, last],
					values: (_, splits) => splits.map((each) => ticks(each)) },
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
