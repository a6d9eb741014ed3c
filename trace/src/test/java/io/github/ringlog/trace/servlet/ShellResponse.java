package io.github.ringlog.trace.servlet;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A response that keeps the last header.
 */
public final class ShellResponse extends HttpServletResponseWrapper {

	private @Nullable String lastHeader;

	public ShellResponse() {
		super(ShellRequest.nothing(HttpServletResponse.class));
	}

	@Override
	public @Nullable String getHeader(String name) {
		return null;
	}

	@Override
	public void setHeader(String name, String value) {
		this.lastHeader = value;
	}

	@Override
	public String toString() {
		return String.valueOf(this.lastHeader);
	}

}
