package io.github.ringlog.otlp;

import io.github.ringlog.logger.RingLoggerContext;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import org.apache.logging.log4j.LogManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for who gets the records of the loggers of this JVM.
 */
@Timeout(120)
class OtlpLogAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(OtlpLogAutoConfiguration.class))
		.withBean(LogRecordExporter.class, () -> LogRecordExporter.composite());

	private final ApplicationContextRunner exporting = this.runner.withBean("openTelemetry", OpenTelemetry.class,
			OpenTelemetry::noop);

	private OtlpPipelines pipelines;

	@BeforeEach
	void prepare() {
		OtlpPipelines.prepare(loggers());
		this.pipelines = OtlpPipelines.of(loggers());
	}

	@AfterEach
	void end() {
		OtlpPipelines.endUnused(loggers());
		assertThat(this.pipelines.current()).isNull();
	}

	private static RingLoggerContext loggers() {
		return (RingLoggerContext) LogManager.getContext(OtlpLogAutoConfigurationTests.class.getClassLoader(), false);
	}

	private void assertExports(boolean exports) {
		// As the listener does at the end of the start.
		OtlpPipelines.endUnused(loggers());
		assertThat(this.pipelines.current() != null).isEqualTo(exports);
	}

	@Test
	void exportsAsLongAsTheApplicationRuns() {
		this.exporting.run((context) -> assertExports(true));
		assertThat(this.pipelines.current()).isNull();
	}

	@Test
	void exportsWithLazyInitializationToo() {
		this.exporting
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertExports(true));
	}

	@Test
	void twoBeansDoNotBreakTheStart() {
		this.runner.withBean("one", OpenTelemetry.class, OpenTelemetry::noop)
			.withBean("other", OpenTelemetry.class, OpenTelemetry::noop)
			.withBean("loggers", SdkLoggerProvider.class, () -> SdkLoggerProvider.builder().build())
			.withBean("otherLoggers", SdkLoggerProvider.class, () -> SdkLoggerProvider.builder().build())
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertExports(false);
			});
	}

	@Test
	void ofTwoBeansThePrimaryOneGetsTheRecords() {
		this.exporting
			.withBean("other", OpenTelemetry.class, OpenTelemetry::noop, (definition) -> definition.setPrimary(true))
			.run((context) -> assertExports(true));
	}

	@Test
	void theEndOfAChildContextEndsNothing() {
		this.exporting.run((parent) -> {
			this.exporting.withParent(parent).run((child) -> assertThat(child).hasNotFailed());
			assertExports(true);
		});
	}

	@Test
	void theApplicationThatIsLeftGetsTheRecords() {
		AnnotationConfigApplicationContext first = application();
		AnnotationConfigApplicationContext second = application();
		assertThat(this.pipelines.current()).isSameAs(first.getBean(OtlpExport.class));
		first.close();
		assertThat(this.pipelines.current()).isSameAs(second.getBean(OtlpExport.class));
		second.close();
		assertThat(this.pipelines.current()).isNull();
	}

	private static AnnotationConfigApplicationContext application() {
		AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
		application.register(OtlpLogAutoConfiguration.class);
		application.registerBean(OpenTelemetry.class, OpenTelemetry::noop);
		application.registerBean(LogRecordExporter.class, () -> LogRecordExporter.composite());
		application.refresh();
		return application;
	}

}
