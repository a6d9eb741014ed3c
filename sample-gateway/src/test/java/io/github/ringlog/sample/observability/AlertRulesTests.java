package io.github.ringlog.sample.observability;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The configuration of Prometheus and the alert rules, as Prometheus's own tool sees
 * them.
 */
class AlertRulesTests {

	private Tool promtool;

	@BeforeEach
	void findPromtool() {
		this.promtool = Tool.assumeInstalled("promtool");
	}

	@Test
	void areValid() throws Exception {
		this.promtool.assertSucceeds("check", "rules", "ringlog-alerts.yml");
	}

	@Test
	void areReadByAValidConfiguration() throws Exception {
		this.promtool.assertSucceeds("check", "config", "prometheus.yml");
	}

	@Test
	void fireWhenTheyShouldAndOnlyThen() throws Exception {
		this.promtool.assertSucceeds("test", "rules", "ringlog-alerts.test.yml");
	}

}
