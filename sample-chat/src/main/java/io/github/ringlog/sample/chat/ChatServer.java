package io.github.ringlog.sample.chat;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;

/**
 * A chat server: users connect by WebSocket and send each other messages.
 */
@SpringBootApplication
@EnableWebSocket
public class ChatServer {

	public static void main(String[] args) {
		SpringApplication.run(ChatServer.class, args);
	}

	@Bean
	Sessions sessions() {
		return new Sessions();
	}

	@Bean
	WebSocketConfigurer chat(Sessions sessions) {
		return (registry) -> registry.addHandler(new TracedHandler(new ChatHandler(sessions)), "/chat")
			.addInterceptors(new UserInterceptor());
	}

	/**
	 * Tells how many sessions are open: the load generator waits for the first and the
	 * last.
	 */
	@RestController
	static class SessionsController {

		private final Sessions sessions;

		SessionsController(Sessions sessions) {
			this.sessions = sessions;
		}

		@GetMapping("/sessions")
		int count() {
			return this.sessions.count();
		}

	}

}
