package io.github.ringlog.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * Finds out how the application was deployed.
 */
public final class Deployment {

	private static final String SPRING_BOOT_LOADERS = "org.springframework.boot.";

	private Deployment() {
	}

	/**
	 * Return whether a servlet container has deployed the application. Such an
	 * application has no server of its own, and may be undeployed. There is no container
	 * if the class loader is the JVM's or Spring Boot's.
	 * @param loader the class loader of the application
	 * @return whether there is a container
	 */
	public static boolean isInContainer(@Nullable ClassLoader loader) {
		if (loader == null || loader.getClass().getName().startsWith(SPRING_BOOT_LOADERS)) {
			return false;
		}
		for (ClassLoader system = ClassLoader.getSystemClassLoader(); system != null; system = system.getParent()) {
			if (system == loader) {
				return false;
			}
		}
		return true;
	}

}
