import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Reads standard input, and takes nothing for some milliseconds of each period. At the
 * end it prints how many lines with a trace id there were. It takes little of the
 * processors, which it shares with the application: lines and brackets are searched for
 * in a string, for which the JVM has vector instructions.
 */
final class SlowReader {

	private static final int ID = 32;

	private SlowReader() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		long pause = TimeUnit.MILLISECONDS.toNanos((args.length > 0) ? Long.parseLong(args[0]) : 0);
		long period = TimeUnit.MILLISECONDS.toNanos((args.length > 1) ? Long.parseLong(args[1]) : 1000);
		long lines = 0;
		// Longer than any line.
		ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
		byte[] bytes = new byte[buffer.capacity()];
		try (FileInputStream stream = new FileInputStream(FileDescriptor.in); FileChannel in = stream.getChannel()) {
			long next = System.nanoTime() + period;
			while (in.read(buffer) >= 0) {
				buffer.flip();
				int length = buffer.remaining();
				buffer.get(bytes, 0, length);
				String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
				lines += count(text);
				buffer.position(text.lastIndexOf('\n') + 1).compact();
				if (!buffer.hasRemaining()) {
					throw new IOException("A line is longer than " + buffer.capacity() + " bytes");
				}
				if (pause > 0 && System.nanoTime() - next >= 0) {
					TimeUnit.NANOSECONDS.sleep(pause);
					next = System.nanoTime() + period - pause;
				}
			}
		}
		System.out.println(lines);
	}

	private static long count(String text) {
		long lines = 0;
		int start = 0;
		int end = text.indexOf('\n');
		while (end >= 0) {
			lines += (hasId(text, start, end, '[', ']') || hasId(text, start, end, '"', '"')) ? 1 : 0;
			start = end + 1;
			end = text.indexOf('\n', start);
		}
		return lines;
	}

	// Whether there is an id between two places, in brackets or, in JSON, in quotes.
	private static boolean hasId(String text, int start, int end, char before, char after) {
		int open = text.indexOf(before, start);
		while (open >= 0 && open + ID + 1 < end) {
			if (text.charAt(open + ID + 1) == after && isHex(text, open + 1)) {
				return true;
			}
			open = text.indexOf(before, open + 1);
		}
		return false;
	}

	private static boolean isHex(String text, int start) {
		for (int i = start; i < start + ID; i++) {
			if (Character.digit(text.charAt(i), 16) < 0) {
				return false;
			}
		}
		return true;
	}

}
