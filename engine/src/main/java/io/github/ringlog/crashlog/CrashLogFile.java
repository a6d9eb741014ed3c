package io.github.ringlog.crashlog;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;

import io.github.ringlog.report.StandardError;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;

/**
 * The file of a crash log, locked for this process. Each crash log is a new file that
 * replaces an existing one; that is renamed, so that its events are recovered. A problem
 * is reported on standard error, and logging continues without a crash log. Used by one
 * thread.
 */
public final class CrashLogFile implements Closeable {

	private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

	private static final boolean POSIX = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

	private final Path path;

	// The new file, before it replaces the crash log. Its owner is the owner of this
	// process's files.
	private final Path next;

	// Not the crash log itself: other code may open and close that, which would end a
	// lock on it.
	private final FileChannel lock;

	// Set by begin; null if files have no owners.
	private @Nullable UserPrincipal owner;

	private boolean failed;

	private CrashLogFile(Path path, FileChannel lock) {
		this.path = path;
		this.next = path.resolveSibling(path.getFileName() + ".new");
		this.lock = lock;
	}

	/**
	 * Lock a file for this process.
	 * @param path the file, which need not exist
	 * @return the file, or {@code null} if it can't be used
	 */
	public static @Nullable CrashLogFile open(Path path) {
		// The claim is a system property, because all class loaders of a JVM share these.
		if (System.getProperties().putIfAbsent(claim(path), "") != null) {
			report(path, "another application of this process uses it. Give each a file of its own");
			return null;
		}
		FileChannel lock = null;
		try {
			lock = create(path.resolveSibling(path.getFileName() + CrashLogReader.LOCK), StandardOpenOption.CREATE);
			if (lock.tryLock() != null) {
				lock.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)), 0);
				return new CrashLogFile(path, lock);
			}
			report(path, "another process uses it. Give each process a file of its own");
		}
		catch (IOException | RuntimeException ex) {
			report(path, ex + ". Make sure that the directory exists and that this process may write there");
		}
		release(path, lock);
		return null;
	}

	private static String claim(Path path) {
		return "ringlog.crash-log:" + path.toAbsolutePath().normalize();
	}

	// For the owner only: the file may contain data that the log masks.
	private static FileChannel create(Path path, StandardOpenOption how) throws IOException {
		Set<OpenOption> options = Set.of(how, StandardOpenOption.READ, StandardOpenOption.WRITE,
				LinkOption.NOFOLLOW_LINKS);
		return FileChannel.open(path, options,
				POSIX ? new FileAttribute<?>[] { PosixFilePermissions.asFileAttribute(OWNER_ONLY) }
						: new FileAttribute<?>[0]);
	}

	/**
	 * Begin a crash log, replacing an existing file.
	 * @param slots the slots of the ring
	 * @param recordSize the size of a record in bytes
	 * @param level the least severe level of which events are recorded
	 * @param first the next sequence of the ring
	 * @return the crash log, or {@code null} if there is no room for it, or if the
	 * existing file is not ours
	 */
	public @Nullable CrashLog begin(int slots, int recordSize, Level level, long first) {
		if (this.failed) {
			return null;
		}
		try {
			Files.deleteIfExists(this.next);
			try (FileChannel channel = create(this.next, StandardOpenOption.CREATE_NEW)) {
				this.owner = POSIX ? Files.getOwner(this.next, LinkOption.NOFOLLOW_LINKS) : null;
				if (Files.exists(this.path, LinkOption.NOFOLLOW_LINKS)) {
					check(this.path);
					keepOld();
				}
				CrashLog log = CrashLog.begin(this.path, channel, slots, recordSize, level, first);
				Files.move(this.next, this.path, StandardCopyOption.ATOMIC_MOVE);
				return log;
			}
			finally {
				// Frees the space of a file that could not be prepared.
				Files.deleteIfExists(this.next);
			}
		}
		catch (IOException | RuntimeException ex) {
			this.failed = true;
			report(this.path, ex.getMessage());
			return null;
		}
	}

	/**
	 * Reject a file that others may read, write or redirect.
	 */
	private void check(Path found) throws IOException {
		if (!Files.isRegularFile(found, LinkOption.NOFOLLOW_LINKS)) {
			throw new IOException(found + " is a link or no regular file. Remove it");
		}
		if (POSIX) {
			PosixFileAttributes is = Files.readAttributes(found, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
			if (!is.owner().equals(this.owner)) {
				throw new IOException(found + " belongs to " + is.owner().getName() + ". Remove it");
			}
			if (!is.permissions().equals(OWNER_ONLY)) {
				throw new IOException(
						"others than its owner may use " + found + ". Recover what it has, and remove it");
			}
		}
	}

	private void keepOld() throws IOException {
		long time = System.currentTimeMillis();
		while (Files.exists(old(time), LinkOption.NOFOLLOW_LINKS)) {
			time++;
		}
		Files.move(this.path, old(time));
	}

	private Path old(long time) {
		return this.path.resolveSibling(this.path.getFileName() + CrashLogReader.OLD + time);
	}

	/**
	 * Return the files that earlier processes have left. Call {@link #begin} first.
	 * @return the renamed files, the oldest first, without files that are not ours
	 */
	public List<Path> old() {
		try {
			return CrashLogReader.old(this.path).stream().filter(this::isOurs).toList();
		}
		catch (IOException | RuntimeException ex) {
			StandardError.print("Ringlog: nothing is recovered from " + this.path + ": " + ex);
			return List.of();
		}
	}

	private boolean isOurs(Path file) {
		try {
			check(file);
			return true;
		}
		catch (IOException ex) {
			StandardError.print("Ringlog: nothing is recovered from " + file + ": " + ex.getMessage());
			return false;
		}
	}

	private static void report(Path path, @Nullable String why) {
		StandardError.print("Ringlog: events of this process have no crash log. " + path + " can't be used: " + why);
	}

	@Override
	public void close() {
		release(this.path, this.lock);
	}

	private static void release(Path path, @Nullable FileChannel lock) {
		try {
			if (lock != null) {
				lock.close();
			}
		}
		catch (IOException ex) {
			// The system closes it when the process ends.
		}
		System.getProperties().remove(claim(path));
	}

}
