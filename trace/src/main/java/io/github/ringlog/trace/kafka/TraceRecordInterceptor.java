package io.github.ringlog.trace.kafka;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceIds;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

import org.springframework.kafka.listener.RecordInterceptor;

/**
 * Binds the id of a record around its listener, the handler of its errors and the
 * interceptor of the application.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class TraceRecordInterceptor<K, V> implements RecordInterceptor<K, V> {

	private final TraceIds ids;

	private final ListenerScope scope;

	private final @Nullable RecordInterceptor<K, V> next;

	TraceRecordInterceptor(TraceIds ids, CurrentTraceId current, @Nullable RecordInterceptor<K, V> next) {
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
	public @Nullable ConsumerRecord<K, V> intercept(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
		this.scope.open(this.ids.extract(record, KafkaHeaderGetter.INSTANCE));
		return (this.next != null) ? this.next.intercept(record, consumer) : record;
	}

	@Override
	public void success(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
		this.scope.reopen();
		if (this.next != null) {
			this.next.success(record, consumer);
		}
	}

	@Override
	public void failure(ConsumerRecord<K, V> record, Exception exception, Consumer<K, V> consumer) {
		this.scope.reopen();
		if (this.next != null) {
			this.next.failure(record, exception, consumer);
		}
	}

	@Override
	public void afterRecord(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
		try {
			if (this.next != null) {
				this.next.afterRecord(record, consumer);
			}
		}
		finally {
			this.scope.close();
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
