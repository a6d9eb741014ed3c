package io.github.ringlog.trace.servlet;

import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Enumeration;
import java.util.NoSuchElementException;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A request of a header and an attribute.
 */
public final class ShellRequest extends HttpServletRequestWrapper {

	private static final HttpServletRequest NOTHING = nothing(HttpServletRequest.class);

	private final String name;

	private final @Nullable String value;

	private @Nullable Object attribute;

	/**
	 * Create.
	 * @param name the name of the header
	 * @param value its value, or null
	 */
	public ShellRequest(String name, @Nullable String value) {
		super(NOTHING);
		this.name = name;
		this.value = value;
	}

	@Override
	public @Nullable String getHeader(String header) {
		return this.name.equalsIgnoreCase(header) ? this.value : null;
	}

	@Override
	public Enumeration<String> getHeaders(String header) {
		String found = getHeader(header);
		return (found != null) ? new One(found) : Collections.emptyEnumeration();
	}

	@Override
	public @Nullable Object getAttribute(String key) {
		return this.attribute;
	}

	@Override
	public void setAttribute(String key, @Nullable Object object) {
		this.attribute = object;
	}

	@Override
	public DispatcherType getDispatcherType() {
		return DispatcherType.REQUEST;
	}

	@Override
	public boolean isAsyncSupported() {
		return true;
	}

	/**
	 * Make an object that can do nothing.
	 */
	static <T> T nothing(Class<T> type) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
				throw new UnsupportedOperationException(method.getName());
			}));
	}

	/**
	 * As small as that of a container.
	 */
	private static final class One implements Enumeration<String> {

		private @Nullable String next;

		One(String next) {
			this.next = next;
		}

		@Override
		public boolean hasMoreElements() {
			return this.next != null;
		}

		@Override
		public String nextElement() {
			String element = this.next;
			if (element == null) {
				throw new NoSuchElementException();
			}
			this.next = null;
			return element;
		}

	}

}
