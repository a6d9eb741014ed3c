// Numbers, durations and times, read from the endpoints and written for people.

const NARROW_SPACE = "\u202f";

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const oneDecimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const dayAndMinutes = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const clockMinutes = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** A finite number, else null: JSON has NaN as a string, and what cannot be read is absent. */
export function number(value) {
	return (typeof value === "number" && Number.isFinite(value)) ? value : null;
}

/** The seconds of an ISO 8601 duration such as PT1M2.5S, or of a plain number; else null. */
export function seconds(value) {
	if (typeof value !== "string") {
		return number(value);
	}
	const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(value);
	if (!parts) {
		return null;
	}
	const [days, hours, minutes, rest] = parts.slice(1).map((part) => Number(part ?? 0));
	return ((days * 24 + hours) * 60 + minutes) * 60 + rest;
}

export function count(value) {
	return (value === null) ? "–" : (value < 1e7) ? whole.format(value) : compact.format(value);
}

export function rate(value) {
	return (value === null) ? "–" : (value < 10) ? oneDecimal.format(value) : count(value);
}

export function axis(value) {
	return (value < 1) ? twoDigits.format(value) : compact.format(value);
}

export function duration(value) {
	if (value === null) {
		return "–";
	}
	if (value < 0.001) {
		return (value === 0) ? "0 ms" : `${twoDigits.format(value * 1000)} ms`;
	}
	if (value < 1) {
		return `${(value < 0.01) ? oneDecimal.format(value * 1000) : whole.format(value * 1000)} ms`;
	}
	if (value < 60) {
		return `${oneDecimal.format(value)} s`;
	}
	return (value < 3600) ? `${Math.floor(value / 60)} min ${Math.floor(value % 60)} s`
		: `${whole.format(Math.floor(value / 3600))} h ${Math.floor(value % 3600 / 60)} min`;
}

/** A ratio in percent. Rounded down, so that only what is full is called 100%. */
export function percent(ratio) {
	if (ratio === null) {
		return "–";
	}
	if (ratio > 0 && ratio < 0.001) {
		return `<${NARROW_SPACE}0.1%`;
	}
	// The small addend undoes what binary fractions take away: 0.29 * 100 is 28.999…
	const value = ratio * 100 + 1e-9;
	return `${(ratio < 0.1) ? Math.floor(value * 10) / 10 : Math.floor(value)}%`;
}

/** The time of day of an instant in milliseconds since 1970, in the time zone of the reader. */
export function time(millis) {
	return clock.format(millis);
}

/** An instant that may be on another day. */
export function dayAndTime(millis) {
	return dayAndMinutes.format(millis);
}

export function timeOfTick(millis, withSeconds) {
	return (withSeconds ? clock : clockMinutes).format(millis);
}

/** "1 event", "2 events". */
export function plural(value, noun) {
	return `${count(value)} ${noun}${(value === 1) ? "" : "s"}`;
}
