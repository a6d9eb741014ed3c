package io.github.ringlog.ring;

import java.util.ArrayList;
import java.util.List;

/**
 * The holders that hold something back until the writer has no more events for now. Used
 * by one thread.
 */
public final class WriteBatch {

	private final List<Holder> holders = new ArrayList<>();

	/**
	 * Note that a sink holds something back. It does so once until it is flushed.
	 * @param holder the sink
	 */
	public void add(Holder holder) {
		this.holders.add(holder);
	}

	/**
	 * Flush the holders that hold something back.
	 */
	void end() {
		for (int i = 0; i < this.holders.size(); i++) {
			this.holders.get(i).flush();
		}
		this.holders.clear();
	}

	/**
	 * Takes events, and may hold them back.
	 */
	public interface Holder {

		/**
		 * Let go of what is held back. Does not throw.
		 */
		void flush();

	}

}
