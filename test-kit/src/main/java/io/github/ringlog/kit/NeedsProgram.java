package io.github.ringlog.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/**
 * Names programs that the tests of a class need, see {@link Needs}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsProgram.Extension.class)
public @interface NeedsProgram {

	/**
	 * Return the names of the programs.
	 * @return the names
	 */
	String[] value();

	/**
	 * Looks for the programs before the first test.
	 */
	class Extension implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			NeedsProgram needed = context.getRequiredTestClass().getAnnotation(NeedsProgram.class);
			try {
				for (String name : needed.value()) {
					Needs.program(name);
				}
				return ConditionEvaluationResult.enabled("The programs are there");
			}
			catch (TestAbortedException ex) {
				return ConditionEvaluationResult.disabled(ex.getMessage());
			}
		}

	}

}
