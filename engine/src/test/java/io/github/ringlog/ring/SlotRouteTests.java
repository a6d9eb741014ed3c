package io.github.ringlog.ring;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An event keeps its route, though somebody lets go of those that were replaced.
 */
class SlotRouteTests {

	private final Slot.Columns columns = new Slot.Columns(1, true);

	private final Slot slot = new Slot(this.columns, 0, new byte[Slot.CELL_SIZE], 0);

	private boolean replaced;

	private final EventRoute route = () -> this.replaced;

	@Test
	void oneThatWasReplacedBeforeItsEventCame() {
		this.replaced = true;
		this.slot.setRoute(this.route);
		// As by one who saw the slot free, and then what its new caller has put there.
		this.columns.letGo(0, () -> true);
		assertThat(this.slot.route()).isSameAs(this.route);
		this.slot.clear();
		assertThat(this.slot.route()).isNull();
	}

	@Test
	void oneThatIsReplacedWhileItsEventWaits() {
		this.slot.setRoute(this.route);
		this.replaced = true;
		this.columns.letGo(0, () -> false);
		assertThat(this.slot.route()).isSameAs(this.route);
		this.slot.clear();
		assertThat(this.slot.route()).isNull();
	}

	@Test
	void aFreeSlotLetsGoOfOneThatWasReplaced() {
		this.slot.setRoute(this.route);
		this.slot.clear();
		this.replaced = true;
		this.columns.letGo(0, () -> true);
		assertThat(this.slot.route()).isNull();
	}

}
