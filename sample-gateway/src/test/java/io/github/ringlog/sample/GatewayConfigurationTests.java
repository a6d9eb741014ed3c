package io.github.ringlog.sample;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class GatewayConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withUserConfiguration(GatewayConfiguration.class, PropertiesConfiguration.class);

	@Test
	void embedsABackendOnTheLoopbackInterface() {
		this.contextRunner.run((context) -> {
			URI url = context.getBean(Backend.class).url();
			assertThat(url).hasScheme("http").hasHost("127.0.0.1");
			connect(url);
		});
	}

	@Test
	void stopsTheEmbeddedBackendWithTheContext() {
		AtomicReference<URI> url = new AtomicReference<>();
		this.contextRunner.run((context) -> url.set(context.getBean(Backend.class).url()));
		assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> connect(url.get()));
	}

	@Test
	void embedsABackendWhereTheUrlIsEmpty() {
		this.contextRunner.withPropertyValues("sample.backend.url=")
			.run((context) -> assertThat(context.getBean(Backend.class)).isInstanceOf(DemoBackend.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost:9000", "ftp://localhost", "http:///greeting", "http://localhost/app",
			"http://localhost?a=b", "http://user@localhost" })
	void refusesAUrlThatIsMoreOrLessThanSchemeHostAndPort(String url) {
		this.contextRunner.withPropertyValues("sample.backend.url=" + url)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessage("The URL of the backend must be http(s)://host[:port]"));
	}

	private static void connect(URI url) throws IOException {
		new Socket(url.getHost(), url.getPort()).close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(BackendProperties.class)
	static class PropertiesConfiguration {

	}

}
