package io.github.ringlog.json;

import java.util.function.Supplier;

import io.github.ringlog.text.ByteEncoder;

/**
 * A structured format with its settings.
 *
 * @param format the format
 * @param settings the settings
 */
record StructuredFormat(JsonFormat format, JsonSettings settings) implements Supplier<ByteEncoder> {

	@Override
	public ByteEncoder get() {
		return new JsonEncoder(this.format, this.settings);
	}

}
