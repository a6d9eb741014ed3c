package io.github.ringlog.pattern;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Tells whether Spring Boot's converters print colors, which they ask for each event. The
 * engine knows Spring Boot by name only, and works without it.
 */
final class AnsiColors {

	private static final String OUTPUT = "org.springframework.boot.ansi.AnsiOutput";

	// A constant for the compiler of the JVM: as quick as a call.
	private static final MethodHandle ENABLED = find();

	private AnsiColors() {
	}

	private static MethodHandle find() {
		try {
			MethodType type = MethodType.methodType(Class.forName(OUTPUT + "$Enabled"));
			return MethodHandles.publicLookup()
				.findStatic(Class.forName(OUTPUT), "getEnabled", type)
				.asType(MethodType.methodType(Object.class));
		}
		catch (ReflectiveOperationException | LinkageError ex) {
			return MethodHandles.constant(Object.class, "without Spring Boot");
		}
	}

	/**
	 * Return the setting of Spring Boot, a constant of its own.
	 * @return another object as soon as colors are switched
	 */
	static Object enabled() {
		try {
			return (Object) ENABLED.invokeExact();
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

}
