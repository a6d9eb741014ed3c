package io.github.ringlog.carrier.app;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.grpc.client.GrpcChannelFactory;
import org.springframework.grpc.server.lifecycle.GrpcServerStartedEvent;

/**
 * A call of gRPC, without generated code.
 */
@Configuration(proxyBeanMethods = false)
class GrpcCarriers {

	private static final MethodDescriptor<String, String> METHOD = MethodDescriptor
		.newBuilder(new TextMarshaller(), new TextMarshaller())
		.setType(MethodType.UNARY)
		.setFullMethodName("carrier.Sink/Receive")
		.build();

	private final CompletableFuture<Channel> channel = new CompletableFuture<>();

	private final ObjectProvider<GrpcChannelFactory> channels;

	GrpcCarriers(ObjectProvider<GrpcChannelFactory> channels) {
		this.channels = channels;
	}

	@Bean
	BindableService sinkService() {
		return () -> ServerServiceDefinition.builder("carrier.Sink")
			.addMethod(METHOD, ServerCalls.asyncUnaryCall((id, observer) -> {
				Lines.received("grpc", id);
				observer.onNext(id);
				observer.onCompleted();
			}))
			.build();
	}

	/**
	 * Open the channel once there is a port.
	 */
	@EventListener
	void started(GrpcServerStartedEvent event) {
		this.channel.complete(this.channels.getObject().createChannel("127.0.0.1:" + event.getPort()));
	}

	@Bean
	Carrier grpc() {
		return (id) -> ClientCalls.blockingUnaryCall(this.channel.join(), METHOD, CallOptions.DEFAULT, id);
	}

	private static final class TextMarshaller implements MethodDescriptor.Marshaller<String> {

		@Override
		public InputStream stream(String value) {
			return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
		}

		@Override
		public String parse(InputStream stream) {
			try {
				return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
