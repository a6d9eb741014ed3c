package io.github.ringlog.access;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import org.apache.logging.log4j.message.ParameterizedMessage;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.ConnectionInformation;
import reactor.netty.http.server.logging.AccessLog;
import reactor.netty.http.server.logging.AccessLogArgProvider;
import reactor.netty.http.server.logging.AccessLogFactory;

/**
 * The access log of Reactor Netty. The line is Reactor Netty's, except that it has the
 * client's address instead of its proxy's. The id comes from the response header only.
 */
final class NettyAccessLog implements AccessLogFactory {

	private static final String FORMAT = "{} - {} [{}] \"{} {} {}\" {} {} {}";

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

	private final AccessLogger logger;

	NettyAccessLog(AccessLogger logger) {
		this.logger = logger;
	}

	/**
	 * Log the line, and return {@code null} so that Reactor Netty logs none.
	 */
	@Override
	public @Nullable AccessLog apply(AccessLogArgProvider arguments) {
		this.logger.log(null, (name) -> {
			CharSequence value = arguments.responseHeader(name);
			return (value != null) ? value.toString() : null;
		}, () -> this.logger.log(line(arguments)));
		return null;
	}

	private static String line(AccessLogArgProvider arguments) {
		ConnectionInformation connection = arguments.connectionInformation();
		SocketAddress remote = (connection != null) ? connection.remoteAddress() : null;
		ZonedDateTime time = arguments.accessDateTime();
		return ParameterizedMessage.format(FORMAT,
				new Object[] { (remote instanceof InetSocketAddress address) ? address.getHostString() : "-",
						arguments.user(), (time != null) ? TIME.format(time) : "-", arguments.method(), arguments.uri(),
						arguments.protocol(), arguments.status(),
						(arguments.contentLength() >= 0) ? arguments.contentLength() : "-", arguments.duration() });
	}

}
