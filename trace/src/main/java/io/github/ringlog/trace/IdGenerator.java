package io.github.ringlog.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Generates ids: random, without a lock and without waiting for entropy.
 * <p>
 * A number of {@link ThreadLocalRandom} alone would reveal the state of its generator:
 * the function that made it can be inverted, and two ids would reveal how many came in
 * between. Each number is therefore combined with a product of two more and of secrets of
 * this process, of which only half is used. The secrets also keep the ids of two
 * processes apart.
 */
final class IdGenerator {

	private static final HexFormat HEX = HexFormat.of();

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final long LEFT_SECRET;

	private static final long RIGHT_SECRET;

	static {
		// Read once: no request waits for the entropy of the operating system.
		SecureRandom random = new SecureRandom();
		LEFT_SECRET = random.nextLong();
		RIGHT_SECRET = random.nextLong();
	}

	private IdGenerator() {
	}

	/**
	 * Return 32 lower-case hex digits, not all zeros.
	 */
	static String traceId() {
		byte[] id = new byte[2 * Long.BYTES];
		LONGS.set(id, 0, notZero(next()));
		LONGS.set(id, Long.BYTES, next());
		return HEX.formatHex(id);
	}

	/**
	 * Return 16 lower-case hex digits, not all zeros.
	 */
	static String spanId() {
		return HEX.toHexDigits(notZero(next()));
	}

	private static long notZero(long number) {
		return (number != 0) ? number : 1;
	}

	private static long next() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long left = random.nextLong() ^ LEFT_SECRET;
		long right = random.nextLong() ^ RIGHT_SECRET;
		return random.nextLong() ^ Math.multiplyHigh(left, right) ^ (left * right);
	}

}
