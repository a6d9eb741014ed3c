package io.github.ringlog.pattern;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Stands for an exception when it is printed: prints the same, causes and suppressed
 * exceptions included, but with sanitized texts.
 */
final class SanitizedFailure extends Throwable {

	private static final long serialVersionUID = 1L;

	private final String text;

	private final @Nullable String localizedMessage;

	private transient @Nullable Throwable cause;

	private SanitizedFailure(String text, @Nullable String message, @Nullable String localizedMessage) {
		super(message);
		this.text = text;
		this.localizedMessage = localizedMessage;
	}

	/**
	 * Return what prints as an exception does, but with sanitized texts.
	 */
	static Throwable of(Throwable thrown, LineBreaks lineBreaks) {
		return new Copies(lineBreaks).copy(thrown);
	}

	/**
	 * Return whether no text of an exception has control characters, nor one of what it
	 * leads to. Most have none, and to copy them would cost more than to print them.
	 */
	static boolean isClean(Throwable thrown) {
		return isClean(thrown, null);
	}

	private static boolean isClean(Throwable thrown, @Nullable Set<Throwable> known) {
		if (areIn(thrown.toString()) || areIn(thrown.getMessage()) || areIn(thrown.getLocalizedMessage())) {
			return false;
		}
		for (StackTraceElement frame : thrown.getStackTrace()) {
			if (!isClean(frame)) {
				return false;
			}
		}
		Throwable cause = thrown.getCause();
		Throwable[] suppressed = thrown.getSuppressed();
		if (cause == null && suppressed.length == 0) {
			return true;
		}
		// An exception may be its own cause.
		Set<Throwable> seen = (known != null) ? known : Collections.newSetFromMap(new IdentityHashMap<>());
		seen.add(thrown);
		return (cause == null || seen.contains(cause) || isClean(cause, seen))
				&& Arrays.stream(suppressed).allMatch((other) -> seen.contains(other) || isClean(other, seen));
	}

	static boolean isClean(StackTraceElement frame) {
		return !(areIn(frame.getClassName()) || areIn(frame.getMethodName()) || areIn(frame.getFileName())
				|| areIn(frame.getClassLoaderName()) || areIn(frame.getModuleName())
				|| areIn(frame.getModuleVersion()));
	}

	private static boolean areIn(@Nullable String text) {
		return text != null && ControlCharacters.areIn(text);
	}

	static StackTraceElement escaped(StackTraceElement frame) {
		return new StackTraceElement(escape(frame.getClassLoaderName()), escape(frame.getModuleName()),
				escape(frame.getModuleVersion()), ControlCharacters.escape(frame.getClassName()),
				ControlCharacters.escape(frame.getMethodName()), escape(frame.getFileName()), frame.getLineNumber());
	}

	private static @Nullable String escape(@Nullable String text) {
		return (text != null) ? ControlCharacters.escape(text) : null;
	}

	@Override
	public synchronized Throwable fillInStackTrace() {
		return this;
	}

	@Override
	public synchronized @Nullable Throwable getCause() {
		return this.cause;
	}

	@Override
	public @Nullable String getLocalizedMessage() {
		return this.localizedMessage;
	}

	@Override
	public String toString() {
		return this.text;
	}

	/**
	 * The copies of an exception and of all that it leads to, each once: an exception may
	 * be its own cause.
	 */
	private static final class Copies {

		private final LineBreaks lineBreaks;

		private final Map<Throwable, SanitizedFailure> copies = new IdentityHashMap<>();

		Copies(LineBreaks lineBreaks) {
			this.lineBreaks = lineBreaks;
		}

		SanitizedFailure copy(Throwable thrown) {
			SanitizedFailure known = this.copies.get(thrown);
			if (known != null) {
				return known;
			}
			SanitizedFailure copy = new SanitizedFailure(String.valueOf(sanitize(thrown.toString())),
					sanitize(thrown.getMessage()), sanitize(thrown.getLocalizedMessage()));
			this.copies.put(thrown, copy);
			// A copy of a frame prints the name of its module.
			copy.setStackTrace(Arrays.stream(thrown.getStackTrace())
				.map((frame) -> isClean(frame) ? frame : escaped(frame))
				.toArray(StackTraceElement[]::new));
			for (Throwable suppressed : thrown.getSuppressed()) {
				copy.addSuppressed(copy(suppressed));
			}
			Throwable cause = thrown.getCause();
			copy.cause = (cause != null) ? copy(cause) : null;
			return copy;
		}

		private @Nullable String sanitize(@Nullable String text) {
			return (text != null) ? ControlCharacters.sanitize(text, this.lineBreaks) : null;
		}

	}

}
