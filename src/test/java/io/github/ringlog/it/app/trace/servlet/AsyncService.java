package io.github.ringlog.it.app.trace.servlet;

import java.util.concurrent.CompletableFuture;

import org.slf4j.MDC;

import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;

/**
 * A method that runs on another thread.
 */
@Service
class AsyncService {

	@Async
	CompletableFuture<String> mdc(String key) {
		return CompletableFuture.completedFuture(MDC.get(key));
	}

}
