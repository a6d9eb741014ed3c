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
 * Extracts the ids of requests from their headers, counts them, and injects them into the
 * headers of what is sent.
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
	 * @param trustIncoming whether an id that a request brings is used
	 * @param propagation the formats in which ids go out
	 * @param mdcHeaders further headers for the MDC, with their keys
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
	 * Create with the settings of an application that has none of its own.
	 * @return what extracts and injects ids
	 */
	public static TraceIds withDefaults() {
		return of(RinglogProperties.defaults().trace());
	}

	TraceIdCounts counts() {
		return this.counts;
	}

	/**
	 * Make a new id, for work that no request asks for. It is counted.
	 * @return the id
	 */
	public TraceId create() {
		this.counts.generated().increment();
		return TraceId.create();
	}

	/**
	 * Extract the id of a request, or make one: once for each request, because it is
	 * counted.
	 * @param carrier the request
	 * @param getter gets its headers
	 * @param <C> the kind of request
	 * @return the id
	 */
	public <C> TraceId extract(C carrier, HeaderGetter<C> getter) {
		return this.trustIncoming ? this.extractor.extract(carrier, getter) : create();
	}

	/**
	 * Inject an id into what is sent, unless none is to be sent. Headers that are set
	 * stay as they are.
	 * @param id the id, or {@code null} to send none
	 * @param carrier what is sent
	 * @param setter sets its headers
	 * @param <C> the kind of request or message
	 */
	public <C> void inject(@Nullable TraceId id, C carrier, HeaderSetter<C> setter) {
		if (id != null) {
			this.injector.inject(id, carrier, setter);
		}
	}

	/**
	 * Find the headers that must not be passed on: those that a client sent to carry an
	 * id, and that are not valid or not trusted.
	 * @param carrier the request
	 * @param getter gets its headers
	 * @param <C> the kind of request
	 * @return the names of headers of the request, without regard to case
	 */
	public <C> Set<String> findUnfit(C carrier, HeaderGetter<C> getter) {
		return this.unfitHeaders.find(carrier, getter);
	}

	/**
	 * Find the headers that {@link #inject} replaces by others when a request is passed
	 * on.
	 * @return the names of headers
	 */
	public Set<String> replaced() {
		return this.injector.replaced();
	}

}
