package io.github.ringlog.bootstrap;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Loads the bootstrap classes once more, for a class path that has files more or less
 * than the one of the test.
 */
final class BootstrapLoader extends URLClassLoader {

	private final Set<String> missing;

	private BootstrapLoader(URL[] urls, Set<String> missing) {
		super(urls, BootstrapLoader.class.getClassLoader());
		this.missing = missing;
	}

	/**
	 * Return a loader.
	 * @param directory an empty directory, for the files that are there more
	 * @param present what is there more
	 * @param missing what is not there
	 */
	static BootstrapLoader of(Path directory, Set<String> present, Set<String> missing) throws IOException {
		for (String name : present) {
			Path file = directory.resolve(name);
			Files.createDirectories(file.getParent());
			Files.createFile(file);
		}
		URL classes = RinglogPropertySource.class.getProtectionDomain().getCodeSource().getLocation();
		return new BootstrapLoader(new URL[] { classes, directory.toUri().toURL() }, missing);
	}

	@Override
	protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
		if (name.startsWith(getClass().getPackageName())) {
			Class<?> loaded = findLoadedClass(name);
			return (loaded != null) ? loaded : findClass(name);
		}
		return super.loadClass(name, resolve);
	}

	@Override
	public @Nullable URL getResource(String name) {
		return this.missing.contains(name) ? null : super.getResource(name);
	}

}
