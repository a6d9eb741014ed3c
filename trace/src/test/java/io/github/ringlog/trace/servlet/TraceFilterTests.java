package io.github.ringlog.trace.servlet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceAutoConfiguration;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.boot.web.servlet.ServletContextInitializerBeans;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TraceFilter} beside filters of the user's that change the MDC.
 */
@SuppressWarnings("try") // A scope need not be looked at.
class TraceFilterTests {

	private final CurrentTraceId current = new CurrentTraceId("traceId");

	private final TraceFilter filter = new TraceFilter(TraceIds.withDefaults(), this.current, "X-Trace-Id");

	private final MockHttpServletRequest request = new MockHttpServletRequest();

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	@AfterEach
	void nothingIsLeft() {
		assertThat(MDC.get("traceId")).isNull();
		MDC.clear();
	}

	@Test
	void theServerHasTheIdAfterAFilterThatClearsTheMdc() throws Exception {
		TraceId id = TraceId.create();
		this.request.setAttribute(CurrentTraceId.KEY, id);
		try (CurrentTraceId.Scope ofTheServer = this.current.open(id)) {
			this.filter.doFilter(this.request, this.response, (request, response) -> MDC.clear());
			assertThat(MDC.get("traceId")).isEqualTo(id.value());
			this.filter.doFilter(this.request, this.response, (request, response) -> MDC.remove("traceId"));
			assertThat(MDC.get("traceId")).isEqualTo(id.value());
			this.filter.doFilter(this.request, this.response, (request, response) -> MDC.put("traceId", "own"));
			assertThat(MDC.get("traceId")).isEqualTo(id.value());
		}
	}

	@Test
	void aFilterThatClearsTheMdcLeavesNothingWithoutAServerOfOurs() throws Exception {
		this.filter.doFilter(this.request, this.response, (request, response) -> MDC.clear());
		assertThat(this.response.getHeader("X-Trace-Id")).hasSize(32);
	}

	@Test
	void anotherValueOfTheUsersIsThatOfItsLinesAndComesBackAfterAForward() throws Exception {
		List<String> seen = new ArrayList<>();
		this.request.addHeader("X-Request-Id", "order-4711");
		this.filter.doFilter(this.request, this.response, (request, response) -> {
			MDC.put("traceId", "own-4711");
			this.request.setDispatcherType(DispatcherType.FORWARD);
			this.filter.doFilter(request, response, (forwarded, answer) -> {
				seen.add(MDC.get("traceId"));
				MDC.clear();
			});
			seen.add(MDC.get("traceId"));
			seen.add(String.valueOf(this.current.find()));
		});
		assertThat(seen).containsExactly("own-4711", "own-4711", "order-4711");
		assertThat(this.response.getHeader("X-Trace-Id")).isEqualTo("order-4711");
	}

	@Test
	void comesBeforeAllFiltersOfTheUsers() {
		FilterRegistrationBean<Filter> registered = new FilterRegistrationBean<>(new First());
		registered.setOrder(Ordered.HIGHEST_PRECEDENCE);
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(TraceAutoConfiguration.class, TraceServletAutoConfiguration.class))
			.withBean("first", First.class)
			.withBean("registered", FilterRegistrationBean.class, () -> registered)
			.run((context) -> {
				List<ServletContextInitializer> filters = new ArrayList<>(
						new ServletContextInitializerBeans(context.getBeanFactory()));
				assertThat(filters).hasSizeGreaterThan(2);
				assertThat(filters.get(0)).isSameAs(context.getBean("ringlogTraceFilter"));
			});
	}

	@Order(Ordered.HIGHEST_PRECEDENCE)
	private static final class First implements Filter {

		@Override
		public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
				throws IOException, ServletException {
			chain.doFilter(request, response);
		}

	}

}
