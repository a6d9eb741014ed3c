package io.github.ringlog.ring;

import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.jspecify.annotations.Nullable;

/**
 * A slot of a ring. The caller that claimed it copies its draft there; publishing hands
 * it to the writer, which clears it; the writer's progress hands it to the next caller.
 * Its text is in its cell or, if it is longer, in an array of its own.
 */
final class Slot extends RingEvent {

	/** Room for the text of a message in a cell, in bytes. */
	static final int CELL_SIZE = 128;

	private static final long serialVersionUID = 1L;

	private static final long NOT_ORPHANED = -1;

	// In bytes. A slot keeps an array of this size once its cell was too small for a
	// text. The array of a longer text is not kept.
	private static final int USUAL_SIZE = 512;

	private final transient Columns columns;

	private final transient int place;

	// Of several slots.
	private final transient byte[] cells;

	private final transient int cell;

	private transient byte[] longText = NO_BYTES;

	// Whether there is an event. A slot whose event was written may leave its target, its
	// level and its thread behind, so that the next event need not bring the same again.
	private transient boolean filled;

	// Claimed after the ring was closed: holds no event. Ordered by the publication.
	transient boolean padding;

	// Set by a caller that failed between claim and publish, read by the writer when it
	// waits for that very slot. A field access on purpose, see RingSlots.publish. It
	// orders
	// the level, the time and the thread, which are there then.
	transient volatile long orphaned = NOT_ORPHANED;

	/**
	 * Create a slot.
	 * @param columns those of the ring
	 * @param place the index of this slot there
	 * @param cells has room for short texts
	 * @param cell where that of this slot begins
	 */
	Slot(Columns columns, int place, byte[] cells, int cell) {
		this.columns = columns;
		this.place = place;
		this.cells = cells;
		this.cell = cell;
		// The columns stay as they are: this slot may be made in vain, and its twin be in
		// use.
		super.setContextData(null);
	}

	/**
	 * Copy an event, for a target. A draft hands its context data over, so that no map is
	 * made; another slot is still to be read by others. Runs no code of others.
	 * @param source the event
	 * @param newTarget the target of this one
	 */
	void copyFrom(RingEvent source, EventHandler newTarget) {
		// First, for an event whose copy fails is counted by its level.
		setLevel(source.level);
		source.giveContextData(this);
		EventHandler former = source.target();
		setLoggerName((newTarget != former) ? source.getLoggerName() : null);
		// Before the target: with one, a slot is filled. The way is that of the former
		// target, if there was one.
		setRoute((newTarget != former && former != null) ? null : source.route());
		setTarget(newTarget);
		this.calledMillis = source.calledMillis;
		this.nested = source.nested;
		this.bytesBeyond = source.bytesBeyond;
		copyMessage(source);
		setLoggerFqcn(source.getLoggerFqcn());
		setMarker(source.getMarker());
		setSource(source.getSource());
		setThrown(source.getThrown());
		((MutableInstant) getInstant()).initFrom(source.getInstant());
		setNanoTime(source.getNanoTime());
		setThreadId(source.getThreadId());
		this.threadNumber = source.threadNumber;
		String unnumbered = (source.threadNumber == ThreadNames.NONE) ? source.getThreadName() : null;
		if (this.threadName != unnumbered) {
			this.threadName = unnumbered;
		}
		setThreadPriority(source.getThreadPriority());
		setContextStack(source.getContextStack());
		if (source.isFailed() && newTarget == former) {
			// An appender that the caller has called.
			noteFailure(null);
		}
	}

	/**
	 * Make this slot one that holds no event.
	 * @param event the event for which it was claimed
	 */
	void pad(RingEvent event) {
		this.padding = true;
		this.calledMillis = event.calledMillis;
		this.bytesBeyond = event.bytesBeyond;
	}

	/**
	 * Make an event of what a caller left behind that failed between claim and publish.
	 * What it has not copied is that of an older event. If this fails, because the heap
	 * is full, it can be done again.
	 */
	void repair(EventHandler fallback) {
		if (!this.padding) {
			fill(fallback);
		}
		// Last: from now on the writer does not find it again.
		this.orphaned = NOT_ORPHANED;
	}

	private void fill(EventHandler fallback) {
		if (target() == null) {
			setRoute(null);
			setTarget(fallback);
			setThrown(null);
			setLoggerName(null);
			setLoggerFqcn(null);
			setMarker(null);
			setSource(null);
		}
		setTimeMillis(this.calledMillis);
		setNanoTime(0);
		setThreadId(0);
		setThreadPriority(Thread.NORM_PRIORITY);
		setContextStack(ThreadContext.EMPTY_STACK);
		replaceMessage(new SimpleMessage("[the caller failed while it logged this event]"));
		setContextData(NO_CONTEXT_DATA);
	}

	/**
	 * Give a copy, for this event is still to be read by others.
	 */
	@Override
	void giveContextData(RingEvent copy) {
		StringMap data = getContextData();
		if (data == null || data.isEmpty()) {
			copy.setContextData(NO_CONTEXT_DATA);
		}
		else if (data.isFrozen()) {
			share(data);
			copy.setContextData(data);
		}
		else {
			// Log4j uses a map again that is not frozen.
			StringMap spare = copy.getContextData();
			if (spare == null || spare.isFrozen()) {
				spare = ContextDataFactory.createContextData(data.size());
				copy.setContextData(spare);
			}
			spare.putAll(data);
		}
	}

	@Override
	byte[] place(int count) {
		if (count <= CELL_SIZE) {
			return this.cells;
		}
		if (this.longText.length < count) {
			this.longText = new byte[Math.max(count, USUAL_SIZE)];
		}
		return this.longText;
	}

	@Override
	int placeOf(int count) {
		return (count <= CELL_SIZE) ? this.cell : 0;
	}

	@Override
	public void clear() {
		super.clear();
		this.filled = false;
		if (this.padding) {
			this.padding = false;
		}
	}

	@Override
	void clearBytes() {
		if (this.longText.length > USUAL_SIZE) {
			this.longText = NO_BYTES;
			super.clearBytes();
		}
	}

	@Override
	void clearTarget() {
		if (!this.columns.keepTargets) {
			this.columns.targets[this.place] = null;
		}
		setRoute(null);
	}

	@Override
	@Nullable EventHandler target() {
		return this.filled ? this.columns.targets[this.place] : null;
	}

	private void setTarget(EventHandler target) {
		this.filled = true;
		if (this.columns.targets[this.place] != target) {
			this.columns.targets[this.place] = target;
		}
	}

	@Override
	public @Nullable StringMap getContextData() {
		return this.columns.contextData[this.place];
	}

	@Override
	public void setContextData(@Nullable StringMap data) {
		if (this.columns.contextData[this.place] != data) {
			this.columns.contextData[this.place] = data;
		}
	}

	/**
	 * Holds the references that change with each event, for all slots of a ring. G1 marks
	 * a card of 512 bytes for each reference that is stored into an old object, and a
	 * thread of the collector looks at the card afterwards. Each slot lies on a card of
	 * its own; here 128 slots share one, which is mostly marked already.
	 * <p>
	 * An element belongs to whom its slot belongs to: the caller that claimed it, then
	 * the writer.
	 */
	static final class Columns {

		final @Nullable EventHandler[] targets;

		final @Nullable StringMap[] contextData;

		// Whether a slot may keep its target when the event is gone: it lives as long as
		// the ring does.
		final boolean keepTargets;

		Columns(int slots, boolean keepTargets) {
			this.targets = new EventHandler[slots];
			this.contextData = new StringMap[slots];
			this.keepTargets = keepTargets;
		}

	}

}
