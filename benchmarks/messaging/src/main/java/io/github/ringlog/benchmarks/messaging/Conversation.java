package io.github.ringlog.benchmarks.messaging;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * So many messages, sent by all clients in turn. A message is sent when another one is
 * acknowledged, so that the number on their way stays the same.
 */
class Conversation {

	private static final String TEXT = "Shall we meet at the station at half past seven, or is that too early for you? "
			+ "I could bring the tickets.";

	private static final int DIGITS = 3;

	private final long first;

	private final int messages;

	// When each message was sent: written before that, read when it is acknowledged.
	private final AtomicLongArray starts;

	private final AtomicInteger next = new AtomicInteger();

	// What is missing: each message is delivered, and acknowledged.
	private final CountDownLatch deliveries;

	private final CountDownLatch acknowledgements;

	private final Queue<ChatClient> idle;

	private final Recorder recorder = new Recorder(DIGITS);

	Conversation(List<ChatClient> clients, long first, int messages) {
		this.first = first;
		this.messages = messages;
		this.starts = new AtomicLongArray(messages);
		this.deliveries = new CountDownLatch(messages);
		this.acknowledgements = new CountDownLatch(messages);
		this.idle = new ConcurrentLinkedQueue<>(clients);
		clients.forEach((client) -> client.join(this));
	}

	/**
	 * Send all messages, and wait for the last.
	 * @param window how many are on their way at a time, no more than there are clients
	 * @param timeout how long to wait
	 * @return the nanoseconds that it took
	 */
	long run(int window, Duration timeout) throws InterruptedException {
		long start = System.nanoTime();
		for (int i = 0; i < window; i++) {
			sendNext();
		}
		if (this.acknowledgements.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
			long nanos = System.nanoTime() - start;
			this.deliveries.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
			return nanos;
		}
		return System.nanoTime() - start;
	}

	void delivered() {
		this.deliveries.countDown();
	}

	void acknowledged(ChatClient client, long id) {
		this.recorder.recordValue(System.nanoTime() - this.starts.get((int) (id - this.first)));
		this.idle.add(client);
		sendNext();
		this.acknowledgements.countDown();
	}

	long failed() {
		return Math.max(this.acknowledgements.getCount(), this.deliveries.getCount());
	}

	Histogram latencies() {
		return this.recorder.getIntervalHistogram();
	}

	private void sendNext() {
		int index = this.next.getAndIncrement();
		ChatClient client = (index < this.messages) ? this.idle.poll() : null;
		if (client != null) {
			this.starts.set(index, System.nanoTime());
			client.send(this.first + index, TEXT);
		}
	}

}
