package io.github.ringlog.trace.grpc;

import io.github.ringlog.trace.CurrentTraceId;
import io.github.ringlog.trace.TraceId;
import io.github.ringlog.trace.TraceIds;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/**
 * Sends the id of the calling thread on with a call.
 */
final class TraceClientInterceptor implements ClientInterceptor {

	private final TraceIds ids;

	private final CurrentTraceId current;

	TraceClientInterceptor(TraceIds ids, CurrentTraceId current) {
		this.ids = ids;
		this.current = current;
	}

	@Override
	public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
		ClientCall<Q, R> call = next.newCall(method, options);
		TraceId id = this.current.find();
		return (id != null) ? new TraceCall<>(call, id, this.ids) : call;
	}

	private static final class TraceCall<Q, R> extends SimpleForwardingClientCall<Q, R> {

		private final TraceId id;

		private final TraceIds ids;

		private TraceCall(ClientCall<Q, R> call, TraceId id, TraceIds ids) {
			super(call);
			this.id = id;
			this.ids = ids;
		}

		@Override
		public void start(Listener<R> listener, Metadata headers) {
			this.ids.inject(this.id, headers, TextMetadata.INSTANCE);
			super.start(listener, headers);
		}

	}

}
