package io.github.ringlog.actuate;

import java.security.Principal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.endpoint.SecurityContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The name of a caller, which goes to the log and to answers.
 */
class RinglogEndpointTests {

	@ParameterizedTest
	@ValueSource(strings = { "\n", "\u001b", "\u0085", "\u2028", "\u2029", "\u202e", "\u200b", "\u00ad", "\ufeff",
			"\udb40\udc41", "\ud800" })
	void aNameHasNoControlAndNoFormatCharacters(String character) {
		assertThat(RinglogEndpoint.name(caller("a" + character + "b")))
			.isEqualTo("'a\\u%04xb'".formatted(character.codePointAt(0)));
	}

	@Test
	void aNameKeepsLettersOfAnyScript() {
		assertThat(RinglogEndpoint.name(caller("Zo\u00eb \u674e \ud83d\ude00")))
			.isEqualTo("'Zo\u00eb \u674e \ud83d\ude00'");
	}

	@Test
	void aCallerMayHaveNoName() {
		assertThat(RinglogEndpoint.name(caller(null))).isEqualTo("a caller without a name");
		assertThat(RinglogEndpoint.name(SecurityContext.NONE)).isEqualTo("a caller without a name");
	}

	private static SecurityContext caller(String name) {
		return new SecurityContext() {

			@Override
			public Principal getPrincipal() {
				return () -> name;
			}

			@Override
			public boolean isUserInRole(String role) {
				return false;
			}

		};
	}

}
