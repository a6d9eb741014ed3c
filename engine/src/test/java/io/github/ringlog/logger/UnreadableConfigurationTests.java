package io.github.ringlog.logger;

import java.util.stream.Stream;

import io.github.ringlog.location.BuildReport;
import org.apache.logging.log4j.core.ErrorHandler;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.CompositeFilter;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.lookup.StrSubstitutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reading a configuration never throws, neither into a start nor into a log call. What
 * can't be read is unknown.
 */
@Timeout(120)
class UnreadableConfigurationTests {

	@ParameterizedTest
	@MethodSource
	void anAppenderThatThrowsWhenItIsReadGetsEvents(OddAppender appender) {
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(),
				(configuration) -> configuration.getRootLogger().addAppender(appender, null, null))) {
			appender.start();
			ring.context.updateLoggers();
			ring.logger.info("one {}", "parameter");
			ring.logger.info("another");
			ring.awaitEmpty();
			assertThat(appender.count).isEqualTo(2);
			assertThat(ring.appender.texts()).containsExactly("one parameter", "another");
		}
	}

	static Stream<OddAppender> anAppenderThatThrowsWhenItIsReadGetsEvents() {
		return Stream.of(new OddAppender("layout", null) {
			@Override
			public Layout<?> getLayout() {
				throw new IllegalStateException("test");
			}
		}, new OddAppender("filter", null) {
			@Override
			public Filter getFilter() {
				throw new LinkageError("test");
			}
		}, new OddAppender("handler", null) {
			@Override
			public ErrorHandler getHandler() {
				throw new StackOverflowError();
			}
		}, new OddAppender("description of a layout",
				BDDMockito.given(Mockito.mock(PatternLayout.class).toString())
					.willThrow(new IllegalStateException("test"))
					.getMock()),
				new OddAppender("pattern",
						BDDMockito.given(Mockito.mock(PatternLayout.class).getConversionPattern())
							.willThrow(new AssertionError("test"))
							.getMock()));
	}

	@Test
	void aFilterThatThrowsWhenItIsReadFilters() {
		CompositeFilter odd = Mockito.mock(CompositeFilter.class);
		BDDMockito.given(odd.getFiltersArray()).willThrow(new IllegalStateException("test"));
		BDDMockito.given(odd.filter(Mockito.any(LogEvent.class))).willReturn(Filter.Result.NEUTRAL);
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(),
				(configuration) -> configuration.getRootLogger().addFilter(odd))) {
			ring.logger.info("text");
			ring.awaitEmpty();
			assertThat(ring.appender.texts()).containsExactly("text");
		}
	}

	@ParameterizedTest
	@MethodSource
	void aConfigurationThatThrowsWhenItIsReadIsUsed(TestConfiguration configuration) {
		try (TestRing ring = new TestRing(TestRing.SETTINGS, new RecordingAppender(), configuration)) {
			ring.logger.info("text");
			ring.assertConserved(1);
			ring.awaitEmpty();
			assertThat(ring.statistics.writerErrors()).isZero();
			assertThat(configuration.appender().texts()).containsExactly("text");
		}
	}

	static Stream<TestConfiguration> aConfigurationThatThrowsWhenItIsReadIsUsed() {
		return Stream.of(new TestConfiguration(new RecordingAppender()) {
			@Override
			public <T> T getComponent(String name) {
				T component = super.getComponent(name);
				return name.startsWith("io.github.ringlog.") ? failForReaders(component) : component;
			}
		}, new TestConfiguration(new RecordingAppender()) {
			@Override
			public StrSubstitutor getConfigurationStrSubstitutor() {
				return failForReaders(super.getConfigurationStrSubstitutor());
			}
		}, new TestConfiguration(new RecordingAppender()) {
			@Override
			public ConfigurationSource getConfigurationSource() {
				return failForReaders(super.getConfigurationSource());
			}
		});
	}

	private static <T> T failForReaders(T value) {
		// While a configuration is built, a report of it is open: Log4j reads then, too.
		if (StackWalker.getInstance()
			.walk((frames) -> frames.map(StackWalker.StackFrame::getClassName)
				.anyMatch((name) -> name.startsWith("io.github.ringlog.location.")
						&& !name.startsWith(BuildReport.class.getName())))) {
			throw new IllegalStateException("test");
		}
		return value;
	}

	/**
	 * Has something that throws.
	 */
	private static class OddAppender extends AbstractAppender {

		private int count;

		OddAppender(String name, Layout<?> layout) {
			super(name, null, layout, true, Property.EMPTY_ARRAY);
		}

		@Override
		public void append(LogEvent event) {
			this.count++;
		}

		@Override
		public String toString() {
			return getName();
		}

	}

}
