package io.github.ringlog.access;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.json.Exchange;
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
		if (this.logger.isEnabled()) {
			this.logger.log(new Exchange(System.currentTimeMillis(), text(arguments.method()), text(arguments.uri()),
					arguments.protocol(), status(arguments), arguments.contentLength(),
					TimeUnit.MILLISECONDS.toNanos(arguments.duration()), remoteHost(arguments),
					text(arguments.requestHeader("Referer")), text(arguments.requestHeader("User-Agent")),
					this.logger.traceId(null, (name) -> text(arguments.responseHeader(name)))));
		}
		return null;
	}

	private static int status(AccessLogArgProvider arguments) {
		CharSequence status = arguments.status();
		return (status != null) ? Integer.parseInt(status, 0, status.length(), 10) : 0;
	}

	private static @Nullable String remoteHost(AccessLogArgProvider arguments) {
		ConnectionInformation connection = arguments.connectionInformation();
		return (connection != null && connection.connectionRemoteAddress() instanceof InetSocketAddress address)
				? address.getHostString() : null;
	}

	private static @Nullable String text(@Nullable CharSequence value) {
		return (value != null) ? value.toString() : null;
	}

}
