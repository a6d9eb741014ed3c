package io.github.ringlog.ring;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * Numbers for the names of logging threads. A slot stores the number instead of a
 * reference to the name, because each store of a reference into an old object costs G1
 * time. At most {@value #CAPACITY} names get a number, and keep it; for any other name
 * the slot stores the name itself. Any thread may call.
 */
final class ThreadNames {

	/** The number of a name that has none. */
	static final short NONE = -1;

	private static final int CAPACITY = 1024;

	// How many places are searched, beginning at the hash code.
	private static final int MAX_DISTANCE = 8;

	// Each element is set once.
	private static final AtomicReferenceArray<@Nullable String> NAMES = new AtomicReferenceArray<>(CAPACITY);

	private ThreadNames() {
	}

	/**
	 * Return the number of a name. It gets one if there is room.
	 * @param name the name
	 * @return the number, or {@link #NONE}
	 */
	static short numberOf(String name) {
		int hash = name.hashCode();
		int begin = hash ^ (hash >>> 16);
		for (int i = 0; i < MAX_DISTANCE; i++) {
			int index = (begin + i) & (CAPACITY - 1);
			String there = NAMES.get(index);
			if (there == null && NAMES.compareAndSet(index, null, name)) {
				return (short) index;
			}
			if (name.equals(NAMES.get(index))) {
				return (short) index;
			}
		}
		return NONE;
	}

	static @Nullable String get(int number) {
		return NAMES.get(number);
	}

}
