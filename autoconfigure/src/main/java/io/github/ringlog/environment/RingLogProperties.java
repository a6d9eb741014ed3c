package io.github.ringlog.environment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.engine.OverflowPolicy;
import io.github.ringlog.engine.RingWaitStrategy;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.logging.LogLevel;

/**
 * What users set of Ringlog.
 */
@ConfigurationProperties("ringlog")
public class RingLogProperties {

	/**
	 * Whether logging is asynchronous.
	 */
	private boolean enabled = true;

	private final Buffer buffer = new Buffer();

	private final Overflow overflow = new Overflow();

	private final Shedding shedding = new Shedding();

	private final Synchronous synchronous = new Synchronous();

	private final Shutdown shutdown = new Shutdown();

	private final Appenders appenders = new Appenders();

	private final Location location = new Location();

	private final Trace trace = new Trace();

	private final Health health = new Health();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Buffer getBuffer() {
		return this.buffer;
	}

	public Overflow getOverflow() {
		return this.overflow;
	}

	public Shedding getShedding() {
		return this.shedding;
	}

	public Synchronous getSynchronous() {
		return this.synchronous;
	}

	public Shutdown getShutdown() {
		return this.shutdown;
	}

	public Appenders getAppenders() {
		return this.appenders;
	}

	public Location getLocation() {
		return this.location;
	}

	public Trace getTrace() {
		return this.trace;
	}

	public Health getHealth() {
		return this.health;
	}

	/**
	 * The ring.
	 */
	public static class Buffer {

		/**
		 * Number of slots, a power of two from 128 to 1048576.
		 */
		private int size = 16384;

		/**
		 * How the writer thread waits for events.
		 */
		private RingWaitStrategy waitStrategy = RingWaitStrategy.ADAPTIVE;

		public int getSize() {
			return this.size;
		}

		public void setSize(int size) {
			this.size = size;
		}

		public RingWaitStrategy getWaitStrategy() {
			return this.waitStrategy;
		}

		public void setWaitStrategy(RingWaitStrategy waitStrategy) {
			this.waitStrategy = waitStrategy;
		}

	}

	/**
	 * What happens when the ring is full.
	 */
	public static class Overflow {

		/**
		 * What a caller does when the ring is full.
		 */
		private OverflowPolicy policy = OverflowPolicy.BLOCK;

		/**
		 * Longest time that a caller waits under the 'block' policy; after it the event
		 * is dropped. No limit unless set.
		 */
		private @Nullable Duration maxBlock;

		/**
		 * Most severe level that the 'drop' policy may drop; more severe events block.
		 */
		private @Nullable LogLevel dropLevel;

		public OverflowPolicy getPolicy() {
			return this.policy;
		}

		public void setPolicy(OverflowPolicy policy) {
			this.policy = policy;
		}

		public @Nullable Duration getMaxBlock() {
			return this.maxBlock;
		}

		public void setMaxBlock(@Nullable Duration maxBlock) {
			this.maxBlock = maxBlock;
		}

		public @Nullable LogLevel getDropLevel() {
			return this.dropLevel;
		}

		public void setDropLevel(@Nullable LogLevel dropLevel) {
			this.dropLevel = dropLevel;
		}

	}

	/**
	 * From which fill ratio on events are dropped before the ring is full.
	 */
	public static class Shedding {

		/**
		 * Fill ratio, greater than 0 and at most 1, from which TRACE events are dropped.
		 */
		private @Nullable Double trace;

		/**
		 * Fill ratio, greater than 0 and at most 1, from which DEBUG events are dropped.
		 */
		private @Nullable Double debug;

		/**
		 * Fill ratio, greater than 0 and at most 1, from which INFO events are dropped.
		 */
		private @Nullable Double info;

		/**
		 * Fill ratio, greater than 0 and at most 1, from which WARN events are dropped.
		 */
		private @Nullable Double warn;

		public @Nullable Double getTrace() {
			return this.trace;
		}

		public void setTrace(@Nullable Double trace) {
			this.trace = trace;
		}

		public @Nullable Double getDebug() {
			return this.debug;
		}

		public void setDebug(@Nullable Double debug) {
			this.debug = debug;
		}

		public @Nullable Double getInfo() {
			return this.info;
		}

		public void setInfo(@Nullable Double info) {
			this.info = info;
		}

		public @Nullable Double getWarn() {
			return this.warn;
		}

		public void setWarn(@Nullable Double warn) {
			this.warn = warn;
		}

	}

	/**
	 * What is not asynchronous.
	 */
	public static class Synchronous {

		/**
		 * Names of loggers that, with their children, are written on the calling thread.
		 */
		private List<String> loggers = new ArrayList<>();

		public List<String> getLoggers() {
			return this.loggers;
		}

		public void setLoggers(List<String> loggers) {
			this.loggers = loggers;
		}

	}

	/**
	 * How logging ends.
	 */
	public static class Shutdown {

		/**
		 * How long shutdown waits for the ring to empty.
		 */
		private Duration drainTimeout = Duration.ofSeconds(30);

		public Duration getDrainTimeout() {
			return this.drainTimeout;
		}

		public void setDrainTimeout(Duration drainTimeout) {
			this.drainTimeout = drainTimeout;
		}

	}

	/**
	 * The packaged Log4j configuration.
	 */
	public static class Appenders {

		/**
		 * Whether the packaged Log4j configuration is used where the user supplies none.
		 */
		private boolean enabled = true;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

	}

	/**
	 * The caller's location.
	 */
	public static class Location {

		/**
		 * What happens at start-up when a layout asks for the caller's location.
		 */
		private LocationValidation validation = LocationValidation.WARN;

		/**
		 * Whether the caller's location is captured, for loggers that reach a layout
		 * which prints it. Costs many times what the rest of a log call does.
		 */
		private boolean capture;

		public LocationValidation getValidation() {
			return this.validation;
		}

		public void setValidation(LocationValidation validation) {
			this.validation = validation;
		}

		public boolean isCapture() {
			return this.capture;
		}

		public void setCapture(boolean capture) {
			this.capture = capture;
		}

	}

	/**
	 * The trace id of a request.
	 */
	public static class Trace {

		/**
		 * Whether each request has a trace id.
		 */
		private boolean enabled = true;

		/**
		 * Key of the trace id in the MDC.
		 */
		private String mdcKey = "traceId";

		/**
		 * Request headers that may carry the id, in the order in which they are tried.
		 */
		private List<String> requestHeaders = List.of("traceparent", "b3", "X-B3-TraceId", "X-Request-Id");

		/**
		 * Response header that echoes the id. Empty for none.
		 */
		private String responseHeader = "X-Trace-Id";

		/**
		 * Whether an id that a request brings is used.
		 */
		private boolean trustIncoming = true;

		/**
		 * Whether the id goes out with the requests that the application makes.
		 */
		private boolean propagate = true;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

		public String getMdcKey() {
			return this.mdcKey;
		}

		public void setMdcKey(String mdcKey) {
			this.mdcKey = mdcKey;
		}

		public List<String> getRequestHeaders() {
			return this.requestHeaders;
		}

		public void setRequestHeaders(List<String> requestHeaders) {
			this.requestHeaders = requestHeaders;
		}

		public String getResponseHeader() {
			return this.responseHeader;
		}

		public void setResponseHeader(String responseHeader) {
			this.responseHeader = responseHeader;
		}

		public boolean isTrustIncoming() {
			return this.trustIncoming;
		}

		public void setTrustIncoming(boolean trustIncoming) {
			this.trustIncoming = trustIncoming;
		}

		public boolean isPropagate() {
			return this.propagate;
		}

		public void setPropagate(boolean propagate) {
			this.propagate = propagate;
		}

	}

	/**
	 * The health contributor.
	 */
	public static class Health {

		/**
		 * How long events may wait in the ring with nothing written before health is
		 * DOWN.
		 */
		private Duration stallTimeout = Duration.ofSeconds(10);

		public Duration getStallTimeout() {
			return this.stallTimeout;
		}

		public void setStallTimeout(Duration stallTimeout) {
			this.stallTimeout = stallTimeout;
		}

	}

	/**
	 * What happens at start-up when a layout asks for the caller's location.
	 */
	public enum LocationValidation {

		/**
		 * A warning names it.
		 */
		WARN,

		/**
		 * The application does not start.
		 */
		FAIL,

		/**
		 * Nothing.
		 */
		OFF

	}

}
