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
record TraceClientInterceptor(TraceIds ids, CurrentTraceId current) implements ClientInterceptor {

	@Override
	public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
		TraceId id = this.current.find();
		return new SimpleForwardingClientCall<>(next.newCall(method, options)) {

			@Override
			public void start(Listener<R> listener, Metadata headers) {
				TraceClientInterceptor.this.ids.inject(id, headers, TextMetadata.INSTANCE);
				super.start(listener, headers);
			}

		};
	}

}
