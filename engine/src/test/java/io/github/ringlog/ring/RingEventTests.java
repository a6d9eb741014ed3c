package io.github.ringlog.ring;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.ContextDataFactory;
import org.apache.logging.log4j.core.impl.MutableLogEvent;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.ReusableMessageFactory;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.BiConsumer;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.apache.logging.log4j.util.StringMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * Events as drafts and as slots.
 */
@Tag("internals")
class RingEventTests {

	private static final EventTarget TARGET = new Target("target");

	private final Slot.Columns columns = new Slot.Columns(2, true);

	private final RingEvent slot = new Slot(this.columns, 1);

	@Test
	void aSlotMayKeepItsTarget() {
		this.slot.copyFrom(draft("text"), TARGET);
		assertThat(this.slot.target()).isSameAs(TARGET);
		this.slot.clear();
		assertThat(this.slot.target()).isNull();
		assertThat(this.columns.targets).containsExactly(null, TARGET);
	}

	@Test
	void aSlotLetsATargetGoThatMayStop() {
		Slot.Columns isolated = new Slot.Columns(1, false);
		RingEvent event = new Slot(isolated, 0);
		event.copyFrom(draft("text"), TARGET);
		event.clear();
		assertThat(isolated.targets).containsOnlyNulls();
	}

	@Test
	void theNameIsThatOfTheTargetUnlessItWasSet() {
		assertThat(this.slot.getLoggerName()).isNull();
		this.slot.copyFrom(draft("text"), TARGET);
		assertThat(this.slot.getLoggerName()).isEqualTo("target");
		this.slot.setLoggerName("com.example.Shop");
		assertThat(this.slot.getLoggerName()).isEqualTo("com.example.Shop");
		assertThat(this.slot.toImmutable().getLoggerName()).isEqualTo("com.example.Shop");
		this.slot.setLoggerName(null);
		assertThat(this.slot.getLoggerName()).isEqualTo("target");
	}

	@Test
	void aCopyForAnotherTargetHasTheNameOfTheLogger() {
		this.slot.copyFrom(draft("text"), TARGET);
		RingEvent copy = new Slot(this.columns, 0);
		copy.copyFrom(this.slot, new Target("appender"));
		assertThat(copy.getLoggerName()).isEqualTo("target");
		copy.clear();
		copy.copyFrom(draft("text"), TARGET);
		assertThat(copy.getLoggerName()).isEqualTo("target");
	}

	@Test
	@SuppressWarnings("deprecation") // Part of an event still.
	void aSlotHasItsContextDataInEveryForm() {
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("traceId", "463ac35c9f6413ad");
		this.slot.copyFrom(draft("text"), TARGET);
		this.slot.setContextData(data);
		assertThat(this.columns.contextData[1]).isSameAs(data);
		assertThat(this.slot.getContextData()).isSameAs(data);
		assertThat(this.slot.getContextMap()).isEqualTo(Map.of("traceId", "463ac35c9f6413ad"));
		assertThat(this.slot.toImmutable().getContextData().toMap()).containsEntry("traceId", "463ac35c9f6413ad");
	}

	@Test
	void aDraftHandsItsContextDataOverAndASlotKeepsIt() {
		RingEvent draft = draft("text");
		draft.getContextData().putValue("traceId", "463ac35c9f6413ad");
		StringMap data = draft.getContextData();
		StringMap spare = this.slot.getContextData();
		this.slot.copyFrom(draft, TARGET);
		assertThat(this.slot.getContextData()).isSameAs(data);
		assertThat(draft.getContextData()).isSameAs(spare);
		RingEvent copy = new Slot(this.columns, 0);
		copy.copyFrom(this.slot, TARGET);
		assertThat(copy.getContextData()).isNotSameAs(data);
		assertThat(copy.getContextData().toMap()).isEqualTo(Map.of("traceId", "463ac35c9f6413ad"));
		assertThat(this.slot.getContextData()).isSameAs(data);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, Slot.Columns.CELL_SIZE, Slot.Columns.CELL_SIZE + 1, 512, 5000 })
	void aTextIsCopied(int length) {
		byte[] bytes = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
		RingEvent draft = draft("");
		draft.takeBytes(bytes, 0, length, true);
		for (int i = 0; i < 2; i++) {
			this.slot.copyFrom(draft, TARGET);
			assertThat(this.slot.getMessage().getFormattedMessage()).isEqualTo("x".repeat(length));
			this.slot.clear();
			assertThat(this.slot.getMessage().getFormattedMessage()).isNullOrEmpty();
		}
	}

	@Test
	void anEventOfAnotherKindBecomesADraft() {
		MutableLogEvent event = new MutableLogEvent();
		event.setLoggerName("com.example.Shop");
		event.setLevel(Level.WARN);
		event.setMessage(new SimpleMessage("sold"));
		event.setThreadName("caller");
		RingEvent draft = new RingEvent();
		draft.draft(event);
		this.slot.copyFrom(draft, TARGET);
		assertThat(this.slot.getLoggerName()).isEqualTo("com.example.Shop");
		assertThat(this.slot.getLevel()).isEqualTo(Level.WARN);
		assertThat(this.slot.levelIndex()).isEqualTo(LevelIndex.of(Level.WARN));
		assertThat(this.slot.getMessage().getFormattedMessage()).isEqualTo("sold");
		assertThat(this.slot.getThreadName()).isEqualTo("caller");
	}

	@Test
	void aDraftCopiesAMapThatChanges() {
		MutableLogEvent event = new MutableLogEvent();
		StringMap data = ContextDataFactory.createContextData();
		data.putValue("user", "alice");
		event.setContextData(data);
		event.setLevel(Level.INFO);
		RingEvent draft = new RingEvent();
		draft.draft(event);
		data.clear();
		assertThat(draft.getContextData().<String>getValue("user")).isEqualTo("alice");
	}

	@Test
	void anAppenderMayTakeTheParametersAndLeaveAShorterArray() {
		RingEvent event = new RingEvent();
		for (int i = 0; i < 2; i++) {
			ReusableMessage message = (ReusableMessage) ReusableMessageFactory.INSTANCE.newMessage("{} {} {}", 1, 2, 3);
			event.takeText("1 2 3");
			event.takeParameters(message, "{} {} {}");
			assertThat(event.swapParameters(new Object[0])).startsWith(1, 2, 3);
			event.clear();
			// It is that of the thread.
			ReusableMessageFactory.release(message);
		}
	}

	@Test
	void aRepairThatFailsCanBeDoneAgain() {
		Slot orphan = new Slot(this.columns, 0);
		orphan.orphaned = 7;
		orphan.orphanedLevel = null;
		assertThatNullPointerException().isThrownBy(() -> orphan.repair(TARGET));
		assertThat(orphan.orphaned).isEqualTo(7);
		orphan.orphanedLevel = Level.WARN;
		orphan.repair(TARGET);
		assertThat(orphan.orphaned).isNotEqualTo(7);
		assertThat(orphan.getLevel()).isEqualTo(Level.WARN);
	}

	private static RingEvent draft(String text) {
		RingEvent draft = new RingEvent();
		draft.begin(TARGET, Level.INFO);
		draft.takeText(text);
		return draft;
	}

	@Test
	void contextDataThatTwoThreadsReadIsSortedBefore() {
		AtomicInteger read = new AtomicInteger();
		StringMap data = new SortedArrayStringMap() {

			private static final long serialVersionUID = 1L;

			@Override
			public <V> void forEach(BiConsumer<String, ? super V> action) {
				read.incrementAndGet();
				super.forEach(action);
			}

		};
		data.putValue("key", "value");
		data.freeze();
		RingEvent draft = draft("text");
		draft.setContextData(data);
		this.slot.copyFrom(draft, TARGET);
		assertThat(read).hasValue(0);
		RingEvent copy = new RingEvent();
		copy.copyFrom(this.slot, new Target("appender"));
		assertThat(copy.getContextData()).isSameAs(data);
		assertThat(read).hasValue(1);
	}

	private record Target(String name) implements EventTarget {

		@Override
		public String getName() {
			return this.name;
		}

		@Override
		public boolean write(MutableLogEvent event, ConfigurationHold hold) {
			return true;
		}

	}

}
