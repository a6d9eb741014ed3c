package io.github.ringlog.trace.grpc;

import java.util.Collections;
import java.util.Iterator;

import io.github.ringlog.trace.HeaderGetter;
import io.github.ringlog.trace.HeaderSetter;
import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * Gets and sets texts in the metadata of a call.
 */
enum TextMetadata implements HeaderGetter<Metadata>, HeaderSetter<Metadata> {

	INSTANCE;

	@Override
	public @Nullable String get(Metadata metadata, String name) {
		return metadata.get(key(name));
	}

	@Override
	public Iterator<String> getAll(Metadata metadata, String name) {
		Iterable<String> values = metadata.getAll(key(name));
		return (values != null) ? values.iterator() : Collections.emptyIterator();
	}

	@Override
	public boolean isSet(Metadata metadata, String name) {
		return metadata.containsKey(key(name));
	}

	@Override
	public void set(Metadata metadata, String name, String value) {
		metadata.put(key(name), value);
	}

	private static Metadata.Key<String> key(String name) {
		return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
	}

}
