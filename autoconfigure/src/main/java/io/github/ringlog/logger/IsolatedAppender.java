package io.github.ringlog.logger;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.ringlog.location.AppenderDecorator;
import io.github.ringlog.location.LocationFinder;
import io.github.ringlog.receipts.Receipts;
import io.github.ringlog.ring.OverflowPolicy;
import io.github.ringlog.ring.RingSettings;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LifeCycle2;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
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
import org.jspecify.annotations.Nullable;

/**
 * Gives an appender a ring and a thread of its own, so that nobody else waits for it. The
 * element does what {@code ringlog.isolation.*} does by property. All references to that
 * appender go through this one. Without Ringlog's ring it passes events on directly.
 * <pre>
 * &lt;Isolated name="isolated-broker" bufferSize="4096" policy="drop"&gt;
 *   &lt;AppenderRef ref="broker"/&gt;
 * &lt;/Isolated&gt;
 * </pre>
 */
@Plugin(name = "Isolated", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE, printObject = true)
public final class IsolatedAppender extends AbstractAppender implements AppenderDecorator {

	private final Configuration configuration;

	private final String reference;

	private RingSettings.Isolation isolation;

	// Set by whoever sets the configuration, before it starts. What is not adopted is
	// started and stopped by the configuration.
	private volatile @Nullable IsolatedTarget target;

	// Null for one that is not adopted.
	private @Nullable IsolatedRings rings;

	// Null where there is no ring.
	private volatile IsolatedRing.@Nullable Use use;

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

	/**
	 * Take the settings of the properties in place of those of the element.
	 */
	void configure(RingSettings.Isolation newIsolation) {
		this.isolation = newIsolation;
	}

	/**
	 * Take over an appender from the configuration, which is not yet started.
	 */
	void adopt(Appender appender, IsolatedRings newRings) {
		this.target = new IsolatedTarget(appender);
		this.rings = newRings;
	}

	@Override
	public void start() {
		if (isStarted()) {
			return;
		}
		IsolatedTarget current = this.target;
		if (current == null) {
			Appender appender = this.configuration.getAppender(this.reference);
			if (appender == null) {
				throw new ConfigurationException("Isolated appender " + getName() + " refers to " + this.reference
						+ ", but there is no such appender");
			}
			current = new IsolatedTarget(appender);
			this.target = current;
		}
		if (this.rings != null) {
			current.appender().start();
			current.setNeeds(new LocationFinder(this.configuration).needs().of(current.appender()));
			current.number(Receipts.of(this.configuration));
			this.use = this.rings.join(this.isolation, current);
		}
		super.start();
	}

	@Override
	public void append(LogEvent event) {
		IsolatedTarget current = this.target;
		if (current == null) {
			throw new IllegalStateException("Isolated appender " + getName() + " was not started");
		}
		IsolatedRing.Use ring = this.use;
		if (ring != null && isHandled(event, current, ring)) {
			return;
		}
		if (ring != null || !current.denies(event)) {
			current.append(event);
		}
	}

	/**
	 * Let the filter decide, and then the ring. The end of the caller's batch is no end
	 * of a batch for the appender, which would flush on this thread if it were told of
	 * one.
	 * @return whether there is nothing left to do
	 */
	private static boolean isHandled(LogEvent event, IsolatedTarget target, IsolatedRing.Use ring) {
		boolean endOfBatch = event.isEndOfBatch();
		event.setEndOfBatch(false);
		try {
			return target.denies(event) || ring.take(event, target);
		}
		finally {
			event.setEndOfBatch(endOfBatch);
		}
	}

	@Override
	public boolean stop(long timeout, TimeUnit unit) {
		if (!isStarted()) {
			return true;
		}
		setStopping();
		IsolatedTarget current = this.target;
		IsolatedRing.Use ring = this.use;
		boolean usable = ring == null || current == null || ring.leave(current);
		if (current != null && this.rings != null) {
			// A stuck appender may be stuck in its stop, too.
			boolean unstuck = usable;
			usable = Stopping.run(() -> {
				current.endNumbers(unstuck);
				stop(current.appender(), timeout, unit);
			}, usable);
		}
		super.stop(timeout, unit, false);
		setStopped();
		return usable;
	}

	private static void stop(Appender appender, long timeout, TimeUnit unit) {
		if (appender instanceof LifeCycle2 stoppable) {
			stoppable.stop(timeout, unit);
		}
		else {
			appender.stop();
		}
	}

	@Override
	public boolean requiresLocation() {
		return this.target != null && this.target.requiresLocation();
	}

	@Override
	public @Nullable Appender decorated() {
		IsolatedTarget current = this.target;
		return (current != null) ? current.appender() : null;
	}

}
