package io.github.ringlog.ring;

import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds the references that change with each event, for all slots of a ring. G1 marks a
 * card of 512 bytes for each reference that is stored into an old object, and a thread of
 * the collector looks at the card afterwards. Each slot lies on a card of its own; here
 * 128 slots share one, which is mostly marked already.
 * <p>
 * An element belongs to whom its slot belongs to: the caller that claimed it, then the
 * writer.
 */
final class SlotReferences {

	/** Room for the text of a message in a cell, in bytes. */
	static final int CELL_SIZE = 128;

	static final byte[] NO_CELLS = {};

	final @Nullable EventTarget[] targets;

	final @Nullable StringMap[] contextData;

	// The texts of messages, a cell for each slot.
	final byte[] cells;

	SlotReferences(int slots, byte[] cells) {
		this.cells = cells;
		this.targets = new EventTarget[slots];
		this.contextData = new StringMap[slots];
	}

}
