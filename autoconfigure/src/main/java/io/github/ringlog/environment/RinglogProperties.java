package io.github.ringlog.environment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.ringlog.environment.Allowed.Only;
import io.github.ringlog.pattern.LineBreaks;
import io.github.ringlog.settings.Log4jPath;
import io.github.ringlog.settings.OverflowPolicy;
import io.github.ringlog.settings.RingWaitStrategy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.logging.LogLevel;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * Properties of Ringlog, bound and validated once, before logging starts. Immutable.
 *
 * @param enabled Whether logging is asynchronous.
 * @param log4jPath Whether log events go through Log4j's own methods, which Java agents
 * hook. 'auto' if there is an agent that may hook them.
 * @param buffer the ring
 * @param overflow what happens when the ring is full
 * @param shedding fill ratios from which events are dropped before the ring is full
 * @param synchronous exceptions from asynchronous logging
 * @param shutdown the end of logging
 * @param appenders the output of appenders
 * @param isolation Appenders that get a ring and a thread of their own, by the name of
 * the appender.
 * @param crashLog the crash log
 * @param json the structured formats
 * @param location the caller's location
 * @param lint the linter
 * @param trace the trace id of a request
 * @param receipts the numbers of lines
 * @param accessLog the access log
 * @param health the health contributor
 */
@ConfigurationProperties("ringlog")
public record RinglogProperties(@DefaultValue("true") boolean enabled, @DefaultValue("auto") Log4jPath log4jPath,
		@DefaultValue Buffer buffer, @DefaultValue Overflow overflow, @DefaultValue Shedding shedding,
		@DefaultValue Synchronous synchronous, @DefaultValue Shutdown shutdown, @DefaultValue Appenders appenders,
		@DefaultValue Map<String, Isolation> isolation, @DefaultValue CrashLog crashLog, @DefaultValue Json json,
		@DefaultValue Location location, @DefaultValue Lint lint, @DefaultValue Trace trace,
		@DefaultValue Receipts receipts, @DefaultValue AccessLog accessLog, @DefaultValue Health health) {

	/**
	 * The key of the application's type in the logger context: the type that the
	 * {@code SpringApplication} has before properties are bound to it.
	 */
	public static final String APPLICATION_TYPE = RinglogProperties.class.getName() + ".applicationType";

	// The defaults that the binder derives from the annotations, which takes it a tenth
	// of a second.
	private static final RinglogProperties DEFAULTS = new RinglogProperties(true, Log4jPath.AUTO,
			new Buffer(16384, RingWaitStrategy.ADAPTIVE), new Overflow(OverflowPolicy.BLOCK, null, LogLevel.INFO),
			new Shedding(null, null, null, null), new Synchronous(List.of(), null),
			new Shutdown(Duration.ofSeconds(10)), new Appenders(null), Map.of(), new CrashLog(null, null, null),
			new Json(null, List.of(), false), new Location(false), new Lint(LintMode.WARN, List.of()),
			new Trace(true, "traceId", List.of("traceparent", "b3", "X-B3-TraceId", "X-Request-Id"), "X-Trace-Id", true,
					List.of(TracePropagation.AS_RECEIVED), Map.of()),
			new Receipts(false), new AccessLog(false), new Health(Duration.ofSeconds(10), false));

	public RinglogProperties {
		isolation = Collections.unmodifiableMap(new LinkedHashMap<>(isolation));
	}

	/**
	 * Return the properties of an application as they were bound before logging started.
	 * Later changes of the environment have no effect.
	 * @param environment the environment of the application
	 * @return the properties
	 */
	public static RinglogProperties of(Environment environment) {
		return RinglogSettings.of(environment).properties();
	}

	/**
	 * Return the defaults of all properties.
	 * @return the defaults
	 */
	public static RinglogProperties defaults() {
		return DEFAULTS;
	}

	/**
	 * The ring.
	 *
	 * @param size Number of slots, a power of two from 128 to 1048576.
	 * @param waitStrategy How the writer thread waits for events.
	 */
	public record Buffer(@Only(Allowed.SLOTS) @DefaultValue("16384") int size,
			@DefaultValue("adaptive") RingWaitStrategy waitStrategy) {
	}

	/**
	 * The policy for a full ring.
	 *
	 * @param policy What a caller does when the ring is full.
	 * @param maxBlock Longest time that a caller waits, under every policy. After it, the
	 * event is dropped. No limit unless set.
	 * @param dropLevel Most severe level that the 'drop' policy may drop. Callers of more
	 * severe events wait.
	 */
	public record Overflow(@DefaultValue("block") OverflowPolicy policy,
			@Only(value = Allowed.PERIOD, orEmpty = true) @Nullable Duration maxBlock,
			@Only(value = Allowed.LEVEL, orEmpty = true) @DefaultValue("info") LogLevel dropLevel) {
	}

	/**
	 * The fill ratios from which events are dropped before the ring is full.
	 *
	 * @param trace Fill ratio, greater than 0 and at most 1, from which TRACE events are
	 * dropped.
	 * @param debug Fill ratio, greater than 0 and at most 1, from which DEBUG events are
	 * dropped.
	 * @param info Fill ratio, greater than 0 and at most 1, from which INFO events are
	 * dropped.
	 * @param warn Fill ratio, greater than 0 and at most 1, from which WARN events are
	 * dropped.
	 */
	public record Shedding(@Only(value = Allowed.RATIO, orEmpty = true) @Nullable Double trace,
			@Only(value = Allowed.RATIO, orEmpty = true) @Nullable Double debug,
			@Only(value = Allowed.RATIO, orEmpty = true) @Nullable Double info,
			@Only(value = Allowed.RATIO, orEmpty = true) @Nullable Double warn) {
	}

	/**
	 * Exceptions from asynchronous logging.
	 *
	 * @param loggers Names of loggers whose events, and those of their children, are
	 * written on the calling thread.
	 * @param appenders Names of appenders that the calling thread calls before the event
	 * goes into the ring. Unless set, those of the class
	 * 'io.sentry.log4j2.SentryAppender'.
	 */
	public record Synchronous(@Only(value = Allowed.LOGGERS, orEmpty = true) @DefaultValue List<String> loggers,
			@Only(value = Allowed.APPENDERS, orEmpty = true) @Nullable List<String> appenders) {

		public Synchronous {
			loggers = List.copyOf(loggers);
			appenders = (appenders != null) ? List.copyOf(appenders) : null;
		}

	}

	/**
	 * The end of logging.
	 *
	 * @param drainTimeout How long shutdown waits for the ring to empty.
	 */
	public record Shutdown(@Only(Allowed.TIMEOUT) @DefaultValue("10s") Duration drainTimeout) {
	}

	/**
	 * What appenders print.
	 *
	 * @param lineBreaks What the patterns of console and files do with line breaks in
	 * messages and in the texts of exceptions. Other control characters are escaped
	 * unless they are kept. Unless set, 'indent' in Spring Boot's own configuration and
	 * 'keep' in a configuration of your own.
	 */
	public record Appenders(@Nullable LineBreaks lineBreaks) {
	}

	/**
	 * The ring of an isolated appender.
	 *
	 * @param bufferSize Number of slots, a power of two from 128 to 1048576.
	 * @param policy What happens to an event when this ring is full: 'drop' or 'block'.
	 * @param maxBlock Longest time that the main writer waits for a slot. After it, the
	 * event is dropped. Unless set, 100ms with the 'drop' policy and no limit with
	 * 'block'.
	 * @param dropLevel Most severe level that the 'drop' policy may drop at once. For
	 * more severe events the main writer waits while the appender makes progress.
	 */
	public record Isolation(@Only(Allowed.SLOTS) @DefaultValue("4096") int bufferSize,
			@Only(Allowed.DROP_OR_BLOCK) @DefaultValue("drop") OverflowPolicy policy,
			@Only(value = Allowed.PERIOD, orEmpty = true) @Nullable Duration maxBlock,
			@Only(value = Allowed.LEVEL, orEmpty = true) @DefaultValue("warn") LogLevel dropLevel) {
	}

	/**
	 * The crash log.
	 *
	 * @param file File in which events are kept until they are written. The next start
	 * writes what a crash or a kill has left there. None unless set.
	 * @param size Size of the file, from 256 bytes for each slot of the ring to 1GB. An
	 * event has room for the size divided by the slots. Unless set, 16MB, or more if the
	 * ring has more than 65536 slots.
	 * @param level Least severe level of which events are kept. All unless set.
	 */
	public record CrashLog(@Only(Allowed.FILE) @Nullable Path file,
			@Only(Allowed.CRASH_LOG_SIZE) @Nullable DataSize size,
			@Only(value = Allowed.LEVEL, orEmpty = true) @Nullable LogLevel level) {
	}

	/**
	 * The structured formats.
	 *
	 * @param maxLine Most bytes of a line of JSON. In a longer one the longest texts are
	 * cut. No limit unless set.
	 * @param mask Keys of the MDC whose values are not shown.
	 * @param traceId Whether the trace id is the field 'trace.id' of Elastic Common
	 * Schema, rather than one with the name of its MDC key.
	 */
	public record Json(@Only(value = Allowed.LINE, orEmpty = true) @Nullable DataSize maxLine,
			@Only(value = Allowed.MDC_KEYS, orEmpty = true) @DefaultValue List<String> mask,
			@DefaultValue("false") boolean traceId) {

		public Json {
			mask = List.copyOf(mask);
		}

	}

	/**
	 * The caller's location.
	 *
	 * @param capture Whether the caller's location is captured, for loggers whose layout
	 * prints it. Below 40 frames their log calls take 30 to 40 times as long.
	 */
	public record Location(@DefaultValue("false") boolean capture) {
	}

	/**
	 * The linter of the Log4j configuration.
	 *
	 * @param mode What happens when the linter finds something.
	 * @param ignore Names of rules whose findings are left out.
	 */
	public record Lint(@DefaultValue("warn") LintMode mode,
			@Only(value = Allowed.LINT_RULES, orEmpty = true) @DefaultValue List<LintRule> ignore) {

		public Lint {
			// An empty element is null; the validation reports it.
			ignore = Collections.unmodifiableList(new ArrayList<>(ignore));
		}

	}

	/**
	 * The trace id of a request.
	 *
	 * @param enabled Whether each request has a trace id.
	 * @param mdcKey Key of the trace id in the MDC.
	 * @param requestHeaders Request headers that may carry the id, in the order in which
	 * they are tried.
	 * @param responseHeader Response header that returns the id. Empty for none.
	 * @param trustIncoming Whether an id that comes with a request is used.
	 * @param propagation Formats in which the id is sent with outgoing requests and
	 * messages: 'w3c' and 'b3', or one of 'as-received' and 'none'.
	 * @param mdcHeaders More request headers to copy to the MDC, each with its MDC key.
	 */
	// @formatter:off
	public record Trace(@DefaultValue("true") boolean enabled, @Only(Allowed.MDC_KEY) @DefaultValue("traceId") String mdcKey,
			@Only(value = Allowed.HEADERS, orEmpty = true)
			@DefaultValue({ "traceparent", "b3", "X-B3-TraceId", "X-Request-Id" }) List<String> requestHeaders,
			@Only(value = Allowed.HEADER, orEmpty = true) @DefaultValue("X-Trace-Id") String responseHeader,
			@DefaultValue("true") boolean trustIncoming,
			@Only(Allowed.FORMATS) @DefaultValue("as-received") List<TracePropagation> propagation,
			@Only(value = Allowed.MDC_HEADERS, orEmpty = true) @DefaultValue Map<String, String> mdcHeaders) {
	// @formatter:on

		public Trace {
			requestHeaders = List.copyOf(requestHeaders);
			// An empty element is null; the validation reports it.
			propagation = Collections.unmodifiableList(new ArrayList<>(propagation));
			mdcHeaders = Collections.unmodifiableMap(new LinkedHashMap<>(mdcHeaders));
		}

	}

	/**
	 * The numbers of lines.
	 *
	 * @param enabled Whether each sink numbers its lines and writes receipts.
	 */
	public record Receipts(@DefaultValue("false") boolean enabled) {
	}

	/**
	 * The access log.
	 *
	 * @param enabled Whether the logger 'ringlog.access' logs the lines of the server's
	 * access log.
	 */
	public record AccessLog(@DefaultValue("false") boolean enabled) {
	}

	/**
	 * The health contributor.
	 *
	 * @param stallTimeout How long events may wait in the ring, while none is written,
	 * before health is DOWN.
	 * @param isolated Whether a stalled isolated appender makes health DOWN, too.
	 */
	public record Health(@Only(Allowed.PERIOD) @DefaultValue("10s") Duration stallTimeout,
			@DefaultValue("false") boolean isolated) {
	}

	/**
	 * The reaction to findings of the linter.
	 */
	public enum LintMode {

		/**
		 * Each finding is logged as a warning.
		 */
		WARN,

		/**
		 * The application does not start.
		 */
		FAIL,

		/**
		 * The linter does not run.
		 */
		OFF

	}

}
