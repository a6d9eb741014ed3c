package io.github.ringlog.crashlog;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * A process that logs until it is killed. Each thread counts the calls that have
 * returned, in a mapped file.
 */
public final class Victim {

	static final int COUNTER = 64;

	private static final int LARGE = 97;

	private Victim() {
	}

	/**
	 * Log.
	 * @param arguments the name of this life, the file of the counters, the threads, and
	 * anything else to take memory without end
	 */
	public static void main(String[] arguments) throws Exception {
		String life = arguments[0];
		int threads = Integer.parseInt(arguments[2]);
		ByteBuffer counters;
		try (FileChannel channel = FileChannel.open(Path.of(arguments[1]), StandardOpenOption.CREATE,
				StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			counters = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) COUNTER * (threads + 1));
		}
		Logger logger = LogManager.getLogger(Victim.class);
		for (int i = 0; i < threads; i++) {
			int thread = i;
			new Thread(() -> log(logger, life, thread, counters), "t" + thread).start();
		}
		if (arguments.length > 3) {
			new Thread(Victim::takeMemory).start();
		}
	}

	private static void takeMemory() {
		List<byte[]> taken = new ArrayList<>();
		while (taken.size() < Integer.MAX_VALUE) {
			byte[] memory = new byte[1 << 20];
			Arrays.fill(memory, (byte) 1);
			taken.add(memory);
		}
	}

	private static void log(Logger logger, String life, int thread, ByteBuffer counters) {
		for (long i = 1;; i++) {
			if (i % LARGE == 0) {
				logger.info(text(life, thread, i));
			}
			else {
				logger.info("{}/{}/{}/{}", life, thread, i, rest(i));
			}
			counters.putLong(COUNTER * (thread + 1), i);
		}
	}

	/**
	 * Return the text of an event, which can be told from each other one.
	 */
	static String text(String life, int thread, long number) {
		return life + "/" + thread + "/" + number + "/" + rest(number);
	}

	private static String rest(long number) {
		int length = (number % LARGE == 0) ? 6000 : (int) (number % 13) * 10;
		return String.valueOf((char) ('a' + number % 26)).repeat(length) + "ü.";
	}

}
