package io.github.ringlog.json;

import java.util.function.BiConsumer;

import org.apache.logging.log4j.message.AsynchronouslyFormattable;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringBuilderFormattable;
import org.jspecify.annotations.Nullable;

/**
 * Reports an exchange: as members of their own in a structured format, and as a text
 * elsewhere. Any thread may read it, at any time.
 */
@AsynchronouslyFormattable
public final class ExchangeMessage implements Message, StringBuilderFormattable {

	private static final long serialVersionUID = 1L;

	private final transient Exchange exchange;

	private final transient BiConsumer<Exchange, StringBuilder> text;

	/**
	 * Create a message.
	 * @param exchange what it reports
	 * @param text appends what is printed where there are no members; nothing that a
	 * client sent may end the line
	 */
	public ExchangeMessage(Exchange exchange, BiConsumer<Exchange, StringBuilder> text) {
		this.exchange = exchange;
		this.text = text;
	}

	Exchange exchange() {
		return this.exchange;
	}

	@Override
	public String getFormattedMessage() {
		StringBuilder target = new StringBuilder(256);
		formatTo(target);
		return target.toString();
	}

	@Override
	public void formatTo(StringBuilder target) {
		this.text.accept(this.exchange, target);
	}

	@Override
	@SuppressWarnings("deprecation") // A message must have it.
	public @Nullable String getFormat() {
		return null;
	}

	/**
	 * Return what may be large.
	 */
	@Override
	public @Nullable Object[] getParameters() {
		return new @Nullable Object[] { this.exchange.uri(), this.exchange.referer(), this.exchange.userAgent() };
	}

	@Override
	public @Nullable Throwable getThrowable() {
		return null;
	}

	@Override
	public String toString() {
		return getFormattedMessage();
	}

	private Object writeReplace() {
		return new SimpleMessage(getFormattedMessage());
	}

}
