package io.github.ringlog.trace;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Binds an id to a thread, and shows it in the MDC. Any thread may use it, each for
 * itself.
 */
public final class CurrentTraceId {

	/**
	 * The name under which an id travels: in the attributes of its request and in
	 * Reactor's context.
	 */
	public static final String KEY = "io.github.ringlog.trace.id";

	// The MDC alone would not do: what goes on with an id is not for log lines. It holds
	// null between requests, nothing that keeps a class loader.
	private static final ThreadLocal<@Nullable TraceId> current = new ThreadLocal<>();

	private final String mdcKey;

	// What nearly all requests need: nothing was there before.
	private final Scope clearing = new Scope(this, null, null);

	/**
	 * Create for an application.
	 * @param mdcKey the key of the id in the MDC
	 */
	public CurrentTraceId(String mdcKey) {
		this.mdcKey = mdcKey;
	}

	/**
	 * Return the id that is bound to the calling thread.
	 * @return the id, or {@code null}
	 */
	public @Nullable TraceId get() {
		return current.get();
	}

	/**
	 * Return the id for what the calling thread sends: the one that is bound to it, else
	 * the one that the user's code has put into the MDC.
	 * @return the id, or {@code null} when there is none or the MDC's is not valid
	 */
	public @Nullable TraceId find() {
		TraceId id = current.get();
		if (id != null) {
			return id;
		}
		String text = MDC.get(this.mdcKey);
		return (text != null) ? TraceHeader.REQUEST_ID.parse(text) : null;
	}

	/**
	 * Bind an id to the calling thread.
	 * @param id the id
	 * @return what ends it, on the same thread: what the thread and the MDC's key had
	 * before comes back
	 */
	public Scope open(TraceId id) {
		TraceId previous = current.get();
		String previousText = MDC.get(this.mdcKey);
		set(id, id.value());
		return (previous == null && previousText == null) ? this.clearing : new Scope(this, previous, previousText);
	}

	private void set(@Nullable TraceId id, @Nullable String text) {
		current.set(id);
		if (text != null) {
			MDC.put(this.mdcKey, text);
		}
		else {
			MDC.remove(this.mdcKey);
		}
	}

	/**
	 * Return what {@link #restore(Object)} takes: the id of the thread, or the text that
	 * others have put into the MDC.
	 */
	@Nullable Object save() {
		TraceId id = current.get();
		return (id != null) ? id : MDC.get(this.mdcKey);
	}

	void restore(@Nullable Object saved) {
		if (saved instanceof TraceId id) {
			set(id, id.value());
		}
		else {
			set(null, (String) saved);
		}
	}

	/**
	 * The time for which an id is bound to a thread.
	 */
	public static final class Scope implements AutoCloseable {

		private final CurrentTraceId owner;

		private final @Nullable TraceId previous;

		private final @Nullable String previousText;

		private Scope(CurrentTraceId owner, @Nullable TraceId previous, @Nullable String previousText) {
			this.owner = owner;
			this.previous = previous;
			this.previousText = previousText;
		}

		@Override
		public void close() {
			this.owner.set(this.previous, this.previousText);
		}

	}

}
