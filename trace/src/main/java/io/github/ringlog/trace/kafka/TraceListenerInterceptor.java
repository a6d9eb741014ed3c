package io.github.ringlog.trace.kafka;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.ThreadScopes;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

import org.springframework.kafka.listener.BatchInterceptor;
import org.springframework.kafka.listener.RecordInterceptor;

/**
 * Binds an id to a consumer thread until the next record or poll. The id of a record is
 * bound around its listener, its error handler and the application's interceptors. A
 * batch gets a new id, because its records may come from several requests.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class TraceListenerInterceptor<K, V> implements RecordInterceptor<K, V>, BatchInterceptor<K, V> {

	private final TraceIds ids;

	private final CurrentTraceId current;

	// One interceptor serves all threads of a factory's containers.
	private final ThreadScopes scopes;

	TraceListenerInterceptor(TraceIds ids, CurrentTraceId current) {
		this.ids = ids;
		this.current = current;
		this.scopes = new ThreadScopes(current);
	}

	@Override
	public ConsumerRecord<K, V> intercept(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
		open(this.ids.extract(record, KafkaHeaderGetter.INSTANCE));
		return record;
	}

	@Override
	public ConsumerRecords<K, V> intercept(ConsumerRecords<K, V> records, Consumer<K, V> consumer) {
		open(this.ids.create());
		return records;
	}

	@Override
	public void success(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
		reopen();
	}

	@Override
	public void success(ConsumerRecords<K, V> records, Consumer<K, V> consumer) {
		reopen();
	}

	@Override
	public void failure(ConsumerRecord<K, V> record, Exception exception, Consumer<K, V> consumer) {
		reopen();
	}

	@Override
	public void failure(ConsumerRecords<K, V> records, Exception exception, Consumer<K, V> consumer) {
		reopen();
	}

	@Override
	public void clearThreadState(Consumer<?, ?> consumer) {
		this.scopes.close();
	}

	private void open(TraceId id) {
		this.scopes.close();
		this.scopes.open(id);
	}

	/**
	 * Bind the id again: the listener may have cleared the MDC.
	 */
	private void reopen() {
		TraceId id = this.current.get();
		if (id != null) {
			open(id);
		}
	}

}
