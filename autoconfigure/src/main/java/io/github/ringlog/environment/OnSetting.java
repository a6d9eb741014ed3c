package io.github.ringlog.environment;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Asks the settings for {@link ConditionalOnSetting}.
 */
class OnSetting extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String name = metadata.getAnnotations().get(ConditionalOnSetting.class).getString("value");
		RingLogSettings.Setting setting = RingLogSettings.of(context.getEnvironment()).all(null).get(name);
		Object value = (setting != null) ? setting.value() : null;
		return new ConditionOutcome(Boolean.TRUE.equals(value),
				ConditionMessage.forCondition(ConditionalOnSetting.class, name).because("it is " + value));
	}

}
