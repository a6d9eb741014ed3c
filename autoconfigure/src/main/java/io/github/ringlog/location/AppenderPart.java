package io.github.ringlog.location;

import java.util.List;

import org.apache.logging.log4j.core.Layout;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an appender that matter to rules.
 *
 * @param name its name
 * @param type its class
 * @param layout its layout, if any
 * @param innerLayouts what else formats its events
 * @param forwarding where it hands its events to
 * @param options what it is told to do
 * @param claimsLocation whether it says itself that it needs the caller's location
 * @param element what the user has written of it, if that is known
 */
public record AppenderPart(String name, Class<?> type, @Nullable LayoutPart layout, List<InnerLayout> innerLayouts,
		Forwarding forwarding, Options options, boolean claimsLocation, @Nullable Element element) {

	AppenderPart withLayout(Layout<?> made) {
		return new AppenderPart(this.name, this.type,
				LayoutPart.of(made, (this.layout != null) ? this.layout.element() : null), this.innerLayouts,
				this.forwarding, this.options, this.claimsLocation, this.element);
	}

	/**
	 * Whether an event's location gets through.
	 * @return {@code false} for an {@code AsyncAppender} that is not to include it
	 */
	boolean keepsLocation() {
		return this.options.includeLocation() == null || this.options.includeLocation();
	}

	/**
	 * Return whether it is one that hands events to other appenders.
	 * @return whether it is
	 */
	public boolean forwards() {
		return this.forwarding.forwards();
	}

	/**
	 * A layout that is not the appender's own: that of a column of a database, of the
	 * subject of a mail.
	 *
	 * @param where the element and the attribute that it is for
	 * @param layout the layout
	 */
	public record InnerLayout(String where, LayoutPart layout) {

	}

	/**
	 * The appenders to which an appender hands its events.
	 *
	 * @param references the appenders that it refers to, without those that get no event
	 * @param nested appenders that it makes itself once it needs them
	 * @param forwards whether it is one that hands events to other appenders
	 * @param opaque whether it does and does not tell to which
	 */
	public record Forwarding(List<Reference> references, List<AppenderPart> nested, boolean forwards, boolean opaque) {

	}

	/**
	 * A reference from one appender to another.
	 *
	 * @param target the name of the other
	 * @param always whether each event goes there, and not only some
	 */
	public record Reference(String target, boolean always) {

	}

	/**
	 * The options of an appender.
	 *
	 * @param includeLocation for an {@code AsyncAppender}, whether it keeps the location
	 * @param discards whether it is an {@code AsyncAppender} that throws events away when
	 * its queue is full
	 * @param remote whether it waits for a network, a database or a mail server
	 */
	public record Options(@Nullable Boolean includeLocation, boolean discards, boolean remote) {

	}

	/**
	 * An appender that tells what matters of itself.
	 */
	interface Described {

		/**
		 * Describe the appender.
		 * @return what matters of it
		 */
		AppenderPart describe();

	}

}
