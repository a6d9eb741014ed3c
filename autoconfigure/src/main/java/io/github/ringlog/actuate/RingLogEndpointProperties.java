package io.github.ringlog.actuate;

import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of {@link RingLogEndpoint}.
 *
 * @param showValues When to show the values of the settings. No setting of Ringlog is a
 * secret.
 * @param roles Roles of users who see values with 'when-authorized'. Empty for every
 * authenticated user.
 */
@ConfigurationProperties("management.endpoint.ringlog")
record RingLogEndpointProperties(@DefaultValue("always") Show showValues, @DefaultValue Set<String> roles) {

}
