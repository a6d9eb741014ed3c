package io.github.ringlog.lint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import org.springframework.core.env.StandardEnvironment;

/**
 * Checks a configuration with the profiles that the build has made active, or else
 * without any and with each that the application knows. A profile is known if the
 * settings have a file for it, or if anything asks whether it is active.
 */
final class ProfileTrials {

	private final Function<Trial, List<Finding>> check;

	// What was found with which profiles.
	private final Map<Set<String>, Set<Finding>> found = new LinkedHashMap<>();

	private final Queue<Set<String>> waiting = new ArrayDeque<>();

	private final Set<String> known = new TreeSet<>();

	private ProfileTrials(Function<Trial, List<Finding>> check) {
		this.check = check;
	}

	/**
	 * Check a configuration.
	 * @param profiles the profiles that are known from the start
	 * @param check finds what is wrong with certain profiles
	 * @return the findings, those that are there without a profile first
	 */
	static List<Finding> check(Collection<String> profiles, Function<Trial, List<Finding>> check) {
		List<String> active = ApplicationSettings.names(new StandardEnvironment(), "spring.profiles.active");
		if (!active.isEmpty()) {
			return check.apply(new Trial(new LinkedHashSet<>(active)));
		}
		ProfileTrials trials = new ProfileTrials(check);
		trials.add(Set.of(), profiles);
		return trials.run();
	}

	private List<Finding> run() {
		List<Finding> all = new ArrayList<>(check(Set.of()));
		while (!this.waiting.isEmpty()) {
			Set<String> profiles = this.waiting.remove();
			for (Finding finding : check(profiles)) {
				if (!isFoundWithFewer(finding, profiles)) {
					all.add(finding.withMessage("With the profile%s %s: %s".formatted((profiles.size() > 1) ? "s" : "",
							String.join(", ", profiles), finding.message())));
				}
			}
		}
		return all;
	}

	private Set<Finding> check(Set<String> profiles) {
		Trial trial = new Trial(profiles);
		Set<Finding> findings = new LinkedHashSet<>(this.check.apply(trial));
		this.found.put(profiles, findings);
		add(profiles, trial.asked);
		return findings;
	}

	/**
	 * Try the profiles that are new, together with those that are active where they are
	 * asked for.
	 */
	private void add(Set<String> active, Collection<String> asked) {
		for (String profile : asked) {
			if (this.known.add(profile)) {
				Set<String> profiles = new TreeSet<>(active);
				profiles.add(profile);
				this.waiting.add(profiles);
			}
		}
	}

	private boolean isFoundWithFewer(Finding finding, Set<String> profiles) {
		return this.found.entrySet()
			.stream()
			.anyMatch((trial) -> trial.getKey().size() < profiles.size() && profiles.containsAll(trial.getKey())
					&& trial.getValue().contains(finding));
	}

	/**
	 * An environment in which certain profiles are active, which knows what it was asked
	 * for.
	 */
	static final class Trial extends StandardEnvironment {

		private final Set<String> profiles;

		private final Set<String> asked = new TreeSet<>();

		private Trial(Set<String> profiles) {
			this.profiles = profiles;
			setActiveProfiles(profiles.toArray(String[]::new));
		}

		Set<String> profiles() {
			return this.profiles;
		}

		@Override
		protected boolean isProfileActive(String profile) {
			this.asked.add(profile);
			return super.isProfileActive(profile);
		}

	}

}
