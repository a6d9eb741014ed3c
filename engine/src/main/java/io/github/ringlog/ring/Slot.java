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

	// The cells of several slots, and where the cell of this slot begins.
	private final transient byte[] cells;

	private final transient int cell;

	private transient byte[] longText = NO_BYTES;

	// Whether there is an event. A slot may keep the target, the level and the thread of
	// a written event, so that the next event need not store the same again.
	private transient boolean filled;

	// Whether it was claimed after the ring was closed: it holds no event. Ordered by the
	// publication.
	transient boolean padding;

	// The sequence of this slot, if its caller failed between claim and publish. Set by
	// that caller, read by the writer while it waits for this slot. A field access on
	// purpose, see RingSlots.publish. The volatile write orders the level, the time and
	// the thread.
	transient volatile long orphaned = NOT_ORPHANED;

	/**
	 * Create a slot.
	 * @param columns the columns of the ring
	 * @param place the index of this slot in the columns
	 * @param cells the cells of several slots, for short texts
	 * @param cell where the cell of this slot begins
	 */
	Slot(Columns columns, int place, byte[] cells, int cell) {
		this.columns = columns;
		this.place = place;
		this.cells = cells;
		this.cell = cell;
		// Leave the columns as they are: another thread may have made the same slot, and
		// that one may be in use.
		super.setContextData(null);
	}

	/**
	 * Copy an event, for a target. A draft hands over its context data, so that no map is
	 * created; a slot keeps them, because others still read it. Runs no foreign code.
	 * @param source the event
	 * @param newTarget the target of the copy
	 */
	void copyFrom(RingEvent source, EventHandler newTarget) {
		// First, because an event whose copy fails is counted by its level.
		setLevel(source.level);
		source.giveContextData(this);
		EventHandler former = source.target();
		setLoggerName((newTarget != former) ? source.getLoggerName() : null);
		// Before the target, which marks the slot as filled. The route belongs to the
		// former target, if there is one.
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
			// An appender failed that the caller has called.
			noteFailure(null);
		}
	}

	/**
	 * Mark this slot as padding, which holds no event.
	 * @param event the event for which it was claimed
	 */
	void pad(RingEvent event) {
		this.padding = true;
		this.calledMillis = event.calledMillis;
		this.bytesBeyond = event.bytesBeyond;
	}

	/**
	 * Make an event of what a failed caller left in this slot. Fields that it did not
	 * copy belong to an older event. If this fails because the heap is full, it can be
	 * repeated.
	 */
	void repair(EventHandler fallback) {
		if (!this.padding) {
			fill(fallback);
		}
		// Last: after this the writer no longer finds the orphan.
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
	 * Give a copy of the context data, because others still read this event.
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
			// Log4j reuses a map that is not frozen.
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
	public @Nullable EventRoute route() {
		return this.columns.routes[this.place];
	}

	@Override
	public void setRoute(@Nullable EventRoute newRoute) {
		if (this.columns.routes[this.place] != newRoute) {
			this.columns.routes[this.place] = newRoute;
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
	 * The references that change with each event, for all slots of a ring. G1 marks a
	 * card of 512 bytes for each reference stored into an old object, and a collector
	 * thread examines the card later. Each slot lies on a card of its own; here 128 slots
	 * share a card, which is usually marked already.
	 * <p>
	 * An element is used by the thread that owns its slot: the caller that claimed it,
	 * then the writer.
	 */
	static final class Columns {

		final @Nullable EventHandler[] targets;

		final @Nullable StringMap[] contextData;

		final @Nullable EventRoute[] routes;

		// Whether a slot may keep its target after the event, because targets live as
		// long as the ring.
		final boolean keepTargets;

		Columns(int slots, boolean keepTargets) {
			this.targets = new EventHandler[slots];
			this.contextData = new StringMap[slots];
			this.routes = new EventRoute[slots];
			this.keepTargets = keepTargets;
		}

	}

}
