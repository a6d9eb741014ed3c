package io.github.ringlog.oracle.spring;

/**
 * Differences from plain Spring Boot that the documentation has, each with the sentence
 * that says so.
 */
enum SpringDifference {

	/** Beans that are ours, and the handler of WebFlux, which one of ours is around. */
	BEANS("docs/testing.md", "no bean of yours gets another class") {

		@Override
		String without(String line) {
			if (line.startsWith("bean httpHandler=io.github.ringlog.")) {
				return "bean httpHandler=org.springframework.web.server.adapter.HttpWebHandlerAdapter";
			}
			return line.matches("bean (child )?\\S.*=io\\.github\\.ringlog\\.(?!oracle).*") ? "" : line;
		}

	},

	/** The header with the id of the request. */
	RESPONSE_HEADER("docs/trace-ids.md", "in the response: `ringlog.trace.response-header`") {

		@Override
		String without(String line) {
			return line.startsWith("GET ") ? line.replaceAll(" ?x-trace-id=\\[[0-9a-f]{32}]", "") : line;
		}

	},

	/** What a client of Spring Boot's sends on. */
	REQUEST_HEADER("docs/trace-ids.md", "A new id is sent as `X-Request-Id`") {

		@Override
		String without(String line) {
			return line.startsWith("client built") ? line.replaceAll(" x-request-id\\b", "") : line;
		}

	};

	private final String page;

	private final String sentence;

	SpringDifference(String page, String sentence) {
		this.page = page;
		this.sentence = sentence;
	}

	String page() {
		return this.page;
	}

	String sentence() {
		return this.sentence;
	}

	/**
	 * Return what was observed without what differs.
	 */
	abstract String without(String line);

}
