package io.github.ringlog.logger;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.github.ringlog.settings.RingSettings;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import org.apache.logging.log4j.Level;

/**
 * Random commands to a ring with callers and an appender, beside a {@link RingModel} of
 * the law: after each, the counts are what the model says. What fails is shrunk to the
 * fewest commands that do.
 * <p>
 * It uses the ring as a logger does, and knows nothing of how it is built.
 */
class RingModelTests {

	@Property(tries = 40)
	void keepsTheLaw(@ForAll("commands") List<Command> commands) {
		run(commands);
	}

	@Property(tries = 2000)
	@Tag("full")
	void keepsTheLawForLong(@ForAll("commands") List<Command> commands) {
		run(commands);
	}

	private static void run(List<Command> commands) {
		try (RingModel model = new RingModel()) {
			for (Command command : commands) {
				command.run(model);
				model.check(command);
			}
			model.end();
		}
	}

	@Provide
	Arbitrary<List<Command>> commands() {
		Arbitrary<Command> log = Arbitraries
			.frequencyOf(Tuple.of(4, Arbitraries.integers().between(1, 20)),
					Tuple.of(3, Arbitraries.integers().between(100, 200)))
			.flatMap((count) -> Arbitraries.of(Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR)
				.flatMap((level) -> Arbitraries.integers()
					.between(0, RingModel.CALLERS - 1)
					.map((caller) -> new Command("%d logs %d at %s".formatted(caller, count, level),
							(model) -> model.log(caller, level, count)))));
		Arbitrary<Command> policy = Arbitraries
			.of(RingSettings.Overflow.block(null), RingSettings.Overflow.block(Duration.ofMillis(1)),
					RingSettings.Overflow.drop(Level.INFO), RingSettings.Overflow.drop(Level.INFO),
					RingSettings.Overflow.synchronous())
			.map((overflow) -> new Command("policy " + overflow, (model) -> model.apply(overflow)));
		Arbitrary<Command> interrupt = Arbitraries.integers()
			.between(0, RingModel.CALLERS - 1)
			.map((caller) -> new Command("interrupt " + caller, (model) -> model.interrupt(caller)));
		return Arbitraries
			.frequencyOf(Tuple.of(12, log), Tuple.of(5, command("block", RingModel::block)),
					Tuple.of(3, command("release", RingModel::release)),
					Tuple.of(2, command("fail", (model) -> model.fail(true))),
					Tuple.of(1, command("recover", (model) -> model.fail(false))), Tuple.of(4, policy),
					Tuple.of(2, interrupt), Tuple.of(2, command("reconfigure", RingModel::reconfigure)),
					Tuple.of(2, command("close", RingModel::closeRing)), Tuple.of(3, command("open", RingModel::open)))
			.list()
			.ofMinSize(1)
			.ofMaxSize(40);
	}

	private static Arbitrary<Command> command(String name, Consumer<RingModel> action) {
		return Arbitraries.just(new Command(name, action));
	}

	/**
	 * Something to do.
	 *
	 * @param name what a failure says
	 * @param action what is done
	 */
	record Command(String name, Consumer<RingModel> action) {

		void run(RingModel model) {
			this.action.accept(model);
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
