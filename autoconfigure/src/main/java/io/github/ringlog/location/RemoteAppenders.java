package io.github.ringlog.location;

import java.util.Set;

import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.SocketAppender;
import org.apache.logging.log4j.core.appender.db.AbstractDatabaseAppender;
import org.apache.logging.log4j.core.net.TcpSocketManager;
import org.jspecify.annotations.Nullable;

/**
 * Tells which appenders wait for a network, a database or a mail server.
 */
final class RemoteAppenders {

	// By name, for their libraries may not be there.
	private static final Set<String> NAMES = Set.of("HttpAppender", "SmtpAppender", "JmsAppender", "KafkaAppender",
			"FlumeAppender", "JeroMqAppender");

	private RemoteAppenders() {
	}

	static boolean isRemote(Appender appender) {
		if (appender instanceof SocketAppender) {
			return ((AbstractOutputStreamAppender<?>) appender).getManager() instanceof TcpSocketManager;
		}
		return isRemote(appender.getClass(), null);
	}

	/**
	 * Tell by the class of an appender.
	 * @param type the class
	 * @param protocol the protocol of a {@link SocketAppender}; {@code null} when none is
	 * set
	 */
	static boolean isRemote(Class<?> type, @Nullable String protocol) {
		if (SocketAppender.class.isAssignableFrom(type)) {
			return !"UDP".equalsIgnoreCase(protocol);
		}
		return AbstractDatabaseAppender.class.isAssignableFrom(type)
				|| (KnownParts.isKnown(type) && NAMES.contains(type.getSimpleName()));
	}

}
