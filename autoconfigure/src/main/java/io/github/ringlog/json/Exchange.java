package io.github.ringlog.json;

import org.jspecify.annotations.Nullable;

/**
 * A request and its complete response, as a server reported them. Nothing that a client
 * sent is escaped.
 *
 * @param time when the response was complete, in milliseconds since the epoch
 * @param method the method of the request
 * @param uri the path and the query
 * @param protocol the name and the version of the protocol
 * @param status the status of the response
 * @param bytes the bytes of the body that were sent, or -1 when that is not known
 * @param nanos how long it took, in nanoseconds
 * @param remoteHost the address of the client
 * @param referer the header of that name
 * @param userAgent the header of that name
 * @param traceId the id of the request
 */
public record Exchange(long time, @Nullable String method, @Nullable String uri, @Nullable String protocol, int status,
		long bytes, long nanos, @Nullable String remoteHost, @Nullable String referer, @Nullable String userAgent,
		@Nullable String traceId) {

	private static final String HTTP = "HTTP/";

	/**
	 * Return the line of the request and the status of the response.
	 */
	String summary() {
		return known(this.method) + " " + known(this.uri) + " " + this.status;
	}

	private static String known(@Nullable String value) {
		return (value != null) ? value : "-";
	}

	@Nullable String path() {
		return part(0);
	}

	@Nullable String query() {
		return part(1);
	}

	private @Nullable String part(int index) {
		String[] parts = (this.uri != null) ? this.uri.split("\\?", 2) : new String[0];
		return (parts.length > index) ? parts[index] : null;
	}

	@Nullable Long knownBytes() {
		return (this.bytes >= 0) ? this.bytes : null;
	}

	@Nullable String version() {
		return (this.protocol != null && this.protocol.startsWith(HTTP)) ? this.protocol.substring(HTTP.length())
				: this.protocol;
	}

}
