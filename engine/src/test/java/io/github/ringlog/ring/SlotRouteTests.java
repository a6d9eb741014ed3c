package io.github.ringlog.ring;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slot has the route of its event, and of no other.
 */
class SlotRouteTests {

	private final EventRoute route = new EventRoute() {
	};

	private final Slot slot = new Slot(new Slot.Columns(1, true), 0, new byte[Slot.CELL_SIZE], 0);

	@Test
	void isLetGoWithItsEvent() {
		this.slot.setRoute(this.route);
		assertThat(this.slot.route()).isSameAs(this.route);
		this.slot.clear();
		assertThat(this.slot.route()).isNull();
	}

}
