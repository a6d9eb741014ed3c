package io.github.ringlog.actuate;

import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of {@link RingLogEndpoint}.
 *
 * @param showValues When to show the values of the settings. Ringlog has no secret among
 * them.
 * @param roles Roles of those to whom values are shown 'when-authorized'. Empty for
 * everybody who is authenticated.
 */
@ConfigurationProperties("management.endpoint.ringlog")
record RingLogEndpointProperties(@DefaultValue("always") Show showValues, @DefaultValue Set<String> roles) {

}
