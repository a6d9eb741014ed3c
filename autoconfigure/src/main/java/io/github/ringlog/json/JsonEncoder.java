package io.github.ringlog.json;

import io.github.ringlog.text.ByteEncoder;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;

/**
 * Encodes events as lines of JSON. Once warm, it allocates only for exceptions and for
 * messages that do so themselves. Used by one thread at a time.
 */
final class JsonEncoder implements ByteEncoder {

	private final JsonPiece[] pieces;

	private final JsonOutput output;

	JsonEncoder(JsonFormat format, JsonSettings settings) {
		this.pieces = format.pieces(settings).toArray(JsonPiece[]::new);
		this.output = new JsonOutput(settings.maxLine());
	}

	@Override
	public void encode(LogEvent event, ByteText target) {
		int start = target.length();
		this.output.begin(target);
		for (JsonPiece piece : this.pieces) {
			piece.append(event, this.output);
		}
		if (target.length() == start) {
			target.appendAscii('{');
		}
		// Replaces the comma before the first member.
		target.bytes()[start] = '{';
		target.appendAscii('}');
		target.appendAscii('\n');
		this.output.end();
	}

}
