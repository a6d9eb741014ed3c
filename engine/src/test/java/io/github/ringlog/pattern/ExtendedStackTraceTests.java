package io.github.ringlog.pattern;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import io.github.ringlog.location.PatternScanner;
import io.github.ringlog.text.ByteText;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ExtendedStackTrace}, beside Log4j's. {@link BytePatternTests} compares
 * exceptions at random.
 */
class ExtendedStackTraceTests {

	private static final Configuration CONFIGURATION = new NullConfiguration();

	private final ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();

	@AfterEach
	void resetContextLoader() {
		Thread.currentThread().setContextClassLoader(this.contextLoader);
	}

	@ParameterizedTest
	@ValueSource(strings = { "%xEx", "%xEx{full}", "%xEx{3}", "%xEx{0}", "%xEx{none}", "%xEx{filters(java.)}",
			"%xEx{separator(|)}", "%xwEx", "%throwable{none}%xwEx{short}" })
	void printsWhatLog4jPrints(String pattern) throws InterruptedException {
		List<PatternPart> parts = read(pattern);
		PatternPart part = parts.get(parts.size() - 1);
		ExtendedStackTrace stackTrace = ExtendedStackTrace.of(part);
		assertThat(stackTrace).isNotNull();
		List<Throwable> exceptions = new ArrayList<>();
		Runnable proxy = (Runnable) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { Runnable.class },
				(self, method, arguments) -> exceptions.add(new IllegalStateException("in a proxy")));
		Thread thread = new Thread(proxy);
		thread.start();
		thread.join();
		exceptions.add(new RuntimeException(exceptions.get(0)));
		exceptions.add(new Exception());
		Exception same = new Exception("of the same place");
		Exception bare = new Exception("of no place", same);
		bare.setStackTrace(new StackTraceElement[0]);
		Exception outer = new RuntimeException(bare);
		same.setStackTrace(outer.getStackTrace());
		outer.addSuppressed(same);
		exceptions.add(bare);
		exceptions.add(outer);
		for (int i = 0; i < 3; i++) {
			for (Throwable thrown : exceptions) {
				StringBuilder expected = new StringBuilder();
				part.formatter().format(event(thrown), expected);
				assertThat(print(stackTrace, thrown)).isEqualTo(expected.toString());
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "%xEx{short.message}", "%xEx{suffix(%p)}", "%ex", "%rEx", "%wEx", "%m" })
	void leavesTheRestToLog4j(String pattern) {
		assertThat(ExtendedStackTrace.of(read(pattern).get(0))).isNull();
	}

	@Test
	void leavesAnotherFormatToLog4j() {
		PatternPart one = read("%xEx").get(0);
		PatternPart other = read("%xEx{5}").get(0);
		assertThat(ExtendedStackTrace.of(new PatternPart(other.formatter(), one.specifier(), List.of(), false)))
			.isNull();
	}

	@Test
	void looksForAClassOnce() {
		Exception thrown = new Exception();
		thrown.setStackTrace(new StackTraceElement[] { new StackTraceElement("com.example.One", "method", null, 1),
				new StackTraceElement("com.example.Two", "method", null, 2) });
		CountingLoader loader = new CountingLoader();
		Thread.currentThread().setContextClassLoader(loader);
		ExtendedStackTrace stackTrace = ExtendedStackTrace.of(read("%xEx").get(0));
		assertThat(stackTrace).isNotNull();
		loader.asked.clear();
		String first = print(stackTrace, thrown);
		assertThat(print(stackTrace, thrown)).isEqualTo(first)
			.contains("com.example.One.method(Unknown Source) ~[?:?]");
		assertThat(loader.asked).containsExactlyInAnyOrder("com.example.One", "com.example.Two");
		CountingLoader next = new CountingLoader();
		Thread.currentThread().setContextClassLoader(next);
		assertThat(print(stackTrace, thrown)).isEqualTo(first);
		assertThat(next.asked).hasSize(2);
	}

	@Test
	void holdsNoClassLoader() throws Exception {
		ExtendedStackTrace stackTrace = ExtendedStackTrace.of(read("%xEx").get(0));
		assertThat(stackTrace).isNotNull();
		WeakReference<ClassLoader> loader = new WeakReference<>(printInOwnLoader(stackTrace));
		Thread.currentThread().setContextClassLoader(this.contextLoader);
		Awaitility.await().until(() -> {
			System.gc();
			return loader.refersTo(null);
		});
	}

	private ClassLoader printInOwnLoader(ExtendedStackTrace stackTrace) throws Exception {
		OwnLoader loader = new OwnLoader();
		Thread.currentThread().setContextClassLoader(loader);
		Exception thrown = (Exception) loader.loadClass(OwnException.class.getName()).getConstructor().newInstance();
		StackTraceElement[] frames = { new StackTraceElement("com.example.Missing", "method", null, 1),
				new StackTraceElement(OwnException.class.getName(), "method", null, 1),
				new StackTraceElement("com.example.Missing", "method", null, 1) };
		thrown.setStackTrace(frames);
		for (int i = 0; i < 3; i++) {
			assertThat(print(stackTrace, thrown)).contains("OwnException.method(Unknown Source) ~[");
		}
		assertThat(loader.defined).isEqualTo(1);
		return loader;
	}

	private static List<PatternPart> read(String pattern) {
		return new PatternPart.Reader(PatternScanner.of(CONFIGURATION), CONFIGURATION).read(pattern,
				PatternLayout.createPatternParser(CONFIGURATION).parse(pattern));
	}

	private static String print(BytePiece piece, Throwable thrown) {
		ByteText text = new ByteText(64);
		piece.print(event(thrown), text);
		return text.toString();
	}

	private static LogEvent event(Throwable thrown) {
		return Log4jLogEvent.newBuilder().setThrown(thrown).build();
	}

	/**
	 * Finds nothing.
	 */
	private static final class CountingLoader extends ClassLoader {

		private final List<String> asked = new ArrayList<>();

		private CountingLoader() {
			super(null);
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			this.asked.add(name);
			return super.findClass(name);
		}

	}

	/**
	 * Defines a class of the test once more.
	 */
	private static final class OwnLoader extends ClassLoader {

		private int defined;

		private OwnLoader() {
			super(ExtendedStackTraceTests.class.getClassLoader());
		}

		@Override
		protected @Nullable Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			Class<?> known = findLoadedClass(name);
			if (known != null || !name.equals(OwnException.class.getName())) {
				return (known != null) ? known : super.loadClass(name, resolve);
			}
			try (var file = getResourceAsStream(name.replace('.', '/') + ".class")) {
				byte[] bytes = file.readAllBytes();
				this.defined++;
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (java.io.IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

	}

	/**
	 * An exception of a class loader of its own.
	 */
	public static final class OwnException extends Exception {

		private static final long serialVersionUID = 1L;

	}

}
