// The findings and the settings. Both change seldom: they are built anew only when they did.

import { byId, element } from "./dom.js";
import { duration, seconds } from "./format.js";

let shown = "";

export function showTables({ findings, settings }) {
	const now = JSON.stringify([findings, settings]);
	if (now !== shown) {
		shown = now;
		show("findings", findings, findingsList);
		show("settings", settings, settingsTable);
	}
}

// What the endpoint does not tell has no place on the page: "none" would be a guess.
function show(id, given, toElement) {
	byId(`${id}-section`).hidden = given === null;
	byId(id).replaceChildren(...(given === null) ? [] : [toElement(given)]);
}

function findingsList(findings) {
	const readable = findings.filter((finding) => typeof finding === "object" && finding !== null);
	if (readable.length === 0) {
		return element("p", { class: "nothing" }, "None.");
	}
	return element("ol", { class: "findings" }, ...readable.map((finding) => element("li", {},
		element("p", { class: "finding-head" },
			element("span", { class: "severity", "data-severity": text(finding.severity).toLowerCase() }, text(finding.severity)),
			element("code", {}, text(finding.rule)), element("span", { class: "where" }, where(finding.where))),
		element("p", { class: "message" }, text(finding.message)),
		(finding.pattern) ? pattern(finding) : (finding.specifier) ? element("pre", {}, text(finding.specifier)) : null,
		(finding.advice) ? element("p", { class: "advice" }, text(finding.advice)) : null)));
}

// The pattern, with what was found marked in it.
function pattern({ pattern, specifier, position }) {
	const whole = text(pattern);
	const part = text(specifier);
	const start = (part && whole.startsWith(part, position)) ? position : (part) ? whole.indexOf(part) : -1;
	if (start < 0) {
		return element("pre", {}, whole);
	}
	return element("pre", {}, whole.slice(0, start), element("mark", {}, part), whole.slice(start + part.length));
}

function where(value) {
	if (typeof value !== "object" || value === null) {
		return text(value);
	}
	return Object.entries(value)
		.filter(([, name]) => name !== null)
		.map(([kind, name]) => `${kind} ${(name === "") ? "root" : text(name)}`)
		.join(", ");
}

function settingsTable(settings) {
	// What somebody chose comes first; the sort is stable.
	const rows = Object.entries(settings).sort(([, one], [, other]) => Number(isDefault(one)) - Number(isDefault(other)));
	if (rows.length === 0) {
		return element("p", { class: "nothing" }, "None.");
	}
	const head = ["Setting", "Value", "Set by"].map((title) => element("th", { scope: "col" }, title));
	return element("table", { "aria-labelledby": "settings-title" },
		element("thead", {}, element("tr", {}, ...head)),
		element("tbody", {}, ...rows.map(([name, setting]) => {
			const origin = text(setting?.origin);
			return element("tr", isDefault(setting) ? {} : { class: "chosen" },
				element("th", { scope: "row" }, element("code", {}, name)),
				element("td", { class: "setting-value" }, value(setting?.value)),
				element("td", { class: "origin" }, origin));
		})));
}

function isDefault(setting) {
	return setting?.origin === "default";
}

function value(given) {
	if (given === null || given === undefined || given === "" || (Array.isArray(given) && given.length === 0)) {
		return "none";
	}
	if (Array.isArray(given)) {
		return given.map(text).join(", ");
	}
	const length = (typeof given === "string" && given.startsWith("PT")) ? seconds(given) : null;
	return (length === null) ? text(given) : duration(length);
}

function text(value) {
	return (value === null || value === undefined) ? "" : (typeof value === "object") ? JSON.stringify(value) : String(value);
}
