package io.github.ringlog.pattern;

import org.jspecify.annotations.Nullable;

/**
 * Replaces an exception for printing: prints the same, causes and suppressed exceptions
 * included, but with sanitized texts.
 */
final class SanitizedFailure extends Throwable {

	private static final long serialVersionUID = 1L;

	private final String text;

	private final @Nullable String localizedMessage;

	private transient @Nullable Throwable cause;

	SanitizedFailure(String text, @Nullable String message, @Nullable String localizedMessage) {
		super(message);
		this.text = text;
		this.localizedMessage = localizedMessage;
	}

	// Not initCause: an exception may be its own cause.
	void setCause(@Nullable Throwable cause) {
		this.cause = cause;
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

}
