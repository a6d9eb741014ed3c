package io.github.ringlog.logger;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.config.plugins.PluginElement;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An appender that evaluates a lookup of context data itself finds that of the caller.
 */
@Timeout(120)
class ContextLookupTests {

	private static final String ROOT = "<Root level='info'><AppenderRef ref='%s'/></Root>";

	private final RingLoggerContext context = TestRing.newContext();

	@AfterEach
	void stop() {
		this.context.stop();
		ThreadContext.clearAll();
		Evaluating.VALUES.clear();
	}

	@ParameterizedTest
	@ValueSource(strings = { "<Evaluating name='main' value='$${ctx:user}'/>",
			"<Evaluating name='main'><Property name='X-User' value='$${CTX:user}'/></Evaluating>",
			"<Evaluating name='main' value='$${lower:$${ctx:user}}'/>", "<Evaluating name='main' value='${indirect}'/>",
			"<Evaluating name='inner' value='$${ctx:user}'/><Failover name='main' primary='inner'>"
					+ "<Failovers><AppenderRef ref='inner'/></Failovers></Failover>",
			"<Evaluating name='last' value='$${ctx:user}'/><Failover name='inner' primary='last'>"
					+ "<Failovers><AppenderRef ref='last'/></Failovers></Failover><Failover name='main' primary='inner'>"
					+ "<Failovers><AppenderRef ref='inner'/></Failovers></Failover>" })
	void findsTheContextDataOfTheCaller(String appenders) throws IOException {
		start(appenders, ROOT.formatted("main"));
		Logger logger = this.context.getLogger("test");
		ThreadContext.put("user", "alice");
		logger.info("one");
		ThreadContext.put("user", "bob");
		logger.info("two");
		ThreadContext.remove("user");
		logger.info("three");
		ThreadContext.put("user", "carol");
		this.context.drain();
		assertThat(Evaluating.VALUES).hasSize(3).startsWith("alice", "bob").doesNotContain("carol");
		assertThat(ThreadContext.get("user")).isEqualTo("carol");
	}

	@Test
	void findsItOnTheCallingThread() throws IOException {
		start("<Evaluating name='main' value='$${ctx:user}'/>", ROOT.formatted("main"));
		this.context.configure(TestRing.synchronous("test"));
		ThreadContext.put("user", "alice");
		this.context.getLogger("test").info("one");
		assertThat(Evaluating.VALUES).containsExactly("alice");
		assertThat(ThreadContext.get("user")).isEqualTo("alice");
	}

	@Test
	void theWriterKeepsNothingOfIt() throws IOException {
		start("<Evaluating name='main' value='$${ctx:user}'/>",
				"<Logger name='other' level='info' additivity='false'/>" + ROOT.formatted("main"));
		RecordingAppender recorder = new RecordingAppender();
		recorder.start();
		List<Object> seen = new CopyOnWriteArrayList<>();
		recorder.onEvent((event) -> seen.add(ThreadContext.getContext()));
		this.context.getLogger("other").addAppender(recorder);
		ThreadContext.put("user", "alice");
		this.context.getLogger("test").info("one");
		this.context.getLogger("other").info("two");
		this.context.drain();
		assertThat(Evaluating.VALUES).containsExactly("alice");
		assertThat(seen).containsExactly(Map.of());
	}

	private void start(String appenders, String loggers) throws IOException {
		this.context.configure(TestRing.SETTINGS);
		this.context
			.start(XmlSource.configuration("<Configuration status='OFF' packages='" + getClass().getPackageName()
					+ "'><Properties><Property name='indirect'>$${ctx:user}</Property>" + "</Properties><Appenders>"
					+ appenders + "</Appenders><Loggers>" + loggers + "</Loggers></Configuration>"));
	}

	/**
	 * Evaluates as Log4j's HTTP appender does its headers, and its Kafka appender the
	 * key.
	 */
	@Plugin(name = "Evaluating", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE)
	public static final class Evaluating extends AbstractAppender {

		private static final List<String> VALUES = new CopyOnWriteArrayList<>();

		private final Configuration configuration;

		private final String value;

		private Evaluating(String name, Configuration configuration, String value) {
			super(name, null, null, true, Property.EMPTY_ARRAY);
			this.configuration = configuration;
			this.value = value;
		}

		/**
		 * Create an appender.
		 * @param name the name
		 * @param value what it evaluates for each event
		 * @param headers more of that
		 * @param configuration the configuration
		 * @return the appender
		 */
		@PluginFactory
		public static Evaluating create(@PluginAttribute("name") String name, @PluginAttribute("value") String value,
				@PluginElement("Property") Property[] headers, @PluginConfiguration Configuration configuration) {
			return new Evaluating(name, configuration, (headers.length > 0) ? headers[0].getValue() : value);
		}

		@Override
		public void append(LogEvent event) {
			VALUES.add(this.configuration.getStrSubstitutor().replace(this.value));
		}

	}

}
