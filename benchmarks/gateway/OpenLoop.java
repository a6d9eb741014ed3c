import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends so many requests a second, however long answers take, and prints a line like that
 * of {@code report.lua}. A latency begins when the request was due.
 */
final class OpenLoop {

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	/** The client starts cold; what it sends meanwhile does not count. */
	private static final int WARM_UP_SECONDS = 8;

	private OpenLoop() {
	}

	public static void main(String[] args) throws InterruptedException {
		int rate = Integer.parseInt(args[1]);
		int warmUp = rate * WARM_UP_SECONDS;
		int count = warmUp + rate * Integer.parseInt(args[2]);
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		HttpRequest request = HttpRequest.newBuilder(URI.create(args[0]))
			.header("X-Api-Key", "demo-key")
			.timeout(TIMEOUT)
			.build();
		// Each is written once, by whoever gets the answer, and read after the latch.
		long[] latencies = new long[count];
		AtomicInteger failed = new AtomicInteger();
		CountDownLatch answers = new CountDownLatch(count);
		long start = System.nanoTime();
		for (int i = 0; i < count; i++) {
			int index = i;
			long due = start + TimeUnit.SECONDS.toNanos(i) / rate;
			while (System.nanoTime() < due) {
				LockSupport.parkNanos(due - System.nanoTime());
			}
			client.sendAsync(request, BodyHandlers.discarding()).whenComplete((response, ex) -> {
				latencies[index] = System.nanoTime() - due;
				if (ex != null || response.statusCode() != 200) {
					failed.incrementAndGet();
				}
				answers.countDown();
			});
		}
		answers.await();
		double seconds = (System.nanoTime() - start) / 1e9 - WARM_UP_SECONDS;
		long[] sorted = Arrays.copyOfRange(latencies, warmUp, count);
		Arrays.sort(sorted);
		System.out.printf(Locale.ROOT, "%d,%.3f,%d,%.2f,%.2f,%.2f,%.2f%n", sorted.length, seconds, failed.get(),
				millis(sorted, 0.5), millis(sorted, 0.99), millis(sorted, 0.999), millis(sorted, 1));
		// The client's threads need not end by themselves.
		System.exit(0);
	}

	private static double millis(long[] sorted, double part) {
		return sorted[(int) Math.max(0, Math.ceil(part * sorted.length) - 1)] / 1e6;
	}

}
