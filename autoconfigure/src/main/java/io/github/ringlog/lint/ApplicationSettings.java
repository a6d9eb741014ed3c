package io.github.ringlog.lint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Reads {@code application.yml} or {@code application.properties} with what it says for
 * profiles, and the files beside it that are for profiles. Imports are left out: a build
 * must not ask a server.
 */
final class ApplicationSettings {

	private static final Pattern FILE = Pattern.compile("(.*?)(application)(\\.ya?ml|\\.properties)");

	private static final String ON_PROFILE = "spring.config.activate.on-profile";

	private final String prefix;

	private final List<PropertySource<?>> documents;

	private final PathMatchingResourcePatternResolver resources = new PathMatchingResourcePatternResolver(
			Thread.currentThread().getContextClassLoader());

	/**
	 * Read the settings.
	 * @param uri the address of the file
	 * @throws IllegalArgumentException if it can't be read
	 */
	ApplicationSettings(String uri) {
		Matcher file = FILE.matcher(uri);
		if (!file.matches()) {
			throw new IllegalArgumentException(uri + " is no file of application settings");
		}
		this.prefix = file.group(1);
		this.documents = load(this.resources.getResource(uri));
	}

	static boolean isFile(String location) {
		return FILE.matcher(location.substring(location.lastIndexOf('/') + 1)).matches();
	}

	/**
	 * Return where the file is, with a slash at the end.
	 */
	String directory() {
		return this.prefix;
	}

	/**
	 * Return whether there is a file or a resource of the class path.
	 */
	boolean exists(String location) {
		return this.resources.getResource(location).exists();
	}

	/**
	 * Return the profiles that have a file.
	 */
	Set<String> profiles() {
		Set<String> profiles = new TreeSet<>();
		for (Resource file : filesOfProfiles("*")) {
			String name = String.valueOf(file.getFilename());
			profiles.add(name.substring("application-".length(), name.lastIndexOf('.')));
		}
		return profiles;
	}

	/**
	 * Make an environment that of an application with these settings.
	 * @param environment an environment with the active profiles; when there are none,
	 * those that the settings activate
	 */
	void addTo(ProfileTrials.Trial environment) {
		Set<String> active = new LinkedHashSet<>(
				environment.profiles().isEmpty() ? activated() : environment.profiles());
		active.addAll(grouped(active));
		environment.setActiveProfiles(active.toArray(String[]::new));
		addDocuments(environment, this.documents);
		for (String profile : active) {
			filesOfProfiles(profile).forEach((file) -> addDocuments(environment, load(file)));
		}
		ConfigurationPropertySources.attach(environment);
	}

	private static void addDocuments(ConfigurableEnvironment environment, List<PropertySource<?>> documents) {
		for (PropertySource<?> document : documents) {
			Object expression = document.getProperty(ON_PROFILE);
			if (expression == null
					|| environment.acceptsProfiles(Profiles.of(expression.toString().split("\\s*,\\s*")))) {
				// Later documents override earlier ones, but not system properties.
				environment.getPropertySources()
					.addAfter(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, document);
			}
		}
	}

	private List<String> activated() {
		return plain("spring.profiles.active", "spring.profiles.include");
	}

	private List<String> grouped(Collection<String> profiles) {
		return plain(profiles.stream().map((profile) -> "spring.profiles.group." + profile).toArray(String[]::new));
	}

	/**
	 * Return lists of names from what is said for all profiles.
	 */
	private List<String> plain(String... keys) {
		StandardEnvironment environment = new StandardEnvironment();
		addDocuments(environment,
				this.documents.stream().filter((document) -> !document.containsProperty(ON_PROFILE)).toList());
		return names(environment, keys);
	}

	static List<String> names(Environment environment, String... keys) {
		Binder binder = Binder.get(environment);
		return Arrays.stream(keys)
			.flatMap((key) -> binder.bind(key, Bindable.listOf(String.class)).orElse(List.of()).stream())
			.toList();
	}

	private List<Resource> filesOfProfiles(String profile) {
		List<Resource> files = new ArrayList<>();
		for (String extension : List.of("properties", "yml", "yaml")) {
			try {
				files.addAll(Arrays
					.asList(this.resources.getResources(this.prefix + "application-" + profile + "." + extension)));
			}
			catch (IOException ex) {
				// There is no such directory that could be listed.
			}
		}
		return files.stream().filter(Resource::exists).toList();
	}

	private static List<PropertySource<?>> load(Resource file) {
		String name = file.getDescription();
		PropertySourceLoader loader = name.contains(".properties") ? new PropertiesPropertySourceLoader()
				: new YamlPropertySourceLoader();
		try {
			return loader.load(name, file);
		}
		catch (IOException | RuntimeException ex) {
			throw new IllegalArgumentException("Can't read " + name, ex);
		}
	}

}
