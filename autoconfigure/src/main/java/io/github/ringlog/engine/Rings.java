package io.github.ringlog.engine;

import org.jspecify.annotations.Nullable;

/**
 * The ring of a context, and what those before it have done. Immutable, so that a reader
 * never adds a ring to itself.
 *
 * @param current the ring, open or closed, or {@code null} before there is one
 * @param isOpen whether the ring takes events
 * @param publishedBefore what earlier rings have published
 * @param writtenBefore what earlier rings have written
 */
record Rings(@Nullable LogRing current, boolean isOpen, long publishedBefore, long writtenBefore) {

	static final Rings NONE = new Rings(null, false, 0, 0);

	Rings next(LogRing ring) {
		return new Rings(ring, true, published(), written());
	}

	Rings closed() {
		return new Rings(this.current, false, this.publishedBefore, this.writtenBefore);
	}

	long published() {
		return this.publishedBefore + ((this.current != null) ? this.current.measures().published() : 0);
	}

	long written() {
		return this.writtenBefore + ((this.current != null) ? this.current.measures().written() : 0);
	}

}
