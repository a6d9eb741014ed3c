package io.github.ringlog.delivery;

import java.time.Duration;

import io.github.ringlog.location.AppenderDecorator;
import io.github.ringlog.ring.OverflowPolicy;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.AppenderControl;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationException;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.config.plugins.PluginElement;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.config.plugins.validation.constraints.Required;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.jspecify.annotations.Nullable;

/**
 * The element that gives an appender a ring and a thread of its own, so that nobody else
 * waits for it. It does what {@code ringlog.isolation.*} does by property, for all
 * references of loggers to that appender or to this element. It passes events on directly
 * where there is no ring, and to those that reach it through another appender. <pre>
 * &lt;Isolated name="isolated-broker" bufferSize="4096" policy="drop"&gt;
 *   &lt;AppenderRef ref="broker"/&gt;
 * &lt;/Isolated&gt;
 * </pre>
 */
@Plugin(name = "Isolated", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE, printObject = true)
public final class IsolatedAppender extends AbstractAppender implements AppenderDecorator {

	private final Configuration configuration;

	private final String reference;

	private final RingSettings.Isolation isolation;

	// Set by the start.
	private volatile @Nullable AppenderControl target;

	IsolatedAppender(String name, String reference, RingSettings.Isolation isolation, Configuration configuration,
			@Nullable Filter filter) {
		super(name, filter, null, true, Property.EMPTY_ARRAY);
		this.reference = reference;
		this.isolation = isolation;
		this.configuration = configuration;
	}

	/**
	 * Create an appender from its element. A wrong value is reported and replaced by the
	 * default, so that it costs no event.
	 * @param name the name
	 * @param references the appender to isolate, exactly one
	 * @param bufferSize the number of slots, a power of two from 128 to 1048576
	 * @param policy what happens when the ring is full: {@code drop} or {@code block}
	 * @param dropLevel the most severe level that may be dropped
	 * @param maxBlock the longest wait for a slot in milliseconds; 0 means 100 with the
	 * policy to drop, and no limit otherwise
	 * @param filter the filter, if any
	 * @param configuration the configuration
	 * @return the appender, or {@code null} if it does not refer to exactly one
	 */
	@PluginFactory
	public static @Nullable IsolatedAppender create(@PluginAttribute("name") @Required String name,
			@PluginElement("AppenderRef") AppenderRef[] references,
			@PluginAttribute(value = "bufferSize",
					defaultInt = RingSettings.Isolation.DEFAULT_BUFFER_SIZE) int bufferSize,
			@PluginAttribute(value = "policy", defaultString = "drop") String policy,
			@PluginAttribute(value = "dropLevel", defaultString = "warn") String dropLevel,
			@PluginAttribute("maxBlock") long maxBlock, @PluginElement("Filter") @Nullable Filter filter,
			@PluginConfiguration Configuration configuration) {
		if (references.length != 1) {
			LOGGER.error("Isolated appender {} must refer to exactly one appender, but refers to {}", name,
					references.length);
			return null;
		}
		return new IsolatedAppender(name, references[0].getRef(), read(name, bufferSize, policy, dropLevel, maxBlock),
				configuration, filter);
	}

	private static RingSettings.Isolation read(String name, int bufferSize, String policy, String dropLevel,
			long maxBlock) {
		int size = bufferSize;
		if (!RingSettings.isBufferSize(size)) {
			size = RingSettings.Isolation.DEFAULT_BUFFER_SIZE;
			LOGGER.error("Isolated appender {}: bufferSize must be {}, but is {}. Using {}", name,
					RingSettings.BUFFER_SIZES, bufferSize, size);
		}
		boolean block = policy.equalsIgnoreCase(OverflowPolicy.BLOCK.label());
		if (!block && !policy.equalsIgnoreCase(OverflowPolicy.DROP.label())) {
			LOGGER.error("Isolated appender {}: policy must be drop or block, but is {}. Using drop", name, policy);
		}
		Level level = Level.toLevel(dropLevel, Level.OFF);
		if (level == Level.OFF) {
			level = Level.WARN;
			LOGGER.error("Isolated appender {}: dropLevel must be a level, but is {}. Using warn", name, dropLevel);
		}
		if (maxBlock < 0) {
			LOGGER.error("Isolated appender {}: maxBlock must be 0 or more, but is {}. Ignoring it", name, maxBlock);
		}
		return new RingSettings.Isolation(size,
				new RingSettings.Overflow(block ? OverflowPolicy.BLOCK : OverflowPolicy.DROP,
						(maxBlock > 0) ? Duration.ofMillis(maxBlock) : null, level));
	}

	@Override
	public String reference() {
		return this.reference;
	}

	RingSettings.Isolation isolation() {
		return this.isolation;
	}

	/**
	 * Return the appender that an element stands for.
	 * @param appender any appender
	 * @return the appender behind it, or itself
	 */
	static Appender target(Appender appender, Configuration configuration) {
		Appender behind = (appender instanceof IsolatedAppender element)
				? configuration.getAppender(element.reference()) : null;
		return (behind != null) ? behind : appender;
	}

	@Override
	public void start() {
		Appender appender = this.configuration.getAppender(this.reference);
		if (appender == null) {
			throw new ConfigurationException("Isolated appender " + getName() + " refers to " + this.reference
					+ ", but there is no such appender");
		}
		this.target = new AppenderControl(appender, null, null);
		super.start();
	}

	/**
	 * Pass an event on, for those that do not ask what this is: an appender that refers
	 * to this one, and Log4j without a ring.
	 */
	@Override
	public void append(LogEvent event) {
		AppenderControl current = this.target;
		if (current == null) {
			throw new IllegalStateException("Isolated appender " + getName() + " was not started");
		}
		current.callAppender(event);
	}

	@Override
	public boolean requiresLocation() {
		return this.configuration.getAppender(this.reference) instanceof LocationAware aware
				&& aware.requiresLocation();
	}

}
