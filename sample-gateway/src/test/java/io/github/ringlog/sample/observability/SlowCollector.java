package io.github.ringlog.sample.observability;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import com.sun.net.httpserver.HttpServer;

/**
 * A log server as Log4j's appender {@code Http} expects one, which answers only while
 * nobody holds it.
 */
final class SlowCollector implements AutoCloseable {

	private final ReadWriteLock gate = new ReentrantReadWriteLock();

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final HttpServer server;

	SlowCollector() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.executor);
		this.server.createContext("/", (exchange) -> {
			try (exchange) {
				exchange.getRequestBody().readAllBytes();
				this.gate.readLock().lock();
				this.gate.readLock().unlock();
				exchange.sendResponseHeaders(204, -1);
			}
		});
		this.server.start();
	}

	int port() {
		return this.server.getAddress().getPort();
	}

	/**
	 * Run something while no event is taken.
	 */
	void hold(Runnable action) {
		this.gate.writeLock().lock();
		try {
			action.run();
		}
		finally {
			this.gate.writeLock().unlock();
		}
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.executor.shutdown();
	}

}
