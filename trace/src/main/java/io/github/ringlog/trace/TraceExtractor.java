package io.github.ringlog.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Finds the id of a request: the first valid id among the configured headers.
 */
final class TraceExtractor {

	private final Source[] sources;

	private final boolean readsB3Multi;

	// Whether the parts of a traceparent other than the id are needed later.
	private final boolean keepsReceived;

	private final Map<String, String> mdcHeaders;

	private final TraceIdCounts counts;

	TraceExtractor(List<TraceFormat> formats, boolean keepsReceived, Map<String, String> mdcHeaders,
			TraceIdCounts counts) {
		this.sources = new Source[formats.size()];
		for (int i = 0; i < this.sources.length; i++) {
			this.sources[i] = Source.of(formats.get(i), formats);
		}
		this.readsB3Multi = formats.contains(B3Format.MULTI);
		this.keepsReceived = keepsReceived;
		this.mdcHeaders = mdcHeaders;
		this.counts = counts;
	}

	<C> TraceId extract(C carrier, HeaderGetter<C> getter) {
		Sampling decision = Sampling.DEFERRED;
		for (Source source : this.sources) {
			String value = getter.get(carrier, source.format().header());
			if (value == null) {
				continue;
			}
			TraceId id = extract(source.format(), value, carrier, getter);
			if (id != null) {
				this.counts.incoming().increment();
				return withMdc(withTrace(id, source.others(), carrier, getter), carrier, getter);
			}
			Sampling alone = source.format().decision(value);
			if (alone != null) {
				decision = alone;
			}
			else {
				this.counts.rejected().increment();
			}
		}
		this.counts.generated().increment();
		if (decision == Sampling.DEFERRED && this.readsB3Multi
				&& getter.get(carrier, B3Format.MULTI.header()) == null) {
			decision = B3Format.sampling(carrier, getter);
		}
		return withMdc(TraceId.create(decision), carrier, getter);
	}

	private <C> @Nullable TraceId extract(TraceFormat format, String value, C carrier, HeaderGetter<C> getter) {
		TraceId id = getter.isRepeated(carrier, format.header()) ? null : format.extract(value, carrier, getter);
		return (id != null && format == W3cFormat.INSTANCE && this.keepsReceived)
				? id.with(id.details().withReceived(value)) : id;
	}

	private <C> TraceId withTrace(TraceId id, List<TraceFormat> others, C carrier, HeaderGetter<C> getter) {
		// An iterator would be allocated for each request.
		for (int i = 0; i < others.size(); i++) {
			TraceFormat other = others.get(i);
			String value = getter.get(carrier, other.header());
			TraceId trace = (value != null) ? extract(other, value, carrier, getter) : null;
			if (trace != null) {
				return id.with(id.details().withTrace(trace));
			}
		}
		return id;
	}

	private <C> TraceId withMdc(TraceId id, C carrier, HeaderGetter<C> getter) {
		if (this.mdcHeaders.isEmpty()) {
			return id;
		}
		Map<String, String> entries = new HashMap<>();
		this.mdcHeaders.forEach((header, key) -> {
			String value = getter.get(carrier, header);
			if (value != null && !getter.isRepeated(carrier, header) && RequestIdFormat.isText(value)) {
				entries.put(key, value);
			}
		});
		return entries.isEmpty() ? id : id.with(id.details().withMdc(entries));
	}

	/**
	 * A configured header.
	 *
	 * @param format its format
	 * @param others the formats of a trace that the request may also belong to: W3C, then
	 * B3 if the id is a request id; without formats earlier in the list, which had no
	 * valid id
	 */
	private record Source(TraceFormat format, List<TraceFormat> others) {

		private static Source of(TraceFormat format, List<TraceFormat> list) {
			List<TraceFormat> others = new ArrayList<>();
			if (format != W3cFormat.INSTANCE) {
				others.add(W3cFormat.INSTANCE);
			}
			if (format instanceof RequestIdFormat) {
				others.addAll(List.of(B3Format.values()));
			}
			others.removeAll(list.subList(0, list.indexOf(format)));
			return new Source(format, List.copyOf(others));
		}

	}

}
