package io.github.ringlog.trace;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Binds an id to the calling thread and puts it into the MDC. Safe for use by several
 * threads.
 */
public final class CurrentTraceId {

	/**
	 * The key of the id in the attributes of its request and in Reactor's context.
	 */
	public static final String KEY = "io.github.ringlog.trace.id";

	// The MDC alone is not enough: an id carries data that is not for log lines. Null
	// between requests, so that it keeps no class loader alive.
	private static final ThreadLocal<@Nullable TraceId> current = new ThreadLocal<>();

	private final String mdcKey;

	// All MDC keys of an id: the id's own first, then the keys of further headers.
	private final String[] keys;

	// Shared scope for the usual case: the thread had no id before.
	private final Scope clearing = () -> set(null, null);

	/**
	 * Create for an application.
	 * @param mdcKey the key of the id in the MDC
	 */
	public CurrentTraceId(String mdcKey) {
		this(mdcKey, List.of());
	}

	/**
	 * Create for an application that puts further headers into the MDC.
	 * @param mdcKey the key of the id in the MDC
	 * @param headerKeys the MDC keys of the further headers
	 */
	public CurrentTraceId(String mdcKey, Collection<String> headerKeys) {
		this.mdcKey = mdcKey;
		Set<String> distinct = new LinkedHashSet<>();
		distinct.add(mdcKey);
		distinct.addAll(headerKeys);
		this.keys = distinct.toArray(new String[0]);
	}

	/**
	 * Return the id bound to the calling thread.
	 * @return the id, or {@code null}
	 */
	public @Nullable TraceId get() {
		return current.get();
	}

	/**
	 * Return the id to send from the calling thread: its bound id, else a valid id that
	 * the application has put into the MDC.
	 * @return the id, or {@code null} if there is neither
	 */
	public @Nullable TraceId find() {
		TraceId id = current.get();
		if (id != null) {
			return id;
		}
		String text = MDC.get(this.mdcKey);
		return (text != null) ? TraceId.ofText(text) : null;
	}

	/**
	 * Bind an id to the calling thread. If this id is bound already, a value that the
	 * application has put into the MDC stays.
	 * @param id the id
	 * @return a scope to close on the same thread; it restores the previous id and MDC
	 * values, even if the application has changed the MDC meanwhile
	 */
	public Scope open(TraceId id) {
		TraceId previous = current.get();
		@Nullable String[] previousTexts = texts(previous);
		if (id != previous || MDC.get(this.mdcKey) == null) {
			set(id, null);
		}
		return (previous == null && previousTexts == null) ? this.clearing : () -> set(previous, previousTexts);
	}

	/**
	 * Return a task that runs with the caller's id, or with the MDC values that the
	 * application has set.
	 * @param task the task
	 * @return a task that binds these while it runs; the same task if there are none, or
	 * if it is wrapped already
	 */
	public Runnable wrap(Runnable task) {
		Object saved = save();
		return (saved == null || task instanceof TaskWithId) ? task : new TaskWithId(this, saved, task);
	}

	/**
	 * Return the MDC values under our keys, or {@code null} if they equal the values of
	 * the id.
	 */
	private @Nullable String @Nullable [] texts(@Nullable TraceId id) {
		for (int i = 0; i < this.keys.length; i++) {
			if (!Objects.equals(MDC.get(this.keys[i]), text(id, i))) {
				@Nullable String[] texts = new String[this.keys.length];
				for (int key = 0; key < texts.length; key++) {
					texts[key] = MDC.get(this.keys[key]);
				}
				return texts;
			}
		}
		return null;
	}

	private @Nullable String text(@Nullable TraceId id, int key) {
		if (id == null) {
			return null;
		}
		return (key == 0) ? id.value() : id.mdc().get(this.keys[key]);
	}

	/**
	 * Bind an id, and put the texts into the MDC; without texts, the values of the id.
	 */
	private void set(@Nullable TraceId id, @Nullable String @Nullable [] texts) {
		current.set(id);
		for (int i = 0; i < this.keys.length; i++) {
			String text = (texts != null) ? texts[i] : text(id, i);
			if (text != null) {
				MDC.put(this.keys[i], text);
			}
			else {
				MDC.remove(this.keys[i]);
			}
		}
	}

	/**
	 * Return the state for {@link #restore(Object)}: the thread's id, else the MDC values
	 * that the application has set.
	 */
	@Nullable Object save() {
		TraceId id = current.get();
		return (id != null) ? id : texts(null);
	}

	void restore(@Nullable Object saved) {
		if (saved instanceof TraceId id) {
			set(id, null);
		}
		else {
			set(null, (String[]) saved);
		}
	}

	private record TaskWithId(CurrentTraceId current, Object saved, Runnable task) implements Runnable {

		@Override
		public void run() {
			Object previous = this.current.save();
			this.current.restore(this.saved);
			try {
				this.task.run();
			}
			finally {
				this.current.restore(previous);
			}
		}

	}

	/**
	 * The time for which an id is bound to a thread.
	 */
	public interface Scope extends AutoCloseable {

		@Override
		void close();

	}

}
