package io.github.ringlog.json;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteFormat;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;
import org.jspecify.annotations.Nullable;

/**
 * A structured format with its settings. Any thread may use it.
 */
final class StructuredFormat implements ByteFormat {

	private final JsonFormat format;

	private final JsonSettings settings;

	// Encoders that no thread uses at the moment. As many as have been used at once.
	private final Queue<ByteEncoder> spares = new ConcurrentLinkedQueue<>();

	StructuredFormat(JsonFormat format, JsonSettings settings) {
		this.format = format;
		this.settings = settings;
	}

	@Override
	public ByteEncoder newEncoder() {
		return new JsonEncoder(this.format, this.settings);
	}

	@Override
	public void encode(LogEvent event, ByteText target) {
		ByteEncoder spare = this.spares.poll();
		ByteEncoder encoder = (spare != null) ? spare : newEncoder();
		encoder.encode(event, target);
		this.spares.add(encoder);
	}

	/**
	 * Each sink numbers its lines by itself, so numbered lines are never the same.
	 */
	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof StructuredFormat another && this.format == another.format
				&& this.settings.equals(another.settings) && !this.settings.numbered();
	}

	@Override
	public int hashCode() {
		return 31 * this.format.hashCode() + this.settings.hashCode();
	}

}
