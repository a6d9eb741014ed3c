package io.github.ringlog.sample;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Sends the content security policy of the live page. It is a header, because browsers
 * ignore {@code frame-ancestors} in a page.
 */
@Component
class LivePagePolicy implements WebMvcConfigurer, HandlerInterceptor {

	static final String HEADER = "Content-Security-Policy";

	static final String VALUE = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(this).addPathPatterns("/", "/index.html", "/live/**");
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		response.setHeader(HEADER, VALUE);
		return true;
	}

}
