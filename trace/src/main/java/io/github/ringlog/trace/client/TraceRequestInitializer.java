package io.github.ringlog.trace.client;

import java.util.List;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;

import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestInitializer;
import org.springframework.web.client.RestTemplate;

/**
 * Sends the id of the calling thread on with the request that it initializes.
 */
final class TraceRequestInitializer implements ClientHttpRequestInitializer {

	private final TraceIds ids;

	private final CurrentTraceId current;

	TraceRequestInitializer(TraceIds ids, CurrentTraceId current) {
		this.ids = ids;
		this.current = current;
	}

	@Override
	public void initialize(ClientHttpRequest request) {
		TraceId id = this.current.find();
		if (id != null) {
			this.ids.inject(id, request.getHeaders(), HttpHeadersSetter.INSTANCE);
		}
	}

	/**
	 * Add it to a template that has none yet.
	 */
	RestTemplate addTo(RestTemplate template) {
		List<ClientHttpRequestInitializer> initializers = template.getClientHttpRequestInitializers();
		if (initializers.stream().noneMatch(TraceRequestInitializer.class::isInstance)) {
			initializers.add(this);
		}
		return template;
	}

}
