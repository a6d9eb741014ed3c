package io.github.ringlog.environment;

import io.github.ringlog.logger.RingLoggerContext;
import io.github.ringlog.settings.RingSettings;
import org.apache.logging.log4j.LogManager;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if the application's loggers use the ring, whatever is on the class path.
 * Always matches during ahead-of-time processing, because the loggers are known only at
 * run time: a bean method calls {@link #find} again, and returns {@code null} if there is
 * no ring.
 */
public class OnRingLoggerContext extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Ringlog logger context");
		if (SpringProperties.getFlag(AbstractAotProcessor.AOT_PROCESSING)) {
			return ConditionOutcome.match(message.because("it is decided at run time"));
		}
		Object loggers = LogManager.getContext(context.getClassLoader(), false);
		boolean matches = find(context.getClassLoader()) != null;
		return new ConditionOutcome(matches, message.because((!matches && loggers instanceof RingLoggerContext)
				? "ringlog.enabled is false" : "LogManager has a " + loggers.getClass().getName()));
	}

	/**
	 * Return the logger context of an application.
	 * @param loader the class loader of the application
	 * @return the logger context, or {@code null} if there is no ring
	 */
	public static @Nullable RingLoggerContext find(@Nullable ClassLoader loader) {
		return (LogManager.getContext(loader, false) instanceof RingLoggerContext context && isEnabled(context))
				? context : null;
	}

	/**
	 * Return whether a logger context has a ring, or will have one.
	 * @param context the logger context
	 * @return {@code false} if its settings make it synchronous
	 */
	public static boolean isEnabled(RingLoggerContext context) {
		RingSettings settings = context.settings();
		return settings == null || settings.enabled();
	}

}
