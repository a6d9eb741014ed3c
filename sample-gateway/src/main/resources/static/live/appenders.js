// The appenders with a ring of their own, a row for each.

import { byId, element, setText } from "./dom.js";
import { count, duration, percent, plural } from "./format.js";

const COLUMNS = [
	{ title: "In its ring", text: ({ used, capacity }) => (used === null || !capacity) ? "–"
		: `${count(used)} of ${count(capacity)}, ${percent(used / capacity)}` },
	{ title: "Written", text: ({ written }) => count(written) },
	{ title: "Dropped", text: ({ dropped, droppedBy }) => [count(dropped),
		...Object.entries(droppedBy).map(([pair, value]) => `${pair} ${count(value)}`)].join(", "),
		alarm: ({ dropped }) => dropped > 0 },
	{ title: "Lag", text: ({ lag }) => duration(lag) },
	{ title: "Writer", text: ({ stalled, errors, lastError }) => [(stalled) ? "stalled" : "runs",
		(errors) ? plural(errors, "error") : null, lastError?.message].filter(Boolean).join(", "),
		alarm: ({ stalled, errors }) => stalled || errors > 0 },
];

let names = "";
let cells = [];

export function showAppenders({ appenders }) {
	byId("appenders-section").hidden = appenders.length === 0;
	const now = JSON.stringify(appenders.map(({ name }) => name));
	if (now !== names) {
		names = now;
		build(appenders);
	}
	appenders.forEach((appender, row) => COLUMNS.forEach(({ text, alarm }, column) => {
		setText(cells[row][column], text(appender));
		cells[row][column].classList.toggle("alarm", alarm?.(appender) === true);
	}));
}

function build(appenders) {
	cells = appenders.map(() => COLUMNS.map(({ title }) => element("td", { "data-title": title })));
	const head = ["Appender", ...COLUMNS.map(({ title }) => title)].map((title) => element("th", { scope: "col" }, title));
	byId("appenders").replaceChildren(element("table", { "aria-labelledby": "appenders-title" },
		element("thead", {}, element("tr", {}, ...head)),
		element("tbody", {}, ...appenders.map(({ name }, row) => element("tr", {},
			element("th", { scope: "row" }, element("code", {}, name)), ...cells[row])))));
}
