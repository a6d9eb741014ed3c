package io.github.ringlog.environment;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches if a property of Ringlog was true when it was bound, before logging started.
 * Later changes of the environment have no effect.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnSetting.class)
public @interface ConditionalOnSetting {

	/**
	 * Return the property.
	 * @return its name
	 */
	String value();

}
