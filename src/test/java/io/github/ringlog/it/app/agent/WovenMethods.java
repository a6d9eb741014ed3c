package io.github.ringlog.it.app.agent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Agent that counts the calls of the methods of Log4j's that agents weave: not those that
 * another one of the same kind makes.
 */
public final class WovenMethods {

	private static final Map<String, LongAdder> CALLS = new ConcurrentSkipListMap<>();

	private static final ThreadLocal<Map<String, int[]>> DEPTHS = ThreadLocal.withInitial(ConcurrentSkipListMap::new);

	private WovenMethods() {
	}

	public static void premain(String options, Instrumentation instrumentation) {
		AgentBuilder agent = new AgentBuilder.Default()
			.ignore(ElementMatchers.not(ElementMatchers.nameStartsWith("org.apache.logging.")
				.or(ElementMatchers.nameStartsWith("io.github.ringlog."))))
			.disableClassFormatChanges();
		agent = weave(agent, subtypes("spi.AbstractLogger"), "log",
				ElementMatchers.named("log").and(ElementMatchers.takesArguments(6)));
		agent = weave(agent, subtypes("core.impl.LogEventFactory"), "createEvent",
				ElementMatchers.named("createEvent"));
		agent = weave(agent, type("core.config.LoggerConfig"), "LoggerConfig.log", ElementMatchers.named("log"));
		agent = weave(agent, type("core.config.LoggerConfig"), "callAppenders", ElementMatchers.named("callAppenders"));
		agent = weave(agent, type("core.appender.AbstractOutputStreamAppender"), "append",
				ElementMatchers.named("append"));
		agent = weave(agent, type("core.layout.PatternLayout"), "PatternLayout.encode",
				ElementMatchers.named("encode"));
		agent = weave(agent, type("core.layout.StringBuilderEncoder"), "StringBuilderEncoder.encode",
				ElementMatchers.named("encode"));
		agent.installOn(instrumentation);
	}

	private static ElementMatcher.Junction<TypeDescription> type(String name) {
		return ElementMatchers.named("org.apache.logging.log4j." + name);
	}

	private static ElementMatcher.Junction<TypeDescription> subtypes(String name) {
		return ElementMatchers.hasSuperType(type(name));
	}

	private static AgentBuilder weave(AgentBuilder agent, ElementMatcher<TypeDescription> types, String kind,
			ElementMatcher.Junction<MethodDescription> methods) {
		return agent.type(types)
			.transform((builder, type, loader, module,
					domain) -> builder.visit(Advice.withCustomMapping()
						.bind(Kind.class, kind)
						.to(Counting.class)
						.on(methods.and(ElementMatchers.not(ElementMatchers.isAbstract())))));
	}

	/**
	 * A method begins.
	 * @param kind the kind of it
	 */
	public static void enter(String kind) {
		if (DEPTHS.get().computeIfAbsent(kind, (key) -> new int[1])[0]++ == 0) {
			CALLS.computeIfAbsent(kind, (key) -> new LongAdder()).increment();
		}
	}

	/**
	 * A method ends.
	 * @param kind the kind of it
	 */
	public static void exit(String kind) {
		DEPTHS.get().get(kind)[0]--;
	}

	/**
	 * Return how many calls there were of each kind, and begin anew.
	 * @return the numbers of calls
	 */
	static Map<String, Long> take() {
		Map<String, Long> taken = new ConcurrentSkipListMap<>();
		CALLS.forEach((kind, calls) -> taken.put(kind, calls.sumThenReset()));
		return taken;
	}

	/**
	 * Names what is counted.
	 */
	@Retention(RetentionPolicy.RUNTIME)
	@interface Kind {

	}

	/**
	 * What is copied into the methods.
	 */
	static final class Counting {

		private Counting() {
		}

		@Advice.OnMethodEnter
		static void enter(@Kind String kind) {
			WovenMethods.enter(kind);
		}

		@Advice.OnMethodExit(onThrowable = Throwable.class)
		static void exit(@Kind String kind) {
			WovenMethods.exit(kind);
		}

	}

}
