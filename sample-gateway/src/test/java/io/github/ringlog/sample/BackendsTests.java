package io.github.ringlog.sample;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class BackendsTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withUserConfiguration(BackendConfiguration.class)
		.withPropertyValues("sample.backend.ports=0,0,0,0");

	@Test
	void embedsFourOnTheLoopbackInterface() {
		this.contextRunner.run((context) -> {
			List<URI> urls = urls(context);
			assertThat(urls).hasSize(4)
				.doesNotHaveDuplicates()
				.allSatisfy((url) -> assertThat(url).hasScheme("http").hasHost("127.0.0.1"));
			for (URI url : urls) {
				connect(url);
			}
		});
	}

	@Test
	void stopsTheEmbeddedOnesWithTheContext() {
		List<URI> urls = new ArrayList<>();
		this.contextRunner.run((context) -> urls.addAll(urls(context)));
		assertThat(urls).hasSize(4)
			.allSatisfy((url) -> assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> connect(url)));
	}

	@Test
	void embedsNoneWhereThereAreUrls() {
		this.contextRunner
			.withPropertyValues("sample.backend.urls=http://localhost:9000/, http://localhost,https://localhost")
			.run((context) -> assertThat(urls(context)).map(URI::toString)
				.containsExactly("http://localhost:9000", "http://localhost:80", "https://localhost:443"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost:9000", "ftp://localhost", "http:///greeting", "http://localhost/app",
			"http://localhost?a=b", "http://user@localhost" })
	void refusesAUrlThatIsMoreOrLessThanSchemeHostAndPort(String url) {
		this.contextRunner.withPropertyValues("sample.backend.urls=http://localhost:9000," + url)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessage("The URL of a backend must be http(s)://host[:port]"));
	}

	private static List<URI> urls(ApplicationContext context) {
		List<ServiceInstance> instances = context.getBean(Backends.class).get().blockFirst();
		assertThat(instances).isNotNull();
		return instances.stream().map(ServiceInstance::getUri).toList();
	}

	private static void connect(URI url) throws IOException {
		new Socket(url.getHost(), url.getPort()).close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(BackendProperties.class)
	@Import(Backends.class)
	static class BackendConfiguration {

	}

}
