package io.github.ringlog.trace;

import java.util.Set;
import java.util.TreeSet;

import io.github.ringlog.environment.RingLogProperties;
import org.jspecify.annotations.Nullable;

/**
 * Finds the id of a request: the one that its first valid header carries, else a new one.
 * What is not valid is counted and copied nowhere. Any thread may use it.
 */
public final class TraceIds {

	private static final String TRACE_STATE = "tracestate";

	private final String[] names;

	private final TraceHeader[] headers;

	private final boolean trustIncoming;

	private final boolean propagate;

	private final TraceIdCounts counts = new TraceIdCounts();

	/**
	 * Create with the settings of an application.
	 * @param settings which headers to read, and whether to trust them
	 */
	public TraceIds(RingLogProperties.Trace settings) {
		this.names = settings.requestHeaders().toArray(String[]::new);
		this.headers = new TraceHeader[this.names.length];
		for (int i = 0; i < this.names.length; i++) {
			this.headers[i] = TraceHeader.of(this.names[i]);
		}
		this.trustIncoming = settings.trustIncoming();
		this.propagate = settings.propagate();
	}

	TraceIdCounts counts() {
		return this.counts;
	}

	/**
	 * Find the id of a request, once for each request: it is counted.
	 * @param request the request
	 * @param reader reads its headers
	 * @param <R> the kind of request
	 * @return the id
	 */
	public <R> TraceId find(R request, HeaderReader<R> reader) {
		if (this.trustIncoming) {
			for (int i = 0; i < this.names.length; i++) {
				TraceId id = read(request, reader, i);
				if (id != null) {
					this.counts.count(TraceIdSource.INCOMING);
					return id;
				}
			}
		}
		this.counts.count(TraceIdSource.GENERATED);
		return TraceId.create();
	}

	private <R> @Nullable TraceId read(R request, HeaderReader<R> reader, int index) {
		String name = this.names[index];
		String value = reader.first(request, name);
		if (value == null) {
			return null;
		}
		TraceHeader header = this.headers[index];
		TraceId id = (!reader.isRepeated(request, name)) ? header.parse(value) : null;
		if (id == null) {
			if (!header.mayLackId(value)) {
				this.counts.count(TraceIdSource.REJECTED);
			}
			return null;
		}
		if (header == TraceHeader.TRACEPARENT && this.propagate && reader.first(request, TRACE_STATE) != null) {
			return id.withState(TraceState.validOrNull(reader.all(request, TRACE_STATE)));
		}
		return id;
	}

	/**
	 * Find the headers that must not be passed on: those that a client sent to carry an
	 * id, and that are not valid or not trusted.
	 * @param request the request
	 * @param reader reads its headers
	 * @param <R> the kind of request
	 * @return the names of headers of the request, without regard to case
	 */
	public <R> Set<String> findUnfit(R request, HeaderReader<R> reader) {
		Set<String> unfit = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		for (int i = 0; i < this.names.length; i++) {
			String value = reader.first(request, this.names[i]);
			if (value != null && !isFit(request, reader, i, value)) {
				unfit.add(this.names[i]);
			}
		}
		return unfit;
	}

	private <R> boolean isFit(R request, HeaderReader<R> reader, int index, String value) {
		TraceHeader header = this.headers[index];
		return this.trustIncoming && !reader.isRepeated(request, this.names[index])
				&& (header.parse(value) != null || header.mayLackId(value));
	}

}
