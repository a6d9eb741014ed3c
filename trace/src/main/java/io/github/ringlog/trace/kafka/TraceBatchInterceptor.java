package io.github.ringlog.trace.kafka;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;

import org.springframework.kafka.listener.BatchInterceptor;

/**
 * Binds a new id around the listener of a batch: its records may come from many requests,
 * and none of them is that of the batch.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class TraceBatchInterceptor<K, V> implements BatchInterceptor<K, V> {

	private final TraceIds ids;

	private final ListenerScope scope;

	private final @Nullable BatchInterceptor<K, V> next;

	TraceBatchInterceptor(TraceIds ids, CurrentTraceId current, @Nullable BatchInterceptor<K, V> next) {
		this.ids = ids;
		this.scope = new ListenerScope(current);
		this.next = next;
	}

	@Override
	public void setupThreadState(Consumer<?, ?> consumer) {
		if (this.next != null) {
			this.next.setupThreadState(consumer);
		}
	}

	@Override
	public @Nullable ConsumerRecords<K, V> intercept(ConsumerRecords<K, V> records, Consumer<K, V> consumer) {
		this.scope.open(this.ids.create());
		return (this.next != null) ? this.next.intercept(records, consumer) : records;
	}

	@Override
	public void success(ConsumerRecords<K, V> records, Consumer<K, V> consumer) {
		this.scope.reopen();
		if (this.next != null) {
			this.next.success(records, consumer);
		}
	}

	@Override
	public void failure(ConsumerRecords<K, V> records, Exception exception, Consumer<K, V> consumer) {
		this.scope.reopen();
		if (this.next != null) {
			this.next.failure(records, exception, consumer);
		}
	}

	@Override
	public void clearThreadState(Consumer<?, ?> consumer) {
		this.scope.close();
		if (this.next != null) {
			this.next.clearThreadState(consumer);
		}
	}

}
