package io.github.ringlog.ring;

import java.util.ArrayList;
import java.util.List;

/**
 * The sinks that hold something back until the writer has no more events for now. Used by
 * one thread.
 */
public final class WriteBatch {

	private final List<Sink> sinks = new ArrayList<>();

	/**
	 * Note that a sink holds something back. It does so once until it is flushed.
	 * @param sink the sink
	 */
	public void add(Sink sink) {
		this.sinks.add(sink);
	}

	/**
	 * Flush the sinks that hold something back.
	 */
	void end() {
		for (int i = 0; i < this.sinks.size(); i++) {
			this.sinks.get(i).flush();
		}
		this.sinks.clear();
	}

	/**
	 * Takes events, and may hold them back.
	 */
	public interface Sink {

		/**
		 * Let go of what is held back. Does not throw.
		 */
		void flush();

	}

}
