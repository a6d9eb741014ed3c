package io.github.ringlog.sample;

import java.util.function.Consumer;

import org.slf4j.MDC;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The answers of the gateway itself, in the form of RFC 9457, with the trace id by which
 * the lines of the request are found.
 */
final class Problems {

	private Problems() {
	}

	static ServerResponse answer(HttpStatusCode status, String detail, Consumer<HttpHeaders> headers) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
		problem.setProperty("traceId", MDC.get("traceId"));
		return ServerResponse.status(status)
			.headers(headers)
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.body(problem);
	}

}
