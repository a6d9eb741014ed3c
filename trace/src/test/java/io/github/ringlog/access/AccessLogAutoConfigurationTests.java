package io.github.ringlog.access;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AccessLogAutoConfiguration}: the conditions of an access log.
 */
class AccessLogAutoConfigurationTests {

	private static final AutoConfigurations ALL = AutoConfigurations.of(AccessLogAutoConfiguration.class);

	private static final String ENABLED = "ringlog.access-log.enabled=true";

	private final WebApplicationContextRunner servlet = new WebApplicationContextRunner().withConfiguration(ALL);

	@Test
	void isOffByDefault() {
		this.servlet.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(AccessLogger.class)
			.doesNotHaveBean(WebServerFactoryCustomizer.class));
	}

	@Test
	void isForServletAndReactiveApplications() {
		this.servlet.withPropertyValues(ENABLED).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(AccessLogger.class);
			assertThat(context.getBeansOfType(WebServerFactoryCustomizer.class))
				.containsOnlyKeys("ringlogTomcatAccessLog", "ringlogJettyAccessLog", "ringlogNettyAccessLog");
		});
		new ReactiveWebApplicationContextRunner().withConfiguration(ALL)
			.withPropertyValues(ENABLED)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(AccessLogger.class));
	}

	@Test
	void tomcatsPatternIsThatOfItsOwnLogAndCombinedByDefault() {
		WebApplicationContextRunner enabled = this.servlet.withPropertyValues(ENABLED);
		// Tomcat puts its words in place of the name.
		enabled.run((context) -> assertThat(tomcatsPattern(context))
			.isEqualTo("%h %l %u %t \"%r\" %s %b \"%{Referer}i\" \"%{User-Agent}i\""));
		enabled.withPropertyValues("server.tomcat.accesslog.pattern=%a %s")
			.run((context) -> assertThat(tomcatsPattern(context)).isEqualTo("%a %s"));
	}

	@SuppressWarnings("unchecked")
	private static String tomcatsPattern(ApplicationContext context) {
		TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory();
		context.getBean("ringlogTomcatAccessLog", WebServerFactoryCustomizer.class).customize(factory);
		return ((TomcatAccessLog) factory.getEngineValves().iterator().next()).getPattern();
	}

	@Test
	void isNotForApplicationsWithoutAServer() {
		new ApplicationContextRunner().withConfiguration(ALL)
			.withPropertyValues(ENABLED)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(AccessLogger.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.apache.catalina", "org.springframework.boot.tomcat", "org.eclipse.jetty",
			"org.springframework.boot.jetty", "reactor.netty", "org.springframework.boot.reactor", "org.slf4j" })
	void doesWithoutTheOtherServers(String missing) {
		this.servlet.withPropertyValues(ENABLED)
			.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(AccessLogger.class));
	}

}
