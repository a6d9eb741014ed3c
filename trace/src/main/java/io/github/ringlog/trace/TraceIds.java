package io.github.ringlog.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.ringlog.environment.RinglogProperties;
import io.github.ringlog.environment.TracePropagation;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the ids of requests from their headers, counts them, and injects them into
 * outgoing headers.
 */
public final class TraceIds {

	private final boolean trustIncoming;

	private final TraceIdCounts counts = new TraceIdCounts();

	private final TraceExtractor extractor;

	private final TraceInjector injector;

	private final UnfitHeaders unfitHeaders;

	/**
	 * Create with the settings of an application.
	 * @param requestHeaders headers that may carry an id, in the order in which they are
	 * tried
	 * @param trustIncoming whether ids of requests are used
	 * @param propagation the formats in which ids are sent
	 * @param mdcHeaders the MDC keys of further headers, by header name
	 */
	public TraceIds(List<String> requestHeaders, boolean trustIncoming, Collection<TracePropagation> propagation,
			Map<String, String> mdcHeaders) {
		List<TraceFormat> formats = new ArrayList<>();
		for (String header : requestHeaders) {
			formats.add(TraceFormat.of(header));
		}
		this.trustIncoming = trustIncoming;
		boolean keepsReceived = propagation.contains(TracePropagation.B3);
		this.extractor = new TraceExtractor(formats, keepsReceived, mdcHeaders, this.counts);
		this.injector = new TraceInjector(formats, propagation);
		this.unfitHeaders = new UnfitHeaders(formats, trustIncoming);
	}

	static TraceIds of(RinglogProperties.Trace settings) {
		return new TraceIds(settings.requestHeaders(), settings.trustIncoming(), settings.propagation(),
				settings.mdcHeaders());
	}

	/**
	 * Create with the default settings.
	 * @return the instance
	 */
	public static TraceIds withDefaults() {
		return of(RinglogProperties.defaults().trace());
	}

	TraceIdCounts counts() {
		return this.counts;
	}

	/**
	 * Create and count a new id, for work without a request.
	 * @return the id
	 */
	public TraceId create() {
		this.counts.generated().increment();
		return TraceId.create();
	}

	/**
	 * Extract the id of a request, or create one. Call this once per request, because it
	 * counts the id.
	 * @param carrier the request
	 * @param getter gets its headers
	 * @param <C> the kind of request
	 * @return the id
	 */
	public <C> TraceId extract(C carrier, HeaderGetter<C> getter) {
		return this.trustIncoming ? this.extractor.extract(carrier, getter) : create();
	}

	/**
	 * Inject an id into outgoing headers. Headers that are already set stay as they are.
	 * @param id the id, or {@code null} to inject none
	 * @param carrier the outgoing request or message
	 * @param setter sets its headers
	 * @param <C> the kind of request or message
	 */
	public <C> void inject(@Nullable TraceId id, C carrier, HeaderSetter<C> setter) {
		if (id != null) {
			this.injector.inject(id, carrier, setter);
		}
	}

	/**
	 * Find the request headers that must not be passed on: headers of an id that are not
	 * valid or not trusted.
	 * @param carrier the request
	 * @param getter gets its headers
	 * @param <C> the kind of request
	 * @return the names of the headers, in a set that ignores case
	 */
	public <C> Set<String> findUnfit(C carrier, HeaderGetter<C> getter) {
		return this.unfitHeaders.find(carrier, getter);
	}

	/**
	 * Return the headers that {@link #inject} replaces when a request is passed on.
	 * @return the names of the headers
	 */
	public Set<String> replaced() {
		return this.injector.replaced();
	}

}
