package io.github.ringlog.sample.observability;

import io.github.ringlog.kit.NeedsProgram;
import org.junit.jupiter.api.Test;

/**
 * The configuration of Prometheus, the alert rules and the recording rules, as
 * Prometheus's own tool sees them.
 */
@NeedsProgram({ "prometheus", "promtool" })
class AlertRulesTests {

	private final Tool promtool = new Tool("promtool");

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

	@Test
	void ofAFleetAreValid() throws Exception {
		this.promtool.assertSucceeds("check", "rules", "ringlog-fleet.yml");
	}

	@Test
	void ofAFleetRecordWhoDropsLagsAndIsSilent() throws Exception {
		this.promtool.assertSucceeds("test", "rules", "ringlog-fleet.test.yml");
	}

}
