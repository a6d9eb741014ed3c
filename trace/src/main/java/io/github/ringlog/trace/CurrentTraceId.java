package io.github.ringlog.trace;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

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

	// The MDC alone is not enough, because an id carries data that is not for log lines.
	// It holds null between requests, so it keeps no class loader alive.
	private static final ThreadLocal<@Nullable TraceId> current = new ThreadLocal<>();

	private final String mdcKey;

	// All of the MDC that belongs to an id: its key, and those of further headers.
	private final String[] keys;

	// The usual case: nothing was there before.
	private final Scope clearing = () -> set(null, null);

	/**
	 * Create for an application.
	 * @param mdcKey the key of the id in the MDC
	 */
	public CurrentTraceId(String mdcKey) {
		this(mdcKey, List.of());
	}

	/**
	 * Create for an application that has further headers in the MDC.
	 * @param mdcKey the key of the id in the MDC
	 * @param headerKeys the keys of the headers
	 */
	public CurrentTraceId(String mdcKey, Collection<String> headerKeys) {
		this.mdcKey = mdcKey;
		Set<String> distinct = new LinkedHashSet<>();
		distinct.add(mdcKey);
		distinct.addAll(headerKeys);
		this.keys = distinct.toArray(new String[0]);
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
		return (text != null) ? TraceId.ofText(text) : null;
	}

	/**
	 * Bind an id to the calling thread. If it is bound already, another value that the
	 * application has put into the MDC stays.
	 * @param id the id
	 * @return what ends it, on the same thread: what the thread and the MDC's key had
	 * before comes back, whatever the application has done to the MDC meanwhile
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
	 * Return a task that runs with what the calling thread has: its id, or the values
	 * that the application has put into the MDC.
	 * @param task the task
	 * @return a task that binds the id while it runs; the same task if there is no id, or
	 * if it binds one already
	 */
	public Runnable wrap(Runnable task) {
		Object saved = save();
		return (saved == null || task instanceof TaskWithId) ? task : new TaskWithId(this, saved, task);
	}

	/**
	 * Return what the MDC has under our keys, or {@code null} if that is what an id puts
	 * there.
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
	 * Bind an id, and put the texts into the MDC, or those of the id.
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
	 * Return what {@link #restore(Object)} takes: the id of the thread, or the texts that
	 * others have put into the MDC.
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
