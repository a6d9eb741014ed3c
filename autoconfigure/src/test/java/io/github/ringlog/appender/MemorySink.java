package io.github.ringlog.appender;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Has so much space, as a disk does; may be broken, or stuck.
 */
class MemorySink implements Sink {

	private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

	private final List<String> writes = new ArrayList<>();

	private final int unit;

	private volatile int space = Integer.MAX_VALUE;

	private volatile boolean broken;

	private volatile boolean outOfMemory;

	private volatile CountDownLatch stuck = new CountDownLatch(0);

	final CountDownLatch reached = new CountDownLatch(1);

	MemorySink() {
		this(Integer.MAX_VALUE);
	}

	MemorySink(int unit) {
		this.unit = unit;
	}

	@Override
	public void write(byte[] bytes, int offset, int length) throws IOException {
		if (this.stuck.getCount() > 0) {
			this.reached.countDown();
			await(this.stuck);
		}
		if (this.broken) {
			throw new IOException("Broken");
		}
		if (this.outOfMemory) {
			throw new OutOfMemoryError("test");
		}
		int fits = Math.min(length, this.space);
		this.space -= fits;
		this.taken.write(bytes, offset, fits);
		this.writes.add(new String(bytes, offset, fits, StandardCharsets.UTF_8));
		if (fits < length) {
			throw new PartialWriteException(new IOException("No space"), fits);
		}
	}

	@Override
	public int unit() {
		return this.unit;
	}

	void space(int newSpace) {
		this.space = newSpace;
	}

	void broken(boolean newBroken) {
		this.broken = newBroken;
	}

	void outOfMemory(boolean newOutOfMemory) {
		this.outOfMemory = newOutOfMemory;
	}

	void stick() {
		this.stuck = new CountDownLatch(1);
	}

	void unstick() {
		this.stuck.countDown();
	}

	List<String> writes() {
		return this.writes;
	}

	String text() {
		return this.taken.toString(StandardCharsets.UTF_8);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
