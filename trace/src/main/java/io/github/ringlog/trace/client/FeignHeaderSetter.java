package io.github.ringlog.trace.client;

import feign.RequestTemplate;
import io.github.ringlog.trace.HeaderSetter;

/**
 * Sets headers of Feign's requests.
 */
enum FeignHeaderSetter implements HeaderSetter<RequestTemplate> {

	INSTANCE;

	@Override
	public boolean isSet(RequestTemplate template, String name) {
		return template.headers().containsKey(name);
	}

	/**
	 * Set a header literally: braces in the value are no template.
	 */
	@Override
	public void set(RequestTemplate template, String name, String value) {
		template.headerLiteral(name, value);
	}

}
