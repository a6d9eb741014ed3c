package io.github.ringlog.access;

import java.net.InetSocketAddress;

import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.ConnectionInformation;
import reactor.netty.http.server.logging.AccessLog;
import reactor.netty.http.server.logging.AccessLogArgProvider;
import reactor.netty.http.server.logging.AccessLogFactory;

/**
 * Logs each response of Reactor Netty. It reads the id from the response header.
 */
final class NettyAccessLog implements AccessLogFactory {

	private final AccessLogger logger;

	NettyAccessLog(AccessLogger logger) {
		this.logger = logger;
	}

	/**
	 * Log, and return nothing that Reactor Netty could log.
	 */
	@Override
	public @Nullable AccessLog apply(AccessLogArgProvider arguments) {
		this.logger.log(new NettyExchange(arguments));
		return null;
	}

	private record NettyExchange(AccessLogArgProvider arguments) implements Exchange {

		@Override
		public @Nullable String method() {
			return text(this.arguments.method());
		}

		@Override
		public @Nullable String uri() {
			return text(this.arguments.uri());
		}

		@Override
		public @Nullable String protocol() {
			return this.arguments.protocol();
		}

		@Override
		public int status() {
			CharSequence status = this.arguments.status();
			return (status != null) ? Integer.parseInt(status, 0, status.length(), 10) : 0;
		}

		@Override
		public long bytes() {
			return this.arguments.contentLength();
		}

		@Override
		public long milliseconds() {
			return this.arguments.duration();
		}

		@Override
		public @Nullable String remoteHost() {
			ConnectionInformation connection = this.arguments.connectionInformation();
			return (connection != null && connection.connectionRemoteAddress() instanceof InetSocketAddress address)
					? address.getHostString() : null;
		}

		@Override
		public @Nullable String header(String name) {
			return text(this.arguments.requestHeader(name));
		}

		@Override
		public @Nullable String traceId() {
			return null;
		}

		@Override
		public @Nullable String responseHeader(String name) {
			return text(this.arguments.responseHeader(name));
		}

		private static @Nullable String text(@Nullable CharSequence value) {
			return (value != null) ? value.toString() : null;
		}

	}

}
