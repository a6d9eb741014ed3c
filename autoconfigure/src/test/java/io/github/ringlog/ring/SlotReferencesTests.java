package io.github.ringlog.ring;

import java.util.Map;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.StringMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The references of slots, kept beside them.
 */
@Tag("internals")
class SlotReferencesTests {

	private static final SimpleMessage MESSAGE = new SimpleMessage("text");

	private final SlotReferences references = new SlotReferences(2, SlotReferences.NO_CELLS);

	private final RingEvent slot = new RingEvent(this.references, 1);

	private final EventTarget target = new EventTarget() {

		@Override
		public String getName() {
			return "target";
		}

		@Override
		public boolean write(MutableLogEvent event, ConfigurationHold hold) {
			return true;
		}

	};

	@Test
	void aSlotMayKeepItsOwner() {
		accept(true);
		assertThat(this.slot.target()).isSameAs(this.target);
		this.slot.clear();
		assertThat(this.slot.target()).isNull();
		assertThat(this.references.targets).containsExactly(null, this.target);
	}

	@Test
	void aSlotLetsAnOwnerGoThatMayStop() {
		accept(false);
		assertThat(this.slot.target()).isSameAs(this.target);
		this.slot.clear();
		assertThat(this.references.targets).containsExactly(null, null);
	}

	@Test
	void theNameIsThatOfTheOwnerUnlessItWasSet() {
		assertThat(this.slot.getLoggerName()).isNull();
		accept(true);
		assertThat(this.slot.getLoggerName()).isEqualTo(this.target.getName());
		this.slot.setLoggerName("com.example.Shop");
		assertThat(this.slot.getLoggerName()).isEqualTo("com.example.Shop");
		assertThat(this.slot.toImmutable().getLoggerName()).isEqualTo("com.example.Shop");
		this.slot.setLoggerName(null);
		assertThat(this.slot.getLoggerName()).isEqualTo(this.target.getName());
	}

	@Test
	@SuppressWarnings("deprecation") // Part of an event still.
	void aSlotHasItsContextDataInEveryForm() {
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("traceId", "463ac35c9f6413ad");
		accept(true);
		this.slot.setLevel(Level.INFO);
		this.slot.setContextData(data);
		assertThat(this.references.contextData[1]).isSameAs(data);
		assertThat(this.slot.getContextData()).isSameAs(data);
		assertThat(this.slot.getContextMap()).isEqualTo(Map.of("traceId", "463ac35c9f6413ad"));
		assertThat(this.slot.toImmutable().getContextData().toMap()).containsEntry("traceId", "463ac35c9f6413ad");
		assertThat(this.references.contextData[0]).isNull();
	}

	@Test
	void aCopyThatFailsHalfwayHasNotTheNameOfTheEventBefore() {
		EventCopy copy = new EventCopy();
		copy.from(event("first"), this.target, true);
		copy.fill(this.slot);
		this.slot.clear();
		copy.from(failing("second"), this.target, true);
		assertThatIllegalStateException().isThrownBy(() -> copy.fill(this.slot));
		this.slot.repair(this.target);
		assertThat(this.slot.getLoggerName()).isEqualTo("second");
	}

	@Test
	void aMapThatChangesIsCopied() {
		MutableLogEvent event = new MutableLogEvent();
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("user", "alice");
		event.setContextData(data);
		event.setLevel(Level.INFO);
		EventCopy copy = new EventCopy();
		copy.from(event, this.target, true);
		copy.fill(this.slot);
		data.clear();
		assertThat(this.slot.getContextData().<String>getValue("user")).isEqualTo("alice");
	}

	@Test
	void anAppenderMayTakeTheParametersAndLeaveAShorterArray() {
		RingEvent event = new RingEvent();
		for (int i = 0; i < 2; i++) {
			event.takeText("1 2 3");
			event.takeParameters("{} {} {}", new Object[] { 1, 2, 3 }, 3);
			assertThat(event.swapParameters(new Object[0])).startsWith(1, 2, 3);
			event.clear();
		}
	}

	private void accept(boolean targetStays) {
		this.slot.accept(this.target, targetStays, 0);
		this.slot.replaceMessage(MESSAGE);
	}

	private static MutableLogEvent event(String logger) {
		MutableLogEvent event = new MutableLogEvent();
		fill(event, logger);
		return event;
	}

	private static MutableLogEvent failing(String logger) {
		MutableLogEvent event = new MutableLogEvent() {

			@Override
			public ThreadContext.ContextStack getContextStack() {
				throw new IllegalStateException("test");
			}

		};
		fill(event, logger);
		return event;
	}

	private static void fill(MutableLogEvent event, String logger) {
		event.setLoggerName(logger);
		event.setLevel(Level.INFO);
		event.setMessage(MESSAGE);
	}

}
