package io.github.ringlog.it;

import java.nio.file.Path;

import io.github.ringlog.it.app.war.LastingLogManager;
import io.github.ringlog.it.app.war.TomcatServer;
import io.github.ringlog.kit.ChildJvm;
import io.github.ringlog.kit.RunningJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A WAR in Tomcat: deployed, deployed again, with a setting that stops its start, without
 * it, and stopped with Tomcat.
 */
class TomcatWarTests {

	private static RunningJvm tomcat;

	@BeforeAll
	static void run(@TempDir Path directory) {
		tomcat = ChildJvm.war(directory, TomcatServer.class)
			.systemProperty("java.util.logging.manager", LastingLogManager.class.getName())
			.run();
		assertThat(tomcat.exitCode()).as(tomcat.describe()).isZero();
		assertThat(tomcat.printedText("stopped")).isEqualTo("true");
	}

	@Test
	void hasOneWriterWhenItIsDeployed() {
		assertThat(tomcat.printedText("deployed")).as(tomcat.describe()).isEqualTo("true");
		assertThat(tomcat.printed("deployed.writers")).isOne();
	}

	@Test
	void hasAWriterOfNormalPriorityWhenTomcatDeploysItAgain() {
		assertThat(tomcat.printedText("redeployed")).as(tomcat.describe()).isEqualTo("true");
		assertThat(tomcat.printed("redeployed.writers")).isOne();
		assertThat(tomcat.printed("redeployed.priority")).isEqualTo(Thread.NORM_PRIORITY);
	}

	@Test
	void leavesNoWriterBehindWhenItsStartFails() {
		assertThat(tomcat.printedText("failed")).as(tomcat.describe()).isEqualTo("false");
		assertThat(tomcat.printed("failed.writers")).isZero();
	}

	@Test
	void hasOneWriterOnceItsStartSucceeds() {
		assertThat(tomcat.printedText("mended")).as(tomcat.describe()).isEqualTo("true");
		assertThat(tomcat.printed("mended.writers")).isOne();
	}

	@Test
	void leavesNoThreadThatTomcatWarnsOf() {
		assertThat(tomcat.errors()).doesNotContain("thread named [ringlog");
	}

}
