package io.github.ringlog.pattern;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.util.LoaderUtil;
import org.apache.logging.log4j.util.StackLocatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * Finds the jars of the classes in a stack trace by their names, like Log4j: takes a
 * class from the current call stack if the name matches, or else loads it with the loader
 * of the previous class. A class that was not found is not searched again. Keeps no class
 * loader alive. Used by one thread at a time.
 */
final class ClassOrigins {

	private static final String UNKNOWN = " ~[?:?]";

	// Generated class names must not fill the memory.
	private static final int MAX_NAMES = 8192;

	private static final WeakReference<Class<?>> NONE = new WeakReference<>(null);

	private static final ClassValue<String> ORIGINS = new ClassValue<>() {

		@Override
		protected String computeValue(Class<?> type) {
			return "[" + location(type) + ":" + version(type) + "]";
		}

	};

	// By class loader and name. The loader of the JDK's classes is null.
	private final Map<@Nullable ClassLoader, Map<String, WeakReference<Class<?>>>> classes = new WeakHashMap<>();

	// The classes found also depend on this loader.
	private WeakReference<@Nullable ClassLoader> contextLoader = new WeakReference<>(null);

	/**
	 * Find the origins of the classes in the stack traces of an exception and its causes.
	 * @param thrown the exception
	 * @param traces the stack traces
	 * @return the text to print after the frames of a class, by class name
	 */
	Map<String, String> find(Throwable thrown, Map<Throwable, ExtendedStackTrace.Trace> traces) {
		ClassLoader context = Thread.currentThread().getContextClassLoader();
		if (!this.contextLoader.refersTo(context)) {
			this.contextLoader = new WeakReference<>(context);
			this.classes.clear();
		}
		Deque<Class<?>> callers = StackLocatorUtil.getCurrentStackTrace();
		Map<String, String> found = new HashMap<>();
		Map<String, ClassLoader> loaders = new HashMap<>();
		// By identity: equals and hashCode of an exception may be the user's.
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		Queue<Throwable> rest = new ArrayDeque<>(List.of(thrown));
		for (Throwable next = rest.poll(); next != null && seen.add(next); next = rest.poll()) {
			Throwable cause = next.getCause();
			if (cause != null) {
				rest.offer(cause);
			}
			ExtendedStackTrace.Trace trace = traces.get(next);
			if (trace == null) {
				continue;
			}
			Class<?> caller = callers.peekLast();
			ClassLoader loader = null;
			for (int i = trace.length() - 1; i >= 0; i--) {
				String name = trace.frames()[i].getClassName();
				if (found.containsKey(name)) {
					loader = loaders.containsKey(name) ? loaders.get(name) : loader;
				}
				else if (caller != null && name.equals(caller.getName())) {
					found.put(name, " " + ORIGINS.get(caller));
					loader = caller.getClassLoader();
					loaders.put(name, loader);
					callers.pollLast();
					caller = callers.peekLast();
				}
				else {
					Class<?> type = find(loader, name);
					found.put(name, (type != null) ? " ~" + ORIGINS.get(type) : UNKNOWN);
					if (type != null) {
						loaders.put(name, type.getClassLoader());
					}
				}
			}
		}
		return found;
	}

	private @Nullable Class<?> find(@Nullable ClassLoader loader, String name) {
		Map<String, WeakReference<Class<?>>> known = this.classes.get(loader);
		WeakReference<Class<?>> reference = (known != null) ? known.get(name) : null;
		Class<?> type = (reference != null) ? reference.get() : null;
		if (type == null && reference != NONE) {
			type = load(loader, name);
			known = this.classes.get(loader);
			if (known == null || known.size() >= MAX_NAMES) {
				known = new HashMap<>();
				this.classes.put(loader, known);
			}
			known.put(name, (type != null) ? new WeakReference<>(type) : NONE);
		}
		return type;
	}

	private static @Nullable Class<?> load(@Nullable ClassLoader loader, String name) {
		Class<?> type = (loader != null) ? tryLoad(loader::loadClass, name) : null;
		type = (type != null) ? type : tryLoad(LoaderUtil::loadClass, name);
		return (type != null) ? type : tryLoad(LogEvent.class.getClassLoader()::loadClass, name);
	}

	private static @Nullable Class<?> tryLoad(Loading loading, String name) {
		try {
			return loading.load(name);
		}
		catch (Exception ex) {
			return null;
		}
	}

	private static String location(Class<?> type) {
		try {
			CodeSource source = type.getProtectionDomain().getCodeSource();
			URL url = (source != null) ? source.getLocation() : null;
			if (url != null) {
				String text = url.toString().replace('\\', '/');
				return text.substring(text.lastIndexOf('/', text.length() - 2) + 1);
			}
		}
		catch (Exception ex) {
			// Ignored, as by Log4j.
		}
		return "?";
	}

	private static String version(Class<?> type) {
		Package owner = type.getPackage();
		String version = (owner != null) ? owner.getImplementationVersion() : null;
		return (version != null) ? version : "?";
	}

	private interface Loading {

		@Nullable Class<?> load(String name) throws Exception;

	}

}
