package io.github.ringlog.lint;

import java.util.function.Consumer;
import java.util.regex.Pattern;

import io.github.ringlog.location.ConfigurationLocations;

/**
 * Finds a configuration that another machine serves.
 */
final class RemoteConfigurationRule implements Rule {

	static final String RULE = "remote-configuration";

	private static final Pattern REMOTE = Pattern.compile("(?:https?|ftps?|sftp|ldaps?|rmi|jndi|jar:https?):.*",
			Pattern.CASE_INSENSITIVE);

	@Override
	public void check(LintContext context, Consumer<Finding> findings) {
		for (String location : ConfigurationLocations.of(context.configuration())) {
			if (REMOTE.matcher(location).matches()) {
				findings.accept(Finding.warning(RULE, FindingPlace.CONFIGURATION,
						"The configuration comes from another machine. Whoever controls that machine controls what is "
								+ "logged and where. If it is down, the application does not start or "
								+ "logs in another way.",
						"Ship the configuration with the application, or mount it as a file.")
					.at(null, location, -1));
			}
		}
	}

}
