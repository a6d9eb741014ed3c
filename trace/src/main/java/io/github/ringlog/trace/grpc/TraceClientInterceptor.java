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
 *
 * @param ids extracts and injects ids
 * @param current binds an id to a thread
 */
record TraceClientInterceptor(TraceIds ids, CurrentTraceId current) implements ClientInterceptor {

	@Override
	public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
		ClientCall<Q, R> call = next.newCall(method, options);
		TraceId id = this.current.find();
		if (id == null) {
			return call;
		}
		return new SimpleForwardingClientCall<>(call) {

			@Override
			public void start(Listener<R> listener, Metadata headers) {
				TraceClientInterceptor.this.ids.inject(id, headers, TextMetadata.INSTANCE);
				super.start(listener, headers);
			}

		};
	}

}
