package io.github.ringlog.crashlog;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

import io.github.ringlog.report.StandardError;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The file of a crash log, locked for this process. What is wrong with it is reported on
 * standard error, and logging goes on without. Used by one thread.
 */
public final class CrashLogFile implements Closeable {

	private static final Set<StandardOpenOption> OPTIONS = Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ,
			StandardOpenOption.WRITE);

	private final Path path;

	private FileChannel channel;

	private CrashLogFile(Path path, FileChannel channel) {
		this.path = path;
		this.channel = channel;
	}

	/**
	 * Open a file, which is made if it is not there.
	 * @param path the file
	 * @return the file, or {@code null} if it can't be used
	 */
	public static @Nullable CrashLogFile open(Path path) {
		FileChannel channel = null;
		try {
			channel = FileChannel.open(path, OPTIONS, ownerOnly());
			if (channel.tryLock() != null) {
				return new CrashLogFile(path, channel);
			}
		}
		catch (OverlappingFileLockException ex) {
			// Of another class loader of this process.
		}
		catch (IOException | RuntimeException ex) {
			report(path, ex + ". Make sure that the directory exists and that this process may write there");
			return null;
		}
		close(channel);
		report(path, "another process uses it. Give each process a file of its own");
		return null;
	}

	// What is in the file may be hidden in the log.
	private static FileAttribute<?>[] ownerOnly() {
		return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
				? new FileAttribute<?>[] {
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")) }
				: new FileAttribute<?>[0];
	}

	/**
	 * Read what is to be recovered. A file that can't be read is kept under another name.
	 * @return what there is, or {@code null} if it can't be kept: then it can't be used
	 */
	public CrashLogReader.@Nullable Contents read() {
		try {
			CrashLogReader.Contents contents = CrashLogReader.read(this.channel);
			if (!contents.events().isEmpty()) {
				ByteBuffer begun = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 1);
				this.channel.write(begun, CrashLogReader.AT_RECOVERING);
			}
			return contents;
		}
		catch (IOException | RuntimeException ex) {
			Path kept = this.path.resolveSibling(this.path.getFileName() + ".unreadable-" + System.currentTimeMillis());
			try {
				Files.move(this.path, kept);
				close();
				this.channel = FileChannel.open(this.path, OPTIONS, ownerOnly());
				this.channel.tryLock();
				StandardError.print("Ringlog: nothing is recovered from the crash log " + this.path + ", for "
						+ ex.getMessage() + ". It is kept as " + kept
						+ "; ringlog-verify.jar --crash-log of the version that wrote it prints it");
			}
			catch (IOException failed) {
				report(this.path, failed + ". Remove it");
				close();
				return null;
			}
			return new CrashLogReader.Contents(List.of(), List.of());
		}
	}

	/**
	 * Begin a crash log, and forget what was there.
	 * @param slots the slots of the ring
	 * @param recordSize the room for the record of an event that takes one slot, in bytes
	 * @param level the least severe level of which events are recorded
	 * @param first the next sequence of the ring
	 * @return the crash log, or {@code null} if there is no room for it
	 */
	public @Nullable CrashLog begin(int slots, int recordSize, Level level, long first) {
		try {
			return CrashLog.begin(this.path, this.channel, slots, recordSize, level, first);
		}
		catch (IOException | RuntimeException ex) {
			report(this.path, ex + ". Make room for it, or set a smaller ringlog.crash-log.size");
			return null;
		}
	}

	private static void report(Path path, String why) {
		StandardError.print("Ringlog: events of this process have no crash log. " + path + " can't be used: " + why);
	}

	@Override
	public void close() {
		close(this.channel);
	}

	private static void close(@Nullable FileChannel channel) {
		try {
			if (channel != null) {
				channel.close();
			}
		}
		catch (IOException ex) {
			// The system closes it when the process ends.
		}
	}

}
