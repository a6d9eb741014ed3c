package io.github.ringlog.it.app.trace.servlet;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import io.github.ringlog.it.app.trace.Lines;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * Ten lines for each request, on all the threads that work on it.
 */
@RestController
final class BurstController {

	private static final int LINES = 10;

	private final Executor executor;

	BurstController(@Qualifier("applicationTaskExecutor") AsyncTaskExecutor executor) {
		this.executor = executor;
	}

	@GetMapping("/burst/sync")
	String sync(@RequestParam("id") String id) {
		Lines.log(id, "sync", 1, LINES);
		return id;
	}

	@GetMapping("/burst/callable")
	Callable<String> callable(@RequestParam("id") String id) {
		Lines.log(id, "callable", 1, 3);
		return () -> {
			Lines.log(id, "callable", 4, LINES);
			return id;
		};
	}

	@GetMapping("/burst/deferred")
	DeferredResult<String> deferred(@RequestParam("id") String id) {
		DeferredResult<String> result = new DeferredResult<>();
		Lines.log(id, "deferred", 1, 3);
		result.onCompletion(() -> Lines.log(id, "deferred", LINES));
		CompletableFuture.runAsync(() -> Lines.log(id, "deferred", 4, 9), this.executor)
			.thenRun(() -> result.setResult(id));
		return result;
	}

	@GetMapping("/burst/sse")
	SseEmitter sse(@RequestParam("id") String id) {
		SseEmitter emitter = new SseEmitter();
		Lines.log(id, "sse", 1, 3);
		this.executor.execute(() -> {
			try {
				emitter.send(id);
				Lines.log(id, "sse", 4, LINES);
				emitter.complete();
			}
			catch (IOException ex) {
				emitter.completeWithError(ex);
			}
		});
		return emitter;
	}

	@GetMapping("/burst/streaming")
	StreamingResponseBody streaming(@RequestParam("id") String id) {
		Lines.log(id, "streaming", 1, 3);
		return (out) -> {
			Lines.log(id, "streaming", 4, 9);
			out.write(id.getBytes());
			out.flush();
			Lines.log(id, "streaming", LINES);
		};
	}

}
