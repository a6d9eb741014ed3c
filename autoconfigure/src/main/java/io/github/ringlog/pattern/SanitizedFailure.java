package io.github.ringlog.pattern;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

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
	 * Return what prints as an exception does.
	 * @return the exception itself if its texts need not be sanitized
	 */
	static Throwable of(Throwable thrown, LineBreaks lineBreaks) {
		Copies copies = new Copies(lineBreaks);
		Throwable copy = copies.copy(thrown);
		return copies.differ ? copy : thrown;
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

		private boolean differ;

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
			copy.setStackTrace(Arrays.stream(thrown.getStackTrace()).map(this::copy).toArray(StackTraceElement[]::new));
			for (Throwable suppressed : thrown.getSuppressed()) {
				copy.addSuppressed(copy(suppressed));
			}
			Throwable cause = thrown.getCause();
			copy.cause = (cause != null) ? copy(cause) : null;
			return copy;
		}

		private @Nullable String sanitize(@Nullable String text) {
			if (text == null || !ControlCharacters.areIn(text)) {
				return text;
			}
			this.differ = true;
			return ControlCharacters.sanitize(text, this.lineBreaks);
		}

		/**
		 * Copy a frame only if need be, because a copy prints the name of its module.
		 */
		private StackTraceElement copy(StackTraceElement frame) {
			if (!ControlCharacters.areIn(frame.toString())) {
				return frame;
			}
			this.differ = true;
			return new StackTraceElement(escape(frame.getClassLoaderName()), escape(frame.getModuleName()),
					escape(frame.getModuleVersion()), ControlCharacters.escape(frame.getClassName()),
					ControlCharacters.escape(frame.getMethodName()), escape(frame.getFileName()),
					frame.getLineNumber());
		}

		private static @Nullable String escape(@Nullable String text) {
			return (text != null) ? ControlCharacters.escape(text) : null;
		}

	}

}
