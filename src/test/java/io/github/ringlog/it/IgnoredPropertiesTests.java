package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.LatePropertiesApplication;
import io.github.ringlog.it.app.RefreshApplication;
import io.github.ringlog.it.app.SmallApplication;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A property that nobody reads does not stop the application: a warning names it and
 * where it was set.
 */
class IgnoredPropertiesTests {

	@TempDir
	private Path directory;

	@Test
	void warnsOfEachUnknownNameWhereverItIsSet() {
		RunningJvm application = run(ChildJvm.of(this.directory, SmallApplication.class)
			.systemProperty("ringlog.queue.kafka.policy", "drop")
			.argument("--ringlog.overflow.policies=drop")
			.environment("RINGLOG_PORT", "tcp://10.0.0.1:80"));
		assertThat(application.output())
			.containsPattern("WARN.*ringlog.queue.kafka.policy has no effect.*\"systemProperties\"")
			.containsPattern(
					"WARN.*ringlog.overflow.policies has no effect.*\"commandLineArgs\". Did you mean ringlog.overflow.policy\\?")
			.doesNotContain("ringlog.port");
	}

	@Test
	void warnsOfValuesThatComeTooLateAndIgnoresThem() {
		RunningJvm application = run(ChildJvm.of(this.directory, LatePropertiesApplication.class)
			.applicationYml("ringlog.buffer.size: 256")
			.file("late.properties", """
					ringlog.buffer.size=1024
					ringlog.trace.mdc-key=late
					ringlog.health.stall-timeout=never
					"""));
		assertThat(application.output()).contains("bound=256 traceId PT10S", "ring=256", "The application runs")
			.containsPattern("WARN.*ringlog.trace.mdc-key was set too late, after logging had started, by "
					+ "\"ringlog.trace.mdc-key\" from property source \"URL \\[file:late.properties\\]\"")
			.containsPattern("WARN.*ringlog.health.stall-timeout was set too late")
			.containsPattern("WARN.*ringlog.buffer.size was set too late.* property source \"initializer\"")
			.doesNotContainPattern("(?s)ringlog.buffer.size was set too late.*ringlog.buffer.size was set too late");
	}

	@Test
	void warnsOfAConfigurationOfLogbackOnTheClassPath() {
		RunningJvm application = run(ChildJvm.of(this.directory, SmallApplication.class)
			.file("classes/logback-spring.xml", "<configuration/>")
			.withLast(this.directory.resolve("classes")));
		assertThat(application.output()).containsOnlyOnce("WARN")
			.contains("/classes/logback-spring.xml has no effect: it is a configuration of Logback");
	}

	@Test
	void warnsOfNothingOtherwise() {
		RunningJvm application = run(ChildJvm.of(this.directory, SmallApplication.class).applicationYml("""
				ringlog:
				  buffer.size: 256
				  trace:
				    request-headers: [X-One, X-Two]
				    mdc-headers: {X-Tenant-Id: tenant}
				"""));
		assertThat(application.output()).doesNotContain("WARN", "has no effect");
	}

	@Test
	void aRefreshOfSpringCloudLeavesEverythingAsItIsAndSaysSo() {
		RunningJvm application = run(ChildJvm.servlet(this.directory, RefreshApplication.class)
			.with("spring-cloud-(starter|context|commons)", "spring-security-crypto")
			.argument("--server.port=0", "--server.address=127.0.0.1")
			.applicationYml("""
					ringlog:
					  buffer.size: 256
					  trace.mdc-key: first
					"""));
		String settings = "256 first 256 URL [file:application.yml] - 2:16";
		assertThat(application.output()).contains("before=" + settings, "after=" + settings, "environment=second")
			.containsPattern("refreshed=.*ringlog.trace.mdc-key")
			.containsOnlyOnce("ringlog.trace.mdc-key was set too late")
			.containsPattern(
					"WARN.*ringlog.buffer.size was set too late, after logging had started, by .*application.yml")
			.contains("rebound=false", "The application runs");
	}

	private static RunningJvm run(ChildJvm child) {
		RunningJvm application = child.run();
		assertThat(application.exitCode()).as(application.describe()).isZero();
		return application;
	}

}
