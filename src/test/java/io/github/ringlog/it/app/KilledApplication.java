package io.github.ringlog.it.app;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.core.env.Environment;

/**
 * Threads log until the process is killed, or {@code killed.events} each. A file has how
 * many calls of each have returned.
 */
public final class KilledApplication {

	/** How many threads there are. */
	public static final int THREADS = 4;

	private static final Logger logger = LoggerFactory.getLogger("killed");

	private KilledApplication() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(KilledApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		Environment environment = application.run(args).getEnvironment();
		String life = environment.getRequiredProperty("killed.life");
		long events = environment.getProperty("killed.events", Long.class, Long.MAX_VALUE);
		ByteBuffer counters;
		try (FileChannel channel = FileChannel.open(Path.of("counters"), StandardOpenOption.CREATE,
				StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			counters = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) Long.BYTES * THREADS);
		}
		for (int i = 0; i < THREADS; i++) {
			int thread = i;
			new Thread(() -> log(life, thread, events, counters)).start();
		}
	}

	private static void log(String life, int thread, long events, ByteBuffer counters) {
		for (long i = 1; i <= events; i++) {
			logger.info("{}/{}/{}/", life, thread, i);
			counters.putLong(Long.BYTES * thread, i);
		}
	}

}
