package io.github.ringlog.it.app;

import java.util.ArrayList;
import java.util.List;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Logs from some threads, as {@code <thread> <number> <filler>}, and returns. It has no
 * Spring on its class path.
 */
public final class StandaloneApplication {

	private StandaloneApplication() {
	}

	public static void main(String[] args) throws InterruptedException {
		Logger logger = LogManager.getLogger("standalone");
		int events = Integer.parseInt(args[1]);
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < Integer.parseInt(args[0]); i++) {
			int number = i;
			threads.add(new Thread(() -> {
				for (int event = 0; event < events; event++) {
					logger.info("{} {} an order was accepted", number, event);
				}
			}));
		}
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
		Report.print(Report.context().statistics());
	}

}
