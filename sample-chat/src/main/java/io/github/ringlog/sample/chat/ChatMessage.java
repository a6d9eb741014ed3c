package io.github.ringlog.sample.chat;

/**
 * A message: the user it is for, or from, its number, and its text.
 *
 * @param user the recipient when the server gets it, the sender when a client does
 * @param id the number
 * @param text what it says
 */
record ChatMessage(String user, long id, String text) {

	private static final String ACK = "ack";

	static ChatMessage parse(String payload) {
		String[] parts = payload.split(" ", 3);
		return new ChatMessage(parts[0], Long.parseLong(parts[1]), parts[2]);
	}

	static String ack(long id) {
		return new ChatMessage(ACK, id, "").payload();
	}

	String from(String sender) {
		return new ChatMessage(sender, this.id, this.text).payload();
	}

	String payload() {
		return this.user + " " + this.id + " " + this.text;
	}

	boolean isAck() {
		return this.user.equals(ACK);
	}

}
