package io.github.ringlog.location;

import java.nio.charset.StandardCharsets;

import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.LocationAware;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.core.layout.JsonLayout;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LayoutReaderTests {

	private final Configuration configuration = new DefaultConfiguration();

	private final LayoutReader reader = new LayoutReader(this.configuration);

	private LayoutReader.Answer read(Layout<?> layout) {
		return this.reader.printsLocation(part(layout));
	}

	private static AppenderPart part(Layout<?> layout) {
		return AppenderPart.of(ConsoleAppender.newBuilder().setName("main").setLayout(layout).build(), null);
	}

	@Test
	void readsAPattern() {
		assertThat(read(PatternLayout.newBuilder().withPattern("%m %clr{%L}").build()))
			.isEqualTo(LayoutReader.Answer.YES);
		assertThat(read(PatternLayout.newBuilder().withPattern("%m %%L").build())).isEqualTo(LayoutReader.Answer.NO);
	}

	@Test
	void doesNotKnowASelectorOfSomebodyElse() {
		PatternLayout layout = PatternLayout.newBuilder()
			.withPatternSelector((event) -> PatternFormatter.EMPTY_ARRAY)
			.build();
		assertThat(read(layout)).isEqualTo(LayoutReader.Answer.UNKNOWN);
		assertThat(this.reader.patterns(part(layout))).isEmpty();
	}

	@Test
	void doesNotKnowALayoutOfLog4jWhoseElementIsNotKnown() {
		assertThat(read(jsonLayout(true))).isEqualTo(LayoutReader.Answer.UNKNOWN);
	}

	private Layout<?> jsonLayout(boolean located) {
		return JsonLayout.newBuilder().setLocationInfo(located).setConfiguration(this.configuration).build();
	}

	@Test
	void believesALayoutOfSomebodyElseThatSaysItNeedsLocations() {
		assertThat(read(new OwnLayout(true))).isEqualTo(LayoutReader.Answer.YES);
		assertThat(read(new OwnLayout(false))).isEqualTo(LayoutReader.Answer.UNKNOWN);
	}

	private static final class OwnLayout extends AbstractStringLayout implements LocationAware {

		private final boolean needsLocation;

		private OwnLayout(boolean needsLocation) {
			super(StandardCharsets.UTF_8);
			this.needsLocation = needsLocation;
		}

		@Override
		public boolean requiresLocation() {
			return this.needsLocation;
		}

		@Override
		public String toSerializable(LogEvent event) {
			throw new AssertionError("A layout of somebody else must not be tried");
		}

	}

}
