package io.github.ringlog.bootstrap;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Finds agents of this JVM that may hook Log4j. An agent in the JVM's arguments counts as
 * hooking unless it is known to leave Log4j alone.
 */
public final class JavaAgents {

	private static final String JAVA_AGENT = "-javaagent:";

	// The native spelling of -javaagent.
	private static final String INSTRUMENT = "-agentlib:instrument=";

	private static final List<String> NATIVE = List.of("-agentlib:", "-agentpath:");

	// Prefixes of the class names of agents that leave Log4j alone: coverage, metrics,
	// mocks, weavers, debuggers and profilers.
	private static final List<String> HARMLESS = List.of("org.jacoco.agent.", "io.prometheus.jmx.", "org.jolokia.",
			"net.bytebuddy.agent.", "org.mockito.", "org.aspectj.weaver.", "org.springframework.instrument.",
			"com.intellij.rt.", "reactor.tools.agent.", "reactor.blockhound.", "kotlinx.coroutines.debug.",
			"io.pyroscope.");

	// Names of the libraries of native agents that leave Log4j alone.
	private static final List<String> HARMLESS_NATIVE = List.of("jdwp", "hprof", "asyncProfiler", "yjpagent",
			"jprofilerti", "native-image-agent");

	// Classes of hooking agents that may be attached to a running JVM or loaded by a
	// native agent, with the agents' names.
	private static final Map<String, String> HOOKING = Map.of("io.opentelemetry.javaagent.OpenTelemetryAgent",
			"OpenTelemetry", "co.elastic.apm.agent.premain.AgentMain", "Elastic APM",
			"com.newrelic.bootstrap.BootstrapAgent", "New Relic", "datadog.trace.bootstrap.AgentBootstrap", "Datadog",
			"org.apache.skywalking.apm.agent.SkyWalkingAgent", "SkyWalking",
			"com.navercorp.pinpoint.bootstrap.PinpointBootStrap", "Pinpoint",
			"com.microsoft.applicationinsights.agent.Agent", "Application Insights",
			"com.singularity.ee.agent.appagent.AgentEntryPoint", "AppDynamics", "org.glowroot.agent.AgentPremain",
			"Glowroot");

	private JavaAgents() {
	}

	/**
	 * Return an agent that may hook Log4j.
	 * @return its name, or {@code null} if there is none
	 */
	public static @Nullable String findHooking() {
		String agent = findHooking(arguments());
		return (agent != null) ? agent : findLoaded(ClassLoader.getSystemClassLoader());
	}

	/**
	 * Return an agent in the arguments of the JVM that may hook Log4j.
	 * @param arguments the arguments of the JVM
	 */
	static @Nullable String findHooking(List<String> arguments) {
		for (String argument : arguments) {
			String agent = hooking(argument);
			if (agent != null) {
				return agent;
			}
		}
		return null;
	}

	/**
	 * Return a hooking agent whose class a loader finds.
	 * @param loader the class loader to which the JVM adds agents
	 */
	static @Nullable String findLoaded(ClassLoader loader) {
		for (Map.Entry<String, String> agent : HOOKING.entrySet()) {
			if (loader.getResource(agent.getKey().replace('.', '/') + ".class") != null) {
				return agent.getValue();
			}
		}
		return null;
	}

	/**
	 * Return the arguments of the JVM, with those of {@code JAVA_TOOL_OPTIONS}.
	 */
	private static List<String> arguments() {
		try {
			return ManagementFactory.getRuntimeMXBean().getInputArguments();
		}
		catch (RuntimeException | LinkageError ex) {
			// The module java.management is missing.
			String options = System.getenv("JAVA_TOOL_OPTIONS");
			return (options != null) ? List.of(options.trim().split("\\s+")) : List.of();
		}
	}

	private static @Nullable String hooking(String argument) {
		for (String prefix : List.of(JAVA_AGENT, INSTRUMENT)) {
			if (argument.startsWith(prefix)) {
				File jar = new File(before('=', argument.substring(prefix.length())));
				return leavesAlone(jar) ? null : jar.getName();
			}
		}
		for (String prefix : NATIVE) {
			if (argument.startsWith(prefix)) {
				String library = new File(before('=', argument.substring(prefix.length()))).getName();
				return HARMLESS_NATIVE.stream().noneMatch(library::contains) ? library : null;
			}
		}
		return null;
	}

	private static boolean leavesAlone(File jar) {
		try (JarFile file = new JarFile(jar)) {
			Manifest manifest = file.getManifest();
			Attributes attributes = (manifest != null) ? manifest.getMainAttributes() : new Attributes();
			return Stream.of("Premain-Class", "Agent-Class")
				.map(attributes::getValue)
				.filter(Objects::nonNull)
				.anyMatch((type) -> HARMLESS.stream().anyMatch(type::startsWith));
		}
		catch (IOException | RuntimeException ex) {
			return false;
		}
	}

	private static String before(char end, String text) {
		int index = text.indexOf(end);
		return (index >= 0) ? text.substring(0, index) : text;
	}

}
