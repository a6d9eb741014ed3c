package io.github.ringlog.trace.grpc;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;

/**
 * Gives each call its id, around all that its service does in callbacks of gRPC.
 *
 * @param ids extracts and injects ids
 * @param current binds an id to a thread
 */
@SuppressWarnings("try") // A scope need not be looked at.
record TraceServerInterceptor(TraceIds ids, CurrentTraceId current) implements ServerInterceptor {

	@Override
	public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
			ServerCallHandler<Q, R> next) {
		TraceId id = this.ids.extract(headers, TextMetadata.INSTANCE);
		try (CurrentTraceId.Scope scope = this.current.open(id)) {
			return new TraceListener<>(next.startCall(call, headers), id);
		}
	}

	private final class TraceListener<Q> extends SimpleForwardingServerCallListener<Q> {

		private final TraceId id;

		private TraceListener(ServerCall.Listener<Q> listener, TraceId id) {
			super(listener);
			this.id = id;
		}

		@Override
		public void onMessage(Q message) {
			run(() -> super.onMessage(message));
		}

		@Override
		public void onHalfClose() {
			run(super::onHalfClose);
		}

		@Override
		public void onCancel() {
			run(super::onCancel);
		}

		@Override
		public void onComplete() {
			run(super::onComplete);
		}

		@Override
		public void onReady() {
			run(super::onReady);
		}

		private void run(Runnable callback) {
			try (CurrentTraceId.Scope scope = TraceServerInterceptor.this.current.open(this.id)) {
				callback.run();
			}
		}

	}

}
