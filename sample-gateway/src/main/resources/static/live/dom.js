// Elements with text. Text is always set as text: what the endpoints answer is never read as markup.

export function byId(id) {
	return document.getElementById(id);
}

export function element(name, attributes = {}, ...children) {
	const result = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		result.setAttribute(key, value);
	}
	result.append(...children.filter((child) => child !== null && child !== undefined));
	return result;
}

/** Sets the text where it has changed, so that a selection, and who listens to it, are not disturbed. */
export function setText(target, text) {
	if (target.textContent !== text) {
		target.textContent = text;
	}
}
