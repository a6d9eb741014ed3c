package io.github.ringlog.location;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.composite.CompositeConfiguration;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConfigurationLocations}.
 */
class ConfigurationLocationsTests {

	private static final String SPRING_BOOT = "jar:file:/app/spring-boot.jar!/org/springframework/boot/logging/log4j2/log4j2-file.xml";

	private static final String OWN = "file:/app/log4j2-spring.xml";

	@Test
	void isTheOneInThePackageOfSpringBoot() {
		assertThat(ConfigurationLocations.isSpringBoots(configuration(SPRING_BOOT))).isTrue();
		assertThat(ConfigurationLocations.isSpringBoots(configuration(OWN))).isFalse();
	}

	@Test
	void isAlsoTheOneOfWhichPartsAreOverridden() {
		assertThat(ConfigurationLocations.isSpringBoots(composite(SPRING_BOOT, OWN))).isTrue();
		assertThat(ConfigurationLocations.isSpringBoots(composite(OWN, "file:/app/override.xml"))).isFalse();
	}

	@Test
	void isNoneThatWasMadeInCode() {
		assertThat(ConfigurationLocations.isSpringBoots(new DefaultConfiguration())).isFalse();
	}

	private static CompositeConfiguration composite(String first, String second) {
		return new CompositeConfiguration(List.of(configuration(first), configuration(second)));
	}

	private static AbstractConfiguration configuration(String location) {
		try {
			return new XmlConfiguration(null,
					new ConfigurationSource(
							new ByteArrayInputStream("<Configuration/>".getBytes(StandardCharsets.UTF_8)),
							URI.create(location).toURL()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
