package io.github.ringlog.oracle;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A JVM that runs cases, either with plain Log4j or with Ringlog, until its socket is
 * closed.
 */
public final class Worker {

	private Worker() {
	}

	/**
	 * Run.
	 * @param args the port of the oracle, and which side this is
	 */
	public static void main(String[] args) throws Exception {
		CaseRun.Side side = (CaseRun.Side) Class.forName(args[1]).getDeclaredConstructor().newInstance();
		Case.End end = Case.End.STOP;
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
				ObjectOutputStream answers = new ObjectOutputStream(
						new BufferedOutputStream(socket.getOutputStream()))) {
			answers.flush();
			try (ObjectInputStream requests = new ObjectInputStream(new BufferedInputStream(socket.getInputStream()))) {
				while (end == Case.End.STOP && requests.readObject() instanceof Request request) {
					TestClock.set(request.time());
					Path directory = Path.of(request.directory());
					answers.writeObject(run(request, directory, side));
					answers.reset();
					answers.flush();
					end = request.test().end();
				}
			}
		}
		catch (IOException ex) {
			// The oracle has ended.
			System.exit(0);
		}
		end(end);
	}

	private static void end(Case.End end) {
		switch (end) {
			case RETURN -> {
			}
			case UNCAUGHT -> throw new IllegalStateException("uncaught");
			case TERMINATED -> {
				while (true) {
					LockSupport.park();
				}
			}
			default -> System.exit(0);
		}
	}

	private static HashMap<String, String> run(Request request, Path directory, CaseRun.Side side) {
		try {
			return new HashMap<>(new CaseRun(request.test(), directory, side).run());
		}
		catch (Throwable ex) {
			return new HashMap<>(Map.of("ends", ex + Arrays.toString(ex.getStackTrace())));
		}
	}

	/**
	 * Asks to run a case.
	 *
	 * @param test the case
	 * @param directory where its files are to be
	 * @param time what the clock shows
	 */
	record Request(Case test, String directory, long time) implements Serializable {

	}

}
