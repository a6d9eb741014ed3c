package io.github.ringlog.oracle.spring;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.ringlog.it.app.Report;
import org.mockito.Mockito;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ConcurrentTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * An application with mocks, spies, proxies, decorators, subclasses, clients made by hand
 * and by builders, lazy beans and a child context. It tells what each of its beans is,
 * and what each does.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableAsync
public class ManyBeansApplication {

	// One of its beans, and the system property that says that it has restarted.
	private static final String DEVTOOLS = "fileSystemWatcherFactory";

	private static final Logger logger = LoggerFactory.getLogger("people");

	public static void main(String[] args) {
		ConfigurableApplicationContext context = SpringApplication.run(ManyBeansApplication.class, args);
		ConfigurableApplicationContext child = new SpringApplicationBuilder(Child.class).parent(context)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.jmx.enabled=false")
			.run();
		describe("child ", child);
		describe("", context);
		runEach("child ", child);
		runEach("", context);
		for (String name : new String[] { "mockedExecutor", "spiedExecutor", "mockedRestTemplate" }) {
			if (context.containsBean(name)) {
				Report.print("calls " + name, calls(context.getBean(name)));
			}
		}
		child.close();
		logger.info("The application has been described");
		if (context.containsBean(DEVTOOLS) && System.getProperty(DEVTOOLS) == null) {
			System.setProperty(DEVTOOLS, "restarts");
			// Ends this thread's context and runs main again.
			new Thread(ManyBeansApplication::restart).start();
			return;
		}
		Report.print("port", context.getEnvironment().getRequiredProperty("local.server.port"));
	}

	private static void restart() {
		try {
			Class<?> restarter = Class.forName("org.springframework.boot.devtools.restart.Restarter");
			restarter.getMethod("restart").invoke(restarter.getMethod("getInstance").invoke(null));
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void runEach(String prefix, ConfigurableApplicationContext context) {
		for (String name : context.getBeanNamesForType(Executor.class)) {
			Report.print("executor " + prefix + name, run(context.getBean(name, Executor.class)));
		}
	}

	/**
	 * Return the calls that a mock or a spy has had. The last one is of another thread,
	 * which may not have come to it.
	 */
	private static String calls(Object mock) {
		return Mockito.mockingDetails(mock)
			.getInvocations()
			.stream()
			.map((call) -> call.getMethod().getName())
			.filter((method) -> !method.equals("afterExecute"))
			.toList()
			.toString();
	}

	/**
	 * Print the class of each bean of a context, those of its parents left out.
	 */
	private static void describe(String prefix, ConfigurableApplicationContext context) {
		for (String name : new TreeSet<>(Arrays.asList(context.getBeanDefinitionNames()))) {
			if (!context.getBeanFactory().getBeanDefinition(name).isAbstract()) {
				Report.print("bean " + prefix + name,
						context.getBean(name)
							.getClass()
							.getName()
							.replaceAll("(\\$\\$(Lambda|SpringCGLIB)|\\$Proxy|MockitoMock)[/$x0-9a-fA-F]*", "$1"));
			}
		}
	}

	/**
	 * Run a task, and tell what it sees.
	 */
	private static String run(Executor executor) {
		if (Mockito.mockingDetails(executor).isMock() && !Mockito.mockingDetails(executor).isSpy()) {
			return "a mock";
		}
		CompletableFuture<String> seen = new CompletableFuture<>();
		MDC.put("user", "alice");
		try {
			executor.execute(() -> seen
				.complete(Thread.currentThread().getName().replaceAll("\\d+", "n") + " " + MDC.get("user")));
			return seen.get(20, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			return ex.toString();
		}
		finally {
			MDC.clear();
		}
	}

	@Bean
	TaskDecorator tenant() {
		return (task) -> {
			String user = String.valueOf(MDC.get("user"));
			return () -> {
				MDC.put("user", "tenant of " + user);
				try {
					task.run();
				}
				finally {
					MDC.remove("user");
				}
			};
		};
	}

	/**
	 * A context of its own, with all that is configured automatically.
	 */
	@EnableAutoConfiguration
	static class Child {

		@Bean
		ThreadPoolTaskExecutor ofTheChild() {
			return new ThreadPoolTaskExecutor();
		}

	}

	/**
	 * Executors as people make them.
	 */
	@Configuration(proxyBeanMethods = false)
	static class ExecutorsOfPeople {

		@Bean
		ThreadPoolTaskExecutor decoratedExecutor(TaskDecorator tenant) {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setTaskDecorator(tenant);
			return executor;
		}

		@Bean
		ThreadPoolTaskExecutor plainExecutor() {
			return new ThreadPoolTaskExecutor();
		}

		@Bean
		@Lazy
		SimpleAsyncTaskExecutor lazyExecutor() {
			return new SimpleAsyncTaskExecutor("lazy-");
		}

		@Bean
		ThreadPoolTaskExecutor subclassedExecutor() {
			return new OwnExecutor();
		}

		@Bean
		ThreadPoolTaskScheduler ownScheduler() {
			return new ThreadPoolTaskScheduler();
		}

		@Bean
		ConcurrentTaskExecutor adaptedExecutor() {
			return new ConcurrentTaskExecutor(Executors.newSingleThreadExecutor());
		}

		@Bean(destroyMethod = "shutdownNow")
		ExecutorService executorService() {
			return Executors.newFixedThreadPool(2);
		}

		@Bean
		Executor proxiedExecutor(ThreadPoolTaskExecutor plainExecutor) {
			return (Executor) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { AsyncTaskExecutor.class },
					(proxy, method, arguments) -> method.invoke(plainExecutor, arguments));
		}

		@Bean
		ThreadPoolTaskExecutor mockedExecutor() {
			return Mockito.mock(ThreadPoolTaskExecutor.class);
		}

		@Bean
		ThreadPoolTaskExecutor spiedExecutor() {
			return Mockito.spy(new ThreadPoolTaskExecutor());
		}

	}

	/**
	 * Clients as people make them.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class BlockingClients {

		@Bean
		RestTemplate restTemplateByHand() {
			return new RestTemplate();
		}

		@Bean
		RestTemplate subclassedRestTemplate() {
			return new OwnRestTemplate();
		}

		@Bean
		RestTemplate mockedRestTemplate() {
			return Mockito.mock(RestTemplate.class);
		}

		@Bean
		RestTemplate builtRestTemplate(org.springframework.boot.restclient.RestTemplateBuilder builder) {
			return builder.build();
		}

		@Bean
		RestClient restClientByHand() {
			return RestClient.create();
		}

		@Bean
		RestClient builtRestClient(RestClient.Builder builder) {
			return builder.build();
		}

	}

	/**
	 * Clients for reactive code.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	static class ReactiveClients {

		@Bean
		WebClient webClientByHand() {
			return WebClient.create();
		}

		@Bean
		WebClient builtWebClient(WebClient.Builder builder) {
			return builder.build();
		}

	}

	/**
	 * Answers of each kind.
	 */
	@RestController
	static class Answers {

		@GetMapping("/text")
		String text(@RequestParam(defaultValue = "nobody") String name) {
			logger.info("greets {}", name);
			return "Hello " + name;
		}

		@GetMapping("/json")
		Map<String, Object> json() {
			return new TreeMap<>(Map.of("a", 1, "b", "two"));
		}

		@GetMapping("/redirect")
		ResponseEntity<Void> redirect() {
			return ResponseEntity.status(HttpStatus.FOUND).header("Location", "/text").build();
		}

		@GetMapping("/later")
		CompletableFuture<String> later() {
			return CompletableFuture.supplyAsync(() -> {
				logger.info("later");
				return "later";
			});
		}

		@GetMapping("/fails")
		String fails() {
			throw new IllegalStateException("It fails");
		}

		@PostMapping("/echo")
		String echo(@RequestBody String body) {
			return body;
		}

		@GetMapping("/headers")
		String headers(@RequestHeader Map<String, String> headers) {
			return headers.keySet()
				.stream()
				.map((name) -> name.toLowerCase(Locale.ROOT))
				.sorted()
				.collect(Collectors.joining(" "));
		}

	}

	/**
	 * Has clients call the server, and answers which headers they have sent.
	 */
	@RestController
	@ConditionalOnWebApplication(type = Type.SERVLET)
	static class Calls {

		private final Map<String, RestTemplate> templates;

		private final Map<String, RestClient> clients;

		Calls(Map<String, RestTemplate> templates, Map<String, RestClient> clients) {
			this.templates = templates;
			this.clients = clients;
		}

		@GetMapping("/calls")
		String calls(@RequestParam int port) {
			String url = "http://127.0.0.1:" + port + "/headers";
			Map<String, String> sent = new TreeMap<>();
			this.templates
				.forEach((name, client) -> sent.put(name, String.valueOf(client.getForObject(url, String.class))));
			this.clients.forEach((name, client) -> sent.put(name,
					String.valueOf(client.get().uri(url).retrieve().body(String.class))));
			return sent.entrySet()
				.stream()
				.map((entry) -> entry.getKey() + ": " + entry.getValue() + "\n")
				.collect(Collectors.joining());
		}

	}

	/**
	 * The same for reactive clients.
	 */
	@RestController
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	static class ReactiveCalls {

		private final Map<String, WebClient> clients;

		ReactiveCalls(Map<String, WebClient> clients) {
			this.clients = clients;
		}

		@GetMapping("/calls")
		Mono<String> calls(@RequestParam int port) {
			String url = "http://127.0.0.1:" + port + "/headers";
			return Flux.fromIterable(new TreeMap<>(this.clients).entrySet())
				.concatMap((client) -> client.getValue()
					.get()
					.uri(url)
					.retrieve()
					.bodyToMono(String.class)
					.map((headers) -> client.getKey() + ": " + headers + "\n"))
				.collect(Collectors.joining());
		}

	}

	/**
	 * A subclass that counts on its own methods.
	 */
	static class OwnExecutor extends ThreadPoolTaskExecutor {

		private static final long serialVersionUID = 1L;

		@Override
		public void setTaskDecorator(TaskDecorator decorator) {
			throw new UnsupportedOperationException("It has none");
		}

	}

	/**
	 * A subclass of somebody's.
	 */
	static class OwnRestTemplate extends RestTemplate {

	}

}
