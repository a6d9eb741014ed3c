import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;

/**
 * Reads standard input, and takes nothing for some milliseconds of each period. At the
 * end it prints how many lines with a trace id there were.
 */
final class SlowReader {

	private static final int ID = 32;

	// Of the line that is being read: the digits of an id so far, or -1 outside of
	// brackets; and whether there was an id.
	private int digits = -1;

	private boolean found;

	private long lines;

	private SlowReader() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		long pause = TimeUnit.MILLISECONDS.toNanos((args.length > 0) ? Long.parseLong(args[0]) : 0);
		long period = TimeUnit.MILLISECONDS.toNanos((args.length > 1) ? Long.parseLong(args[1]) : 1000);
		SlowReader reader = new SlowReader();
		ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
		try (FileInputStream stream = new FileInputStream(FileDescriptor.in); FileChannel in = stream.getChannel()) {
			long next = System.nanoTime() + period;
			while (in.read(buffer) >= 0) {
				buffer.flip();
				reader.count(buffer);
				buffer.clear();
				if (pause > 0 && System.nanoTime() - next >= 0) {
					TimeUnit.NANOSECONDS.sleep(pause);
					next = System.nanoTime() + period - pause;
				}
			}
		}
		System.out.println(reader.lines);
	}

	private void count(ByteBuffer buffer) {
		while (buffer.hasRemaining()) {
			byte each = buffer.get();
			if (each == '\n') {
				this.lines += (this.found) ? 1 : 0;
				this.found = false;
				this.digits = -1;
			}
			else if (each == '[') {
				this.digits = 0;
			}
			else if (this.digits >= 0) {
				this.found |= each == ']' && this.digits == ID;
				this.digits = (Character.digit(each, 16) >= 0) ? this.digits + 1 : -1;
			}
		}
	}

}
