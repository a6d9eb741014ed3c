package io.github.ringlog.it;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The jars that are published, as the build makes them. {@code .ci/release} checks what
 * only a release has: signatures, sources, Javadoc, the bill of materials.
 */
class PublishedJarsTests {

	@ParameterizedTest
	@EnumSource
	void hasTheLicenseAndTheNotice(Published published) throws IOException {
		try (JarFile jar = new JarFile(published.jar().toFile())) {
			assertThat(text(jar, "META-INF/LICENSE")).isEqualTo(DocPage.of("LICENSE").text());
			assertThat(text(jar, "META-INF/NOTICE")).contains("Ringlog");
		}
	}

	@ParameterizedTest
	@EnumSource
	void isAModuleOfItsOwnName(Published published) {
		assertThat(ModuleFinder.of(published.jar()).findAll()).extracting(ModuleReference::descriptor)
			.singleElement()
			.satisfies((module) -> {
				assertThat(module.isAutomatic()).isTrue();
				assertThat(module.name()).isEqualTo(published.module);
			});
	}

	@ParameterizedTest
	@EnumSource
	void tellsItsTitleAndItsVersion(Published published) throws IOException {
		try (JarFile jar = new JarFile(published.jar().toFile())) {
			Attributes manifest = jar.getManifest().getMainAttributes();
			assertThat(manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE)).isEqualTo(published.title);
			assertThat(manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION)).isEqualTo(version());
			assertThat(manifest.getValue("Automatic-Module-Name")).isEqualTo(published.module);
		}
	}

	@Test
	void noPackageIsInTwoJars() {
		Path[] jars = Stream.of(Published.values()).map(Published::jar).toArray(Path[]::new);
		assertThat(ModuleFinder.of(jars).findAll().stream().flatMap((jar) -> jar.descriptor().packages().stream()))
			.contains("io.github.ringlog", "io.github.ringlog.trace")
			.doesNotHaveDuplicates();
	}

	@Test
	void theJarOfVerifyContainsNoLibrary() throws IOException {
		try (JarFile jar = new JarFile(Published.VERIFY.jar().toFile())) {
			assertThat(jar.stream().map(JarEntry::getName).filter((name) -> name.endsWith(".class"))).isNotEmpty()
				.allMatch((name) -> name.startsWith("io/github/ringlog/verify/"));
		}
	}

	private static String version() {
		String pom = DocPage.of("pom.xml").text();
		return pom.replaceFirst("(?s).*?<artifactId>ringlog-parent</artifactId>\\s*<version>([^<]+)</version>.*", "$1");
	}

	private static String text(JarFile jar, String name) throws IOException {
		JarEntry entry = jar.getJarEntry(name);
		assertThat(entry).as(name).isNotNull();
		return new String(jar.getInputStream(entry).readAllBytes());
	}

	private enum Published {

		ENGINE("engine", "Ringlog Engine", "io.github.ringlog.engine"),

		AUTOCONFIGURE("autoconfigure", "Ringlog Auto-configuration", "io.github.ringlog.autoconfigure"),

		TRACE("trace", "Ringlog Trace", "io.github.ringlog.trace"),

		STARTER("starter", "Ringlog Starter", "io.github.ringlog.starter"),

		VERIFY("verifier", "Ringlog Verify", "io.github.ringlog.verify");

		private final String directory;

		private final String title;

		private final String module;

		Published(String directory, String title, String module) {
			this.directory = directory;
			this.title = title;
			this.module = module;
		}

		private Path jar() {
			Path target = DocPage.ROOT.resolve(this.directory).resolve("target");
			try (Stream<Path> jars = Files.list(target)) {
				return jars
					.filter((file) -> file.getFileName()
						.toString()
						.matches("ringlog-(verify|.*" + this.directory + "-" + version() + ")\\.jar"))
					.findFirst()
					.orElseThrow();
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
