package io.github.ringlog.oracle;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.ThresholdFilter;

/**
 * Does what a case says.
 */
final class CaseProgram {

	static final String STALLING_LOGGER = "oracle.stall";

	private final Case test;

	private final LoggerContext context;

	private final Function<LoggerContext, Configuration> builder;

	private final Function<LoggerContext, Configuration> other;

	private final Runnable awaitWritten;

	private final List<String> thrown = Collections.synchronizedList(new ArrayList<>());

	// Only the main thread changes the configuration.
	private final Map<String, Filter> filters = new LinkedHashMap<>();

	private final Map<String, WeakReference<Appender>> forgotten = new LinkedHashMap<>();

	private boolean advanced;

	CaseProgram(Case test, LoggerContext context, Function<LoggerContext, Configuration> builder,
			Function<LoggerContext, Configuration> other, Runnable awaitWritten) {
		this.test = test;
		this.context = context;
		this.builder = builder;
		this.other = other;
		this.awaitWritten = awaitWritten;
	}

	static String describe(Throwable thrown) {
		return (thrown != null) ? thrown.getClass().getName() + ": " + message(thrown) : "";
	}

	private static String message(Throwable thrown) {
		try {
			return thrown.getMessage();
		}
		catch (RuntimeException ex) {
			return "no message";
		}
	}

	void run() {
		for (int i = 0; i < this.test.phases().size(); i++) {
			List<List<Step>> threads = this.test.phases().get(i).threads();
			if (threads.size() == 1) {
				runSteps(threads.get(0), i, 0);
			}
			else if (!threads.isEmpty()) {
				runTogether(threads, i);
			}
		}
		RecordingAppender.go(100);
	}

	private void runTogether(List<List<Step>> threads, int phase) {
		CyclicBarrier barrier = new CyclicBarrier(threads.size());
		List<Thread> started = new ArrayList<>();
		for (int i = 0; i < threads.size(); i++) {
			int number = i + 1;
			List<Step> steps = threads.get(i);
			Thread thread = new Thread(() -> {
				try {
					barrier.await();
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
				runSteps(steps, phase, number);
			}, "caller-" + number);
			thread.start();
			started.add(thread);
		}
		for (Thread thread : started) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

	private void runSteps(List<Step> steps, int phase, int thread) {
		for (int i = 0; i < steps.size(); i++) {
			try {
				run(steps.get(i), thread);
			}
			catch (Throwable ex) {
				this.thrown.add(phase + "." + thread + "." + i + " " + describe(ex));
			}
			RecordingAppender.go(1);
		}
	}

	private void run(Step step, int thread) {
		String prefix = this.test.hasThreads() ? "@" + thread + "@ " : "";
		if (step instanceof Step.Flood flood) {
			RuntimeException last = null;
			for (int i = 0; i < flood.times(); i++) {
				try {
					// Not a number that a process has.
					new LogCalls(this.context, flood.call(), prefix + (1_000_000 + i) + " ").log();
				}
				catch (RuntimeException ex) {
					last = ex;
				}
			}
			if (last != null) {
				throw last;
			}
		}
		else if (step instanceof Step.Call call) {
			new LogCalls(this.context, call, prefix).log();
		}
		else if (step instanceof Step.Context change) {
			changeContext(change);
		}
		else if (step instanceof Step.Stall stall && this.test.settings().isEmpty()) {
			RecordingAppender.stall(this.context.getLogger(STALLING_LOGGER), stall.steps());
		}
		else if (step instanceof Step.Pause pause) {
			LockSupport.parkNanos(pause.millis() * 1_000_000L);
		}
		else if (step instanceof Step.Advance advance) {
			TestClock.advance(advance.millis());
			this.advanced = true;
		}
		else if (step instanceof Step.Change change) {
			change(change, prefix);
		}
	}

	private static void changeContext(Step.Context change) {
		switch (change.kind()) {
			case PUT -> ThreadContext.put(change.key(), change.value());
			case REMOVE -> ThreadContext.remove(change.key());
			case CLEAR -> ThreadContext.clearAll();
			case PUSH -> ThreadContext.push(change.value());
			case POP -> ThreadContext.pop();
		}
	}

	private void change(Step.Change change, String prefix) {
		// See docs/appenders.md.
		boolean earlier = this.test
			.hasNode((node) -> node.type().startsWith("DirectWrite") || node.type().startsWith("OnStartup"));
		if ((this.advanced || earlier) && change.kind().name().startsWith("RECONFIGURE")) {
			// A file that is configured anew goes by the clock of the system, and rolls
			// over with whatever comes after that.
			RecordingAppender.go(100);
			this.awaitWritten.run();
		}
		Configuration configuration = this.context.getConfiguration();
		LoggerConfig logger = configuration.getLoggerConfig(change.logger());
		String argument = change.argument();
		switch (change.kind()) {
			case ADD_APPENDER -> {
				Appender added = newAppender(argument);
				configuration.addAppender(added);
				logger.addAppender(added, null, null);
			}
			case ADD_APPENDER_TO_LOGGER -> this.context.getLogger(change.logger()).addAppender(newAppender(argument));
			case REMOVE_APPENDER -> logger.removeAppender(argument);
			case FORGET_APPENDER -> {
				Appender known = logger.getAppenders().get(argument);
				if (known != null && argument.startsWith("added")) {
					logger.removeAppender(argument);
					configuration.getAppenders().remove(argument);
					this.forgotten.put(argument, new WeakReference<>(known));
					// Whoever still has it lets go with the next event.
					this.context.getLogger(change.logger()).fatal(prefix + "It is gone.");
					if (configuration.getFilter() != null) {
						// It may have denied that event.
						this.context.updateLoggers();
					}
				}
			}
			case STOP_APPENDER -> {
				// What waits would count as failed, see docs/appenders.md.
				RecordingAppender.go(100);
				this.awaitWritten.run();
				Appender known = configuration.getAppender(argument);
				if (known != null) {
					known.stop();
				}
			}
			case ADD_FILTER -> {
				Filter filter = ThresholdFilter.createFilter(Level.valueOf(argument), null, null);
				this.filters.put(logger.getName(), filter);
				logger.addFilter(filter);
			}
			case REMOVE_FILTER -> {
				if (this.filters.containsKey(logger.getName())) {
					logger.removeFilter(this.filters.remove(logger.getName()));
				}
			}
			case ADD_LOGGER -> addLogger(configuration, change.logger(), argument);
			case REMOVE_LOGGER -> {
				configuration.removeLogger(change.logger());
				this.context.updateLoggers();
			}
			case UPDATE_LOGGERS -> this.context.updateLoggers();
			case SET_LEVEL -> {
				logger.setLevel(Level.valueOf(argument));
				this.context.updateLoggers();
			}
			case RECONFIGURE -> {
				if (this.test.format() == Case.Format.BUILDER && this.test.start() == Case.Start.ENGINE) {
					this.context.reconfigure(this.builder.apply(this.context));
				}
				else {
					this.context.reconfigure();
				}
			}
			case RECONFIGURE_WITH_OTHER -> this.context.reconfigure(this.other.apply(this.context));
			case RESTART -> {
				if (this.test.start() == Case.Start.BOOT) {
					// Spring logs each property that is read meanwhile.
					configuration.removeLogger("org.springframework");
					configuration.addLogger("org.springframework",
							new LoggerConfig("org.springframework", Level.OFF, false));
					this.context.updateLoggers();
				}
				this.context.stop();
				this.context.start();
			}
		}
	}

	private Appender newAppender(String name) {
		RecordingAppender appender = new RecordingAppender(name, null, null, true, false);
		appender.start();
		return appender;
	}

	private void addLogger(Configuration configuration, String name, String appender) {
		AppenderRef reference = AppenderRef.createAppenderRef(appender, null, null);
		LoggerConfig added = LoggerConfig.newBuilder()
			.withLoggerName(name)
			.withLevel(Level.DEBUG)
			.withAdditivity(false)
			.withRefs(new AppenderRef[] { reference })
			.withConfig(configuration)
			.build();
		Appender known = configuration.getAppender(appender);
		if (known != null) {
			added.addAppender(known, null, null);
		}
		configuration.addLogger(name, added);
		this.context.updateLoggers();
	}

	/** What came out beside lines. */
	void putResults(Map<String, String> outcome) {
		outcome.put("thrown to callers", String.join("\n", this.thrown.stream().sorted().toList()));
		if (!this.forgotten.isEmpty()) {
			for (int i = 0; i < 100 && this.forgotten.values().stream().anyMatch((each) -> each.get() != null); i++) {
				System.gc();
				LockSupport.parkNanos(20_000_000);
			}
			this.forgotten.forEach((name, reference) -> outcome.put("removed appender " + name,
					(reference.get() != null) ? "stays in memory" : "is freed"));
		}
	}

}
