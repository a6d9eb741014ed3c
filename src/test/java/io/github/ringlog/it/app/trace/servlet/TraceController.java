package io.github.ringlog.it.app.trace.servlet;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * Ways that a request can take.
 */
@RestController
final class TraceController {

	private static final Logger logger = LoggerFactory.getLogger("controller");

	private final AsyncTaskExecutor executor;

	private final TaskScheduler scheduler;

	private final AsyncService service;

	TraceController(@Qualifier("applicationTaskExecutor") AsyncTaskExecutor executor, TaskScheduler scheduler,
			AsyncService service) {
		this.executor = executor;
		this.scheduler = scheduler;
		this.service = service;
	}

	/**
	 * Answer with the headers, as a backend got them.
	 */
	@GetMapping("/echo")
	Map<String, String> echo(HttpServletRequest request) {
		logger.info("backend echoes");
		Map<String, String> headers = new TreeMap<>();
		Collections.list(request.getHeaderNames())
			.forEach((name) -> headers.put(name.toLowerCase(Locale.ROOT),
					String.join(",", Collections.list(request.getHeaders(name)))));
		return headers;
	}

	@GetMapping("/mdc")
	String mdc(@RequestParam(name = "key", defaultValue = "traceId") String key) {
		logger.info("in the controller");
		return String.valueOf(MDC.get(key));
	}

	@GetMapping("/async")
	String async(@RequestParam("by") String by, @RequestParam(name = "key", defaultValue = "traceId") String key)
			throws ExecutionException, InterruptedException {
		CompletableFuture<String> there = switch (by) {
			case "@Async" -> this.service.mdc(key);
			case "executor" -> this.executor.submitCompletable(() -> MDC.get(key));
			case "future" -> CompletableFuture.supplyAsync(() -> "", this.executor)
				.thenApplyAsync((nothing) -> MDC.get(key), this.executor);
			case "scheduler" -> scheduled(key);
			default -> throw new IllegalArgumentException(by);
		};
		return String.valueOf(there.get());
	}

	private CompletableFuture<String> scheduled(String key) {
		CompletableFuture<String> result = new CompletableFuture<>();
		this.scheduler.schedule(() -> result.complete(String.valueOf(MDC.get(key))), Instant.now());
		return result;
	}

	@GetMapping("/send-error")
	void sendError(HttpServletResponse response) throws IOException {
		logger.info("sends an error");
		response.sendError(418);
	}

	@GetMapping("/reset")
	void reset(HttpServletResponse response) throws IOException {
		response.reset();
		response.sendError(418);
	}

	@GetMapping("/throw")
	void fail() {
		throw new IllegalStateException("thrown by the controller");
	}

	@GetMapping("/deferred-throw")
	DeferredResult<String> deferredFailure() {
		DeferredResult<String> result = new DeferredResult<>();
		this.executor.execute(() -> result.setErrorResult(new IllegalStateException("thrown later")));
		return result;
	}

	@GetMapping("/time-out")
	DeferredResult<String> timeOut() {
		DeferredResult<String> result = new DeferredResult<>(50L);
		result.onTimeout(() -> logger.warn("timed out"));
		return result;
	}

	@GetMapping("/committed")
	void committed(HttpServletResponse response) throws IOException {
		response.getOutputStream().write('a');
		response.flushBuffer();
		logger.info("committed");
	}

	/**
	 * Fail when a part of the answer is on its way.
	 */
	@GetMapping("/broken")
	void broken(HttpServletResponse response) throws IOException {
		response.getOutputStream().write('a');
		response.flushBuffer();
		throw new IllegalStateException("thrown in the middle");
	}

	@GetMapping("/forward")
	void forward(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
		logger.info("forwards");
		request.getRequestDispatcher("/mdc").forward(request, response);
	}

	@GetMapping("/include")
	void include(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
		request.getRequestDispatcher("/mdc").include(request, response);
		logger.info("has included");
	}

	/**
	 * Write until the client is gone.
	 */
	@GetMapping("/endless")
	void endless(HttpServletResponse response) throws IOException {
		byte[] block = new byte[65536];
		try {
			for (;;) {
				response.getOutputStream().write(block);
				response.flushBuffer();
			}
		}
		catch (IOException ex) {
			logger.warn("the client is gone");
			throw ex;
		}
	}

}
