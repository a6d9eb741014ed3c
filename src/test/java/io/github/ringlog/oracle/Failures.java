package io.github.ringlog.oracle;

import java.io.IOException;

/**
 * Exceptions as programs throw them.
 */
final class Failures {

	private Failures() {
	}

	static Throwable of(Step.Failure kind) {
		return switch (kind) {
			case NONE -> null;
			case PLAIN -> new IllegalStateException("it failed");
			case CAUSED ->
				new IllegalStateException("two\nlines", new IOException("cause", new NullPointerException()));
			case SUPPRESSED -> {
				Exception thrown = new IOException((String) null);
				thrown.addSuppressed(new IllegalArgumentException("suppressed", new Error("its cause")));
				yield thrown;
			}
			case CIRCULAR -> {
				Exception cause = new IllegalArgumentException("inner");
				Exception thrown = new IllegalStateException("outer", cause);
				cause.initCause(thrown);
				yield thrown;
			}
			case BROKEN -> new BrokenException();
			case DEEP -> deep(80);
		};
	}

	private static Throwable deep(int frames) {
		return (frames > 0) ? deep(frames - 1) : new IllegalStateException("deep");
	}

	private static final class BrokenException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new UnsupportedOperationException("no message");
		}

	}

}
