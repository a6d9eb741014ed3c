package io.github.ringlog.otlp;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.receipts.NumberedSink;
import org.apache.logging.log4j.core.Appender;
import org.jspecify.annotations.Nullable;

/**
 * The pipelines that take the records of a logger context, and the appender in front of
 * them. Application contexts of one JVM share the loggers, so the appender uses the
 * pipeline of the one that started first, and when that closes, of the next. Any thread
 * may call.
 */
final class OtlpPipelines {

	private static final String KEY = OtlpPipelines.class.getName();

	private final RingLoggerContext context;

	// Completes when it is known whether there is a pipeline at all.
	private final CompletableFuture<Boolean> known = new CompletableFuture<>();

	// In the order of their start. Guarded by this.
	private final List<OtlpExport> open = new ArrayList<>();

	// The first of these. Written under the lock, read by any thread.
	private volatile @Nullable OtlpExport current;

	// Of the appender in force, if it numbers its lines.
	private volatile @Nullable NumberedSink sink;

	private OtlpPipelines(RingLoggerContext context) {
		this.context = context;
	}

	/**
	 * Add the appender to the configurations to come, unless that was done.
	 */
	static void prepare(RingLoggerContext context) {
		OtlpPipelines pipelines = new OtlpPipelines(context);
		if (context.putObjectIfAbsent(KEY, pipelines) == null) {
			context.addIsolated(OtlpAppender.NAME, (configuration) -> OtlpAppender.create(pipelines, configuration));
		}
	}

	/**
	 * Return the pipelines of a context, or some without an appender.
	 */
	static OtlpPipelines of(RingLoggerContext context) {
		return (context.getObject(KEY) instanceof OtlpPipelines pipelines) ? pipelines : new OtlpPipelines(context);
	}

	/**
	 * Remove the appender of a context if its records have no target.
	 */
	static void endUnused(RingLoggerContext context) {
		OtlpPipelines pipelines = of(context);
		if (pipelines.known.complete(false)) {
			pipelines.removeAppender();
		}
	}

	synchronized void begin(OtlpExport export) {
		this.open.add(export);
		this.current = this.open.get(0);
		this.known.complete(true);
	}

	/**
	 * End a pipeline before the application closes the target of its records: nobody
	 * takes later ones. The last pipeline gets what was logged before.
	 */
	void end(OtlpExport export) {
		boolean last;
		synchronized (this) {
			last = this.open.equals(List.of(export));
			if (!last && this.open.remove(export)) {
				this.current = this.open.get(0);
			}
		}
		if (last) {
			removeAppender();
			this.current = null;
		}
	}

	/**
	 * Return whether the configuration in force has the appender. One that has
	 * OpenTelemetry's own does without.
	 */
	boolean haveAppender() {
		Appender appender = this.context.getConfiguration().getAppender(OtlpAppender.NAME);
		return appender instanceof OtlpAppender;
	}

	private void removeAppender() {
		this.context.removeIsolated(OtlpAppender.NAME);
		this.context.removeObject(KEY);
	}

	/**
	 * Return the pipeline that gets records. Waits until it is known: as long as the
	 * application starts.
	 * @return the pipeline, or {@code null} for none
	 */
	@Nullable OtlpExport current() {
		this.known.join();
		return this.current;
	}

	void setSink(@Nullable NumberedSink newSink) {
		this.sink = newSink;
	}

	@Nullable NumberedSink sink() {
		return this.sink;
	}

}
