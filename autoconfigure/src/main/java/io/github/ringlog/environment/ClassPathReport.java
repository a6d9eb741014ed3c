package io.github.ringlog.environment;

import io.github.ringlog.bootstrap.LoggingClassPath;

/**
 * Reports a problem of the class path, with the snippet that corrects it.
 */
final class ClassPathReport {

	private ClassPathReport() {
	}

	static LoggingStartException of(LoggingClassPath.Problem problem) {
		return new LoggingStartException(describe(problem), advise(problem));
	}

	private static String describe(LoggingClassPath.Problem problem) {
		String location = problem.location();
		return switch (problem) {
			case LOGBACK ->
				"Logback is on the class path, at %s. The application would log to Logback, and Ringlog would get no events."
					.formatted(location);
			case LOG4J_TO_SLF4J ->
				"log4j-to-slf4j is on the class path, at %s, together with log4j-slf4j2-impl. The first sends Log4j's events to SLF4J, the second sends SLF4J's events to Log4j."
					.formatted(location);
			case DISRUPTOR_MISSING -> "The LMAX Disruptor is not on the class path. Ringlog's ring needs it.";
			case DISRUPTOR_OLD ->
				"The LMAX Disruptor on the class path, at %s, is older than version 4.".formatted(location);
			case PLUGINS_LOST ->
				"Log4j2Plugins.dat, at %s, does not list the plugins of Log4j, Spring Boot and Ringlog. Each jar has a file of that name, and where jars were merged into one, the last has replaced the others."
					.formatted(location);
		};
	}

	private static String advise(LoggingClassPath.Problem problem) {
		return switch (problem) {
			case LOGBACK -> exclude("org.springframework.boot", "spring-boot-starter-logging", "Logback",
					":spring-boot-starter,:spring-boot-starter-logging,ch.qos.logback", "logback-classic")
					+ """


							If a library for tests brings it, as Gatling does, exclude ch.qos.logback:logback-classic from that \
							library, or declare ringlog-spring-boot-starter before it: SLF4J takes what comes first.""";
			case LOG4J_TO_SLF4J -> exclude("org.apache.logging.log4j", "log4j-to-slf4j", "log4j-to-slf4j",
					":log4j-to-slf4j", "log4j-to-slf4j");
			case DISRUPTOR_MISSING, DISRUPTOR_OLD -> """
					Add version 4 of the Disruptor.

					Maven:

					    <dependency>
					        <groupId>com.lmax</groupId>
					        <artifactId>disruptor</artifactId>
					        <version>4.0.0</version>
					    </dependency>

					Gradle:

					    implementation 'com.lmax:disruptor:4.0.0'

					`mvn dependency:tree -Dincludes=com.lmax` or `gradle dependencyInsight --dependency disruptor` \
					shows which dependency brings another version.""";
			case PLUGINS_LOST ->
				"""
						Merge the files, META-INF/org/apache/logging/log4j/core/config/plugins/Log4j2Plugins.dat, \
						or build an executable jar with Spring Boot's plugin, which leaves each jar as it is.

						Maven, in the configuration of maven-shade-plugin:

						    <transformer implementation="org.apache.logging.log4j.maven.plugins.shade.transformer.Log4j2PluginCacheFileTransformer"/>

						and as a dependency of that plugin:

						    <dependency>
						        <groupId>org.apache.logging.log4j</groupId>
						        <artifactId>log4j-transform-maven-shade-plugin-extensions</artifactId>
						        <version>0.2.0</version>
						    </dependency>

						Gradle, with the Shadow plugin:

						    shadowJar {
						        mergeServiceFiles()
						        transform(com.github.jengelman.gradle.plugins.shadow.transformers.Log4j2PluginsCacheFileTransformer)
						    }""";
		};
	}

	private static String exclude(String group, String artifact, String library, String includes, String insight) {
		return """
				Exclude %3$s.

				Maven, once for all starters of Spring Boot:

				    <dependency>
				        <groupId>org.springframework.boot</groupId>
				        <artifactId>spring-boot-starter</artifactId>
				        <exclusions>
				            <exclusion>
				                <groupId>%1$s</groupId>
				                <artifactId>%2$s</artifactId>
				            </exclusion>
				        </exclusions>
				    </dependency>

				Gradle:

				    configurations.all {
				        exclude group: '%1$s', module: '%2$s'
				    }

				If %3$s is still there, `mvn dependency:tree -Dverbose -Dincludes=%4$s` or \
				`gradle dependencyInsight --dependency %5$s` shows each path by which it comes.

				To keep %3$s, remove ringlog-spring-boot-starter, which brings Log4j.""".formatted(group, artifact,
				library, includes, insight);
	}

}
