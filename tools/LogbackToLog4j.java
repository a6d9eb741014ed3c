import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Converts a Logback configuration for Spring Boot into one for Log4j:
 * {@code java LogbackToLog4j.java logback-spring.xml > log4j2-spring.xml}. Standard error
 * has the name that the output must have, and what it can't convert, which is a comment
 * in the output, too. Then the exit status is 3.
 */
class LogbackToLog4j {

	private static final Map<String, String> WORDS = words();

	private static final Set<String> COLORS = Set.of("black", "red", "green", "yellow", "blue", "magenta", "cyan",
			"white");

	private static final Pattern EXCEPTION_WORD = Pattern
		.compile("%[-.\\d]*(ex|exception|throwable|xEx|xException|xThrowable"
				+ "|rEx|rootException|nopex|nopexception|wEx|wex)(?![A-Za-z0-9])");

	/**
	 * What Spring Boot sets as a system property from {@code logging.*}, and no one in
	 * the environment.
	 */
	private static final Pattern BOOTS_SETTINGS = Pattern
		.compile("(CONSOLE|FILE)_LOG_(PATTERN|CHARSET|THRESHOLD|STRUCTURED_FORMAT)"
				+ "|LOG_(EXCEPTION_CONVERSION_WORD|LEVEL_PATTERN|DATEFORMAT_PATTERN|CORRELATION_PATTERN)|APPLICATION_(NAME|GROUP)");

	private static final Pattern CONDITION = Pattern
		.compile("(!?)\\s*(?:(isDefined|isNull)\\s*\\(\\s*\"([^\"]+)\"\\s*\\)"
				+ "|(?:property|p)\\s*\\(\\s*\"([^\"]+)\"\\s*\\)\\.equals(?:IgnoreCase)?\\s*\\(\\s*\"([^\"]*)\"\\s*\\)"
				+ "|\"([^\"]*)\"\\.equals(?:IgnoreCase)?\\s*\\(\\s*(?:property|p)\\s*\\(\\s*\"([^\"]+)\"\\s*\\)\\s*\\))");

	private static final Pattern BOOTS_FILES = Pattern
		.compile("org/springframework/boot/logging/logback/([a-z-]+)\\.xml");

	private static final String BOOTS_APPENDERS = """
			<included>
			  <appender name="CONSOLE" class="ConsoleAppender">
			    <filter class="ThresholdFilter"><level>${CONSOLE_LOG_THRESHOLD:-TRACE}</level></filter>
			    <encoder><pattern>${CONSOLE_LOG_PATTERN}</pattern><charset>${CONSOLE_LOG_CHARSET:-UTF-8}</charset></encoder>
			  </appender>
			  <appender name="FILE" class="RollingFileAppender">
			    <filter class="ThresholdFilter"><level>${FILE_LOG_THRESHOLD:-TRACE}</level></filter>
			    <encoder><pattern>${FILE_LOG_PATTERN}</pattern><charset>${FILE_LOG_CHARSET:-UTF-8}</charset></encoder>
			    <file>${LOG_FILE}</file>
			    <rollingPolicy class="SizeAndTimeBasedRollingPolicy">
			      <fileNamePattern>${LOG_FILE}.%d{yyyy-MM-dd}.%i.gz</fileNamePattern>
			      <maxFileSize>${LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE:-10MB}</maxFileSize>
			      <totalSizeCap>${LOGBACK_ROLLINGPOLICY_TOTAL_SIZE_CAP:-0}</totalSizeCap>
			      <maxHistory>${LOGBACK_ROLLINGPOLICY_MAX_HISTORY:-7}</maxHistory>
			    </rollingPolicy>
			  </appender>
			</included>
			""";

	private static final String BOOTS_DEFAULTS = """
			<included>
			  <property name="CONSOLE_LOG_PATTERN" value="${CONSOLE_LOG_PATTERN:-%clr(\
			%d{${LOG_DATEFORMAT_PATTERN:-yyyy-MM-dd'T'HH:mm:ss.SSSXXX}}){faint} %clr(${LOG_LEVEL_PATTERN:-%5p})\
			 %clr(${PID}){magenta} %clr(--- %esb(){APPLICATION_NAME}%esb{APPLICATION_GROUP}[%15.15t]\
			 ${LOG_CORRELATION_PATTERN:-}){faint}%clr(%-40.40logger{39}){cyan} %clr(:){faint}\
			 %m%n${LOG_EXCEPTION_CONVERSION_WORD:-%wEx}}"/>
			  <property name="FILE_LOG_PATTERN" value="${FILE_LOG_PATTERN:-\
			%d{${LOG_DATEFORMAT_PATTERN:-yyyy-MM-dd'T'HH:mm:ss.SSSXXX}} ${LOG_LEVEL_PATTERN:-%5p} ${PID} ---\
			 %esb(){APPLICATION_NAME}%esb{APPLICATION_GROUP}[%t] ${LOG_CORRELATION_PATTERN:-}%-40.40logger{39} :\
			 %m%n${LOG_EXCEPTION_CONVERSION_WORD:-%wEx}}"/>
			  <logger name="org.apache.catalina.startup.DigesterFactory" level="ERROR"/>
			  <logger name="org.apache.catalina.util.LifecycleBase" level="ERROR"/>
			  <logger name="org.apache.coyote.http11.Http11NioProtocol" level="WARN"/>
			  <logger name="org.apache.sshd.common.util.SecurityUtils" level="WARN"/>
			  <logger name="org.apache.tomcat.util.net.NioSelectorPool" level="WARN"/>
			  <logger name="org.eclipse.jetty.util.component.AbstractLifeCycle" level="ERROR"/>
			  <logger name="org.hibernate.validator.internal.util.Version" level="WARN"/>
			  <logger name="org.springframework.boot.actuate.endpoint.jmx" level="WARN"/>
			</included>
			""";

	private static final String BOOTS_BASE = """
			<included>
			  <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
			  <property name="LOG_FILE" value="${LOG_FILE:-${LOG_PATH:-${LOG_TEMP:-${java.io.tmpdir:-/tmp}}}/spring.log}"/>
			  <include resource="org/springframework/boot/logging/logback/console-appender.xml"/>
			  <include resource="org/springframework/boot/logging/logback/file-appender.xml"/>
			  <root level="INFO"><appender-ref ref="CONSOLE"/><appender-ref ref="FILE"/></root>
			</included>
			""";

	private static final String UNDEFINED = "_IS_UNDEFINED";

	private static final String MANUAL = "https://logging.apache.org/log4j/2.x/manual/";

	// A key of application.yml or application.properties whose value is a pattern.
	private static final Pattern PATTERN_PROPERTY = Pattern
		.compile("\\s*(?:(?:logging\\.)?pattern\\.)?(console|file|level|correlation)\\s*[:=]\\s*"
				+ "([\"']?)(.*%.*)\\2\\s*");

	private final Path directory;

	private final Map<Effect, Set<String>> notes = new EnumMap<>(Effect.class);

	// Whether what is converted is the value of a property, in which Spring resolves ${…}.
	private final boolean isProperty;

	private final List<Definition> definitions = new ArrayList<>();

	// By name; true if the value is part of a pattern for lines.
	private final Map<String, Boolean> used = new LinkedHashMap<>();

	private final Map<String, String> helpers = new LinkedHashMap<>();

	private final List<Placed> appenders = new ArrayList<>();

	private final Map<String, List<String>> behindAsync = new HashMap<>();

	private final Set<String> unconverted = new LinkedHashSet<>();

	// By the name of an appender. Logback opens none that no logger refers to.
	private final Map<String, Set<Scope>> referenced = new HashMap<>();

	// By name, which is empty for the root.
	private final Map<String, List<Logger>> loggers = new LinkedHashMap<>();

	private final Map<String, String> customWords = new HashMap<>();

	private String contextName = "default";

	// The property whose value is being converted: its name means a variable from
	// outside.
	private String defining = "";

	private boolean applicationProperties;

	private String monitorInterval = "";

	LogbackToLog4j(Path directory, boolean isProperty) {
		this.directory = directory;
		this.isProperty = isProperty;
	}

	public static void main(String[] arguments) throws Exception {
		int status = run(arguments, new PrintStream(System.out, true, StandardCharsets.UTF_8), System.err);
		if (status != 0) {
			System.exit(status);
		}
	}

	static int run(String[] arguments, PrintStream out, PrintStream err) throws Exception {
		boolean isPattern = arguments.length == 2 && arguments[0].equals("--pattern");
		if (arguments.length != 1 && !isPattern) {
			err.println("usage: java LogbackToLog4j.java logback-spring.xml > log4j2-spring.xml\n"
					+ "   or: java LogbackToLog4j.java application.yml (or .properties): prints its logging.pattern.*\n"
					+ "   or: java LogbackToLog4j.java --pattern 'value of logging.pattern.…'");
			return 2;
		}
		Path file = Path.of(isPattern ? "" : arguments[0]).toAbsolutePath();
		LogbackToLog4j converter = new LogbackToLog4j(file.getParent(), !file.toString().endsWith(".xml"));
		if (isPattern) {
			out.println(converter.springs(arguments[1]));
		}
		else if (converter.isProperty) {
			converter.properties(Files.readAllLines(file), file.toString().endsWith(".properties"), out);
		}
		else {
			String text = converter.convert(file);
			out.print(text);
			err.println("Save it as " + outputFile(file, text));
		}
		converter.report().forEach(err::println);
		return converter.notes.keySet().stream().anyMatch((effect) -> effect != Effect.NOTE) ? 3 : 0;
	}

	private static String outputFile(Path file, String text) {
		String name = file.getFileName().toString().replace("logback", "log4j2");
		return name.contains("-spring") || !text.matches("(?s).*(\\$\\{spring:|<SpringProfile).*") ? name
				: "log4j2-spring.xml: what it takes from Spring is not there yet when Log4j reads " + name;
	}

	private List<String> report() {
		List<String> report = new ArrayList<>();
		this.notes.forEach((effect, texts) -> texts.forEach((text) -> report.add(effect.words + ": " + text)));
		return report;
	}

	/**
	 * Print the lines of a file that are patterns of Logback's.
	 */
	private void properties(List<String> lines, boolean isProperties, PrintStream out) {
		if (lines.stream().noneMatch(PATTERN_PROPERTY.asMatchPredicate())) {
			note(Effect.NOTE, "the file has no logging.pattern.* on a line");
		}
		for (String line : lines) {
			Matcher matcher = PATTERN_PROPERTY.matcher(line);
			if (matcher.matches()) {
				String value = springs(matcher.group(3));
				out.println("logging.pattern." + matcher.group(1)
						+ (isProperties ? "=" + value.replace("\\", "\\\\") : ": '" + value.replace("'", "''") + "'"));
			}
		}
	}

	/**
	 * Convert the value of a property. A lookup of Log4j's is escaped for Spring.
	 */
	private String springs(String pattern) {
		return new PatternText(pattern).convert().replace("${", "\\${").replace("\u0000", "$");
	}

	private static Element parse(InputStream input) throws Exception {
		DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
		factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
		factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
		return factory.newDocumentBuilder().parse(input).getDocumentElement();
	}

	private static Map<String, String> words() {
		Map<String, String> words = new TreeMap<>();
		String[][] same = { { "d", "d date" }, { "t", "t thread" }, { "p", "p le level" }, { "c", "c lo logger" },
				{ "C", "C class" }, { "m", "m msg message" }, { "n", "n" }, { "F", "F file" }, { "L", "L line" },
				{ "M", "M method" }, { "r", "r relative" }, { "marker", "marker" }, { "X", "X mdc" },
				{ "ex", "ex exception throwable" }, { "xEx", "xEx xException xThrowable" },
				{ "rEx", "rEx rootException" }, { "ex{none}", "nopex nopexception" }, { "wEx", "wEx wex" },
				{ "l", "caller" }, { "sn", "lsn sn sequenceNumber" }, { "correlationId", "correlationId" } };
		for (String[] pair : same) {
			for (String word : pair[1].split(" ")) {
				words.put(word, pair[0]);
			}
		}
		return words;
	}

	String convert(Path file) throws Exception {
		Element root;
		try (InputStream input = Files.newInputStream(file)) {
			root = parse(input);
		}
		if ("true".equals(root.getAttribute("scan"))) {
			this.monitorInterval = " monitorInterval=\"" + seconds(root.getAttribute("scanPeriod")) + "\"";
		}
		read(root, Scope.ALWAYS);
		String loggers = loggers();
		StringBuilder body = new StringBuilder("  <Appenders>\n");
		for (Placed appender : this.appenders) {
			Set<Scope> scopes = this.referenced.get(appender.name());
			if (scopes != null) {
				Scope scope = appender.scope().equals(Scope.ALWAYS) ? Scope.any(scopes) : appender.scope();
				body.append(scope.around(new Appender(appender.element(), appender.name()).convert(), "    "));
			}
		}
		body.append("  </Appenders>\n  <Loggers>\n").append(loggers).append("  </Loggers>\n</Configuration>\n");
		String properties = properties();
		StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
		report().forEach((note) -> text.append("<!-- ").append(note.replace("--", "- -")).append(" -->\n"));
		text.append("<Configuration").append(this.monitorInterval).append(">\n").append(properties);
		return text.append(body).toString();
	}

	private static long seconds(String period) {
		Matcher matcher = Pattern.compile("(\\d+)[.\\d]*\\s*(\\w*)").matcher(period.strip());
		if (!matcher.matches()) {
			return 60;
		}
		long number = Long.parseLong(matcher.group(1));
		String unit = matcher.group(2).toLowerCase(Locale.ROOT);
		return unit.startsWith("second") ? number : unit.startsWith("minute") ? number * 60 : unit.startsWith("hour")
				? number * 3600 : unit.startsWith("day") ? number * 86400 : Math.max(1, number / 1000);
	}

	private void note(Effect effect, String text) {
		this.notes.computeIfAbsent(effect, (key) -> new LinkedHashSet<>()).add(text.strip());
	}

	// What is where

	private void read(Element parent, Scope scope) throws Exception {
		for (Element element : children(parent)) {
			String name = element.getAttribute("name");
			switch (element.getTagName().toLowerCase(Locale.ROOT)) {
				case "property", "variable" -> property(element, scope);
				case "springproperty" -> this.definitions.add(new Definition(name, scope,
						element.hasAttribute("defaultValue") ? element.getAttribute("defaultValue") : name + UNDEFINED,
						element.getAttribute("source")));
				case "timestamp" -> this.definitions.add(new Definition(element.getAttribute("key"), scope,
						"${date:" + element.getAttribute("datePattern") + "}", null));
				case "appender" -> appender(element, name, scope);
				case "logger" -> logger(element, name.equalsIgnoreCase("root") ? "" : name, scope);
				case "root" -> logger(element, "", scope);
				case "springprofile" -> read(element, within(scope, Scope.profile(name)));
				case "include" -> include(element, scope);
				case "if" -> {
					for (Map.Entry<Element, Scope> branch : branches(element).entrySet()) {
						read(branch.getKey(), within(scope, branch.getValue()));
					}
				}
				case "contextname" -> this.contextName = element.getTextContent().strip();
				case "conversionrule" -> {
					String type = element.getAttribute("converterClass") + element.getAttribute("class");
					if (!type.startsWith("org.springframework.boot.")) {
						this.customWords.put(element.getAttribute("conversionWord"), type);
					}
				}
				case "import", "shutdownhook" -> {
					// Spring Boot and Log4j do without.
				}
				case "contextlistener", "jmxconfigurator", "statuslistener" -> note(Effect.NOTE,
						"<" + element.getTagName() + "> is left out: Log4j does without");
				case "turbofilter" -> note(Effect.MORE, "turbo filter " + element.getAttribute("class")
						+ " is left out: write a filter of Log4j's in <Configuration>, " + MANUAL + "filters.html");
				default -> note(Effect.OTHERWISE, "<" + element.getTagName() + " "
						+ or(name, element.getAttribute("class")) + ">: not converted");
			}
		}
	}

	private Scope within(Scope outer, Scope inner) {
		if (outer.equals(Scope.ALWAYS) || outer.equals(inner)) {
			return inner;
		}
		if (inner.equals(Scope.ALWAYS)) {
			return outer;
		}
		if (outer.profile() != null && inner.profile() != null) {
			return Scope.profile("(" + outer.profile() + ") & (" + inner.profile() + ")");
		}
		note(Effect.OTHERWISE, "<if> in <springProfile>, or the other way round: only the outer condition is converted");
		return outer;
	}

	private void include(Element element, Scope scope) throws Exception {
		String resource = element.getAttribute("resource");
		Matcher boots = BOOTS_FILES.matcher(resource);
		if (boots.matches()) {
			String file = boots.group(1);
			switch (file) {
				case "base" -> {
					note(Effect.NOTE, "base.xml is Spring Boot's own configuration: if your file adds levels only, "
							+ "you need no file, but logging.level.* and logging.file.name");
					read(parse(BOOTS_BASE), scope);
				}
				case "defaults" -> read(parse(BOOTS_DEFAULTS), scope);
				case "console-appender", "file-appender", "structured-console-appender", "structured-file-appender" -> {
					Element appender = children(
							parse(file.startsWith("structured") ? structured(BOOTS_APPENDERS) : BOOTS_APPENDERS))
						.get(file.contains("console") ? 0 : 1);
					appender(appender, appender.getAttribute("name"), scope);
				}
				default -> note(Effect.OTHERWISE, "<include " + resource + ">: not converted");
			}
			return;
		}
		String file = or(resource, element.getAttribute("file"));
		Path included = file.matches("[\\w./-]+") ? this.directory.resolve(file) : null;
		if (included != null && Files.isRegularFile(included)) {
			try (InputStream input = Files.newInputStream(included)) {
				read(parse(input), scope);
			}
		}
		else if (!"true".equals(element.getAttribute("optional"))) {
			note(Effect.LESS, "<include " + file + element.getAttribute("url")
					+ ">: not found; convert that file, too, and copy what it has");
		}
	}

	private static Element parse(String text) throws Exception {
		return parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
	}

	private static String structured(String appenders) {
		return appenders.replace("<encoder><pattern>", "<encoder class=\"StructuredLogEncoder\"><format>")
			.replace("_PATTERN}</pattern>", "_STRUCTURED_FORMAT:-ecs}</format>");
	}

	/**
	 * Return what depends on a condition of Janino. Log4j can ask for a system property
	 * or a variable of the environment.
	 */
	private Map<Element, Scope> branches(Element element) {
		String condition = element.getAttribute("condition").strip();
		Element then = child(element, "then");
		Element otherwise = child(element, "else");
		Map<Element, Scope> branches = new LinkedHashMap<>();
		Matcher simple = CONDITION.matcher(condition);
		Matcher flag = Pattern.compile("\\$\\{([^}:]+):-false}").matcher(condition);
		if (flag.matches()) {
			branches.put(then, Scope.defined(flag.group(1), "true", true));
			branches.put(otherwise, Scope.defined(flag.group(1), "true", false));
		}
		else if (simple.matches()) {
			String name = or(simple.group(3), or(simple.group(4), simple.group(7)));
			String value = (simple.group(2) != null) ? null : or(simple.group(5), or(simple.group(6), ""));
			boolean isNegated = simple.group(1).equals("!") != "isNull".equals(simple.group(2));
			List<Definition> known = definitions(name);
			if (known.size() == 1 && known.get(0).isPlain()) {
				boolean holds = (value == null || value.equals(known.get(0).value())) != isNegated;
				branches.put(holds ? then : otherwise, Scope.ALWAYS);
			}
			else if (known.isEmpty() && !"".equals(value)) {
				branches.put(then, Scope.defined(name, value, !isNegated));
				branches.put(otherwise, Scope.defined(name, value, isNegated));
			}
		}
		if (branches.isEmpty()) {
			note(Effect.OTHERWISE, "<if condition='" + condition + "'>: Log4j can't evaluate it. <then> is converted"
					+ (otherwise != null ? ", <else> is left out" : "") + ": check which one you need");
			branches.put(then, Scope.ALWAYS);
		}
		branches.remove(null);
		return branches;
	}

	private void property(Element element, Scope scope) {
		String name = element.getAttribute("name");
		String resource = element.getAttribute("resource");
		if (!name.isEmpty()) {
			String value = element.hasAttribute("value") ? element.getAttribute("value") : element.getTextContent();
			this.definitions.add(new Definition(name, scope, value.strip(), null));
		}
		else if (resource.matches("/?(application|bootstrap)[\\w-]*\\.properties")) {
			this.applicationProperties = true;
		}
		else {
			note(Effect.OTHERWISE, "<property " + or(resource, element.getAttribute("file"))
					+ ">: copy its values as <Property name=\"...\">");
		}
	}

	private void appender(Element element, String name, Scope scope) {
		String type = simpleName(element);
		if (type.matches(".*Async\\w*Appender")) {
			async(element, name, type);
			Element nested = child(element, "appender");
			if (nested != null) {
				appender(nested, name, scope);
			}
			else {
				this.behindAsync.put(name, references(element));
			}
		}
		else if (type.matches("ConsoleAppender|(Rolling)?FileAppender")) {
			this.appenders.add(new Placed(name, scope, element));
		}
		else {
			this.unconverted.add(name);
			note(Effect.LESS, "appender " + name + " (" + element.getAttribute("class") + ") is left out: " + hint(type));
		}
	}

	private static String hint(String type) {
		return type.matches("Logstash\\w*Socket\\w*|Socket.*|SSLSocket.*")
				? "write Log4j's <Socket> with <StructuredLogLayout>, and isolate it"
				: type.equals("SiftingAppender") ? "write Log4j's <Routing>"
						: type.equals("SMTPAppender") ? "write Log4j's <SMTP>"
								: type.equals("SyslogAppender") ? "write Log4j's <Syslog>"
										: type.equals("DBAppender") ? "write Log4j's <JDBC>"
												: "see " + MANUAL + "appenders.html, or write a plugin, " + MANUAL
														+ "extending.html#Appenders";
	}

	private void async(Element element, String name, String type) {
		StringBuilder text = new StringBuilder(
				"asynchronous appender " + name + " is left out, because every logger is asynchronous");
		String never = text(element, "neverBlock");
		if ("true".equals(never) || (type.contains("Disruptor") && !"BLOCK".equals(text(element, "asyncMode")))) {
			text.append(
					"; it dropped events when it was full: for that set ringlog.overflow.policy: drop and drop-level: fatal");
		}
		else if (type.equals("AsyncAppender") && !"0".equals(text(element, "discardingThreshold"))) {
			text.append(
					"; it dropped TRACE, DEBUG and INFO when it was nearly full: for that set ringlog.shedding.info: 0.8");
		}
		note(Effect.NOTE, text.toString());
	}

	private static List<String> references(Element parent) {
		return children(parent).stream()
			.filter((element) -> element.getTagName().equals("appender-ref"))
			.map((element) -> element.getAttribute("ref"))
			.toList();
	}

	private void logger(Element element, String name, Scope scope) {
		String level = or(element.getAttribute("level"),
				(child(element, "level") != null) ? child(element, "level").getAttribute("value") : "");
		if (level.toUpperCase(Locale.ROOT).matches("INHERITED|NULL")) {
			level = "";
		}
		Logger logger = new Logger(scope, level, element.getAttribute("additivity"), new LinkedHashMap<>());
		references(element, logger.references(), Scope.ALWAYS);
		this.loggers.computeIfAbsent(name, (key) -> new ArrayList<>()).add(logger);
	}

	private void references(Element parent, Map<String, Scope> references, Scope scope) {
		for (Element element : children(parent)) {
			if (element.getTagName().equals("springProfile")) {
				references(element, references, within(scope, Scope.profile(element.getAttribute("name"))));
			}
			else if (element.getTagName().equals("if")) {
				branches(element)
					.forEach((branch, condition) -> references(branch, references, within(scope, condition)));
			}
			else if (element.getTagName().equals("appender-ref")) {
				references.put(element.getAttribute("ref"), scope);
			}
		}
	}

	// Loggers

	private String loggers() {
		StringBuilder text = new StringBuilder();
		if (!this.loggers.containsKey("")) {
			note(Effect.NOTE, "NO ROOT LOGGER: the file has none, so nothing is written but what other loggers name. "
					+ "Add <AppenderRef> to <Root>");
			this.loggers.put("", List.of(new Logger(Scope.ALWAYS, "DEBUG", "", Map.of())));
		}
		boolean rootWrites = false;
		for (Map.Entry<String, List<Logger>> entry : this.loggers.entrySet()) {
			String name = entry.getKey();
			List<Logger> all = entry.getValue();
			Map<Scope, List<Logger>> byScope = new LinkedHashMap<>();
			all.forEach((logger) -> byScope.computeIfAbsent(logger.scope(), (key) -> new ArrayList<>()).add(logger));
			boolean hasBase = byScope.getOrDefault(Scope.ALWAYS, List.of())
				.stream()
				.anyMatch((logger) -> !logger.level().isEmpty());
			if (name.isEmpty() || (byScope.size() > 1 && hasBase)) {
				text.append(logger(name, all, true));
			}
			else {
				byScope.forEach((scope, some) -> text.append(scope.around(logger(name, some, false), "    ")));
			}
			rootWrites |= name.isEmpty() && all.stream().anyMatch((logger) -> !logger.references().isEmpty());
		}
		if (!rootWrites) {
			note(Effect.NOTE, "THE ROOT LOGGER HAS NO APPENDER: nothing is written but what other loggers name");
		}
		return text.toString();
	}

	/**
	 * Write a logger. One that is there twice has the later level, and the appenders of
	 * both.
	 * @param scoped whether level and appenders depend on scopes
	 */
	private String logger(String name, List<Logger> all, boolean scoped) {
		String level = attribute(name, "level", name.isEmpty() ? "DEBUG" : "", all, Logger::level, scoped);
		String additivity = attribute(name, "additivity", scoped ? "true" : "", all, Logger::additivity, scoped);
		StringBuilder references = new StringBuilder();
		for (Logger logger : all) {
			logger.references().forEach((reference, scope) -> {
				for (String target : targets(reference)) {
					this.referenced.computeIfAbsent(target, (key) -> new LinkedHashSet<>())
						.add(within(logger.scope(), scope));
					String line = (scoped ? within(logger.scope(), scope) : scope)
						.around("<AppenderRef ref=\"" + escape(target) + "\"/>\n", "");
					if (!references.toString().contains("      " + line)) {
						references.append(line.indent(6));
					}
				}
			});
		}
		String kind = name.isEmpty() ? "Root" : "Logger";
		String start = "<" + kind + (name.isEmpty() ? "" : " name=\"" + escape(name) + "\"")
				+ (level.isEmpty() ? "" : " level=\"" + escape(level) + "\"")
				+ (additivity.isEmpty() || additivity.equals("true") ? "" : " additivity=\"" + additivity + "\"");
		String end = references.isEmpty() ? "/>\n" : ">\n" + references + "    </" + kind + ">\n";
		return "    " + start + end;
	}

	private String attribute(String logger, String attribute, String base, List<Logger> all,
			Function<Logger, String> getter, boolean scoped) {
		String value = base;
		Map<Scope, String> others = new LinkedHashMap<>();
		for (Logger one : all) {
			if (!getter.apply(one).isEmpty()) {
				if (scoped && !one.scope().equals(Scope.ALWAYS)) {
					others.put(one.scope(), getter.apply(one));
				}
				else {
					// The last one counts, as in Logback.
					value = getter.apply(one);
					others.clear();
				}
			}
		}
		others.values().removeIf(value::equalsIgnoreCase);
		if (others.isEmpty()) {
			return plain(value);
		}
		String name = attribute + "." + or(logger, "root");
		this.definitions.add(new Definition(name, Scope.ALWAYS, value, null));
		others.forEach((scope, other) -> this.definitions.add(new Definition(name, scope, other, null)));
		return plain("${" + name + "}");
	}

	private List<String> targets(String reference) {
		List<String> targets = new ArrayList<>();
		for (String target : this.behindAsync.getOrDefault(reference, List.of(reference))) {
			if (this.behindAsync.containsKey(target) && !target.equals(reference)) {
				targets.addAll(targets(target));
			}
			else if (this.appenders.stream().anyMatch((appender) -> appender.name().equals(target))) {
				targets.add(target);
			}
			else if (!this.unconverted.contains(target)) {
				note(Effect.NOTE, "appender " + target + " is referenced, and not defined in this file");
			}
		}
		return targets;
	}

	// Properties and variables

	private String properties() {
		Map<String, Boolean> before = null;
		StringBuilder text = new StringBuilder();
		while (!this.used.equals(before)) {
			before = new LinkedHashMap<>(this.used);
			text.setLength(0);
			for (String name : before.keySet()) {
				text.append(property(name));
			}
		}
		this.defining = "";
		this.helpers.forEach((name, value) -> text.append(property(name, value)));
		return text.isEmpty() ? "" : "  <Properties>\n" + text + "  </Properties>\n";
	}

	private String property(String name) {
		StringBuilder text = new StringBuilder();
		boolean isPattern = this.used.get(name);
		this.defining = name;
		Definition base = base(name);
		List<Definition> all = definitions(name);
		for (Definition definition : all) {
			// The last one counts, as in Logback.
			if (definition != base && (definition.scope().equals(Scope.ALWAYS)
					|| (base != null && !base.refersTo(name) && all.indexOf(definition) < all.indexOf(base)))) {
				continue;
			}
			String value;
			if (definition.source() != null) {
				value = lookup("spring:" + definition.source(), name, convert(definition.value(), isPattern));
			}
			else if (isBootsSetting(definition)) {
				value = convert(fallback(definition.value()), isPattern);
			}
			else {
				value = convert(definition.value(), isPattern);
			}
			text.append(definition.scope().around(property(outputName(name), value), "    "));
		}
		return text.toString();
	}

	private static String property(String name, String value) {
		return "    <Property name=\"" + escape(name) + "\">" + escape(value) + "</Property>\n";
	}

	private List<Definition> definitions(String name) {
		return this.definitions.stream().filter((definition) -> definition.name().equals(name)).toList();
	}

	/**
	 * Find the definition that holds in any profile: the last one. One that begins with
	 * its own name takes what was there before.
	 */
	private Definition base(String name) {
		Definition base = null;
		for (Definition definition : definitions(name)) {
			if (definition.scope().equals(Scope.ALWAYS) && (base == null || !definition.refersTo(name))) {
				base = definition;
			}
		}
		return base;
	}

	private boolean isBootsSetting(Definition definition) {
		return definition.source() == null && BOOTS_SETTINGS.matcher(definition.name()).matches()
				&& definition.value().startsWith("${" + definition.name() + ":-")
				&& closing(definition.value(), 1) == definition.value().length() - 1;
	}

	private static String fallback(String variable) {
		return variable.substring(variable.indexOf(":-") + 2, variable.length() - 1);
	}

	/**
	 * Return the name in the output. A property that refers to a system property of the
	 * same name has another: Log4j looks for its own if there is no system property.
	 */
	private String outputName(String name) {
		Definition base = base(name);
		boolean refersToItself = definitions(name).stream().anyMatch((definition) -> definition.refersTo(name));
		return refersToItself && (base == null || !isBootsSetting(base)) ? name + "_OR_DEFAULT" : name;
	}

	private String plain(String text) {
		return convert(text, false);
	}

	private String convert(String text, boolean isPattern) {
		return isPattern ? new PatternText(text).convert() : variables(text, (body, result) -> result);
	}

	private String variables(String text, BiFunction<String, String, String> then) {
		StringBuilder result = new StringBuilder();
		int at = 0;
		while (at < text.length()) {
			if (!text.startsWith("${", at)) {
				result.append(text.charAt(at++));
				continue;
			}
			int end = closing(text, at + 1);
			String body = text.substring(at + 2, end);
			result.append(then.apply(body, variable(body, false)));
			at = end + 1;
		}
		return result.toString();
	}

	/**
	 * Convert a variable. What is not defined in the file is a system property, which
	 * Spring Boot sets for many of its own, or a variable of the environment.
	 */
	private String variable(String body, boolean isPattern) {
		int colon = body.indexOf(":-");
		String name = (colon >= 0) ? body.substring(0, colon) : body;
		if (name.startsWith("date:")) {
			return "${" + name + "}";
		}
		boolean isDefined = !definitions(name).isEmpty();
		if (name.equals("PID") && !isDefined) {
			return isPattern ? "%pid" : "${sys:PID:-}";
		}
		if (this.isProperty) {
			return "\u0000{" + body + "}";
		}
		if (name.equals("HOSTNAME") && !isDefined) {
			return "${hostName}";
		}
		if (name.equals("CONTEXT_NAME") && !isDefined) {
			return this.contextName;
		}
		String fallback = convert((colon >= 0) ? body.substring(colon + 2) : name + UNDEFINED, isPattern);
		if (isDefined && !name.equals(this.defining)) {
			Definition only = (colon >= 0) ? base(name) : null;
			if (only != null && only.source() != null && only.value().equals(name + UNDEFINED)) {
				return lookup("spring:" + only.source(), name, fallback);
			}
			this.used.merge(name, isPattern, Boolean::logicalOr);
			Definition base = base(name);
			if (base != null) {
				return "${" + (isBootsSetting(base) ? "sys:" : "") + outputName(name) + "}";
			}
			return lookup(outputName(name), name, external(name, fallback));
		}
		return external(name, fallback);
	}

	private String external(String name, String fallback) {
		if (BOOTS_SETTINGS.matcher(name).matches()) {
			return lookup("sys:" + name, name, fallback);
		}
		if (name.startsWith("LOGBACK_ROLLINGPOLICY_")) {
			note(Effect.NOTE, "logging.logback.rollingpolicy.* is for Logback: write here what you have set there");
			return fallback;
		}
		String value = this.applicationProperties ? lookup("spring:" + name, name, fallback) : fallback;
		return lookup("sys:" + name, name, lookup("env:" + name, name, value));
	}

	/**
	 * Write a lookup with a default. Log4j ends a default at its first brace, so one with
	 * braces is a property of its own.
	 */
	private String lookup(String key, String name, String fallback) {
		String rest = fallback;
		for (String previous = null; !rest.equals(previous);) {
			previous = rest;
			rest = rest.replaceAll("\\$\\{[^{}]*}", "");
		}
		if (!rest.contains("{") && !rest.contains("}")) {
			return "${" + key + ":-" + fallback + "}";
		}
		String helper = name + "_DEFAULT";
		for (int i = 2; this.helpers.containsKey(helper) && !fallback.equals(this.helpers.get(helper)); i++) {
			helper = name + "_DEFAULT" + i;
		}
		this.helpers.put(helper, fallback);
		return "${" + key + ":-${" + helper + "}}";
	}

	/**
	 * Replace what the file itself defines.
	 * @param onlyPatterns only values that have a conversion word
	 */
	private String expand(String text, boolean onlyPatterns) {
		String result = text;
		for (int i = 0; i < 10; i++) {
			String before = result;
			StringBuilder expanded = new StringBuilder();
			int at = 0;
			while (at < before.length()) {
				int end = before.startsWith("${", at) ? closing(before, at + 1) : at;
				expanded.append((end > at) ? expandOne(before.substring(at, end + 1), onlyPatterns)
						: before.substring(at, at + 1));
				at = end + 1;
			}
			result = expanded.toString();
			if (result.equals(before)) {
				break;
			}
		}
		return result;
	}

	private String expandOne(String variable, boolean onlyPatterns) {
		String body = variable.substring(2, variable.length() - 1);
		int colon = body.indexOf(":-");
		String name = (colon >= 0) ? body.substring(0, colon) : body;
		List<Definition> all = definitions(name);
		String value = (all.size() == 1 && all.get(0).source() == null && !all.get(0).refersTo(name))
				? all.get(0).value() : null;
		if (all.isEmpty() && onlyPatterns && colon >= 0 && body.indexOf('%') > 0) {
			note(Effect.OTHERWISE, "${" + name + "} has no effect any more: its default stands in filePattern");
			value = body.substring(colon + 2);
		}
		return (value != null && (!onlyPatterns || value.contains("%"))) ? value : variable;
	}

	private boolean writesException(String pattern, Set<String> seen) {
		if (EXCEPTION_WORD.matcher(pattern).find() || pattern.contains("LOG_EXCEPTION_CONVERSION_WORD")
				|| this.customWords.entrySet()
					.stream()
					.anyMatch((word) -> word.getValue().contains("Throwable")
							&& pattern.matches("(?s).*%[-.\\d]*" + word.getKey() + "\\b.*"))) {
			return true;
		}
		return this.definitions.stream()
			.anyMatch((definition) -> pattern.contains("${" + definition.name())
					&& seen.add(definition.name() + definition.value()) && writesException(definition.value(), seen));
	}

	private static int closing(String text, int open) {
		int depth = 0;
		for (int i = open; i < text.length(); i++) {
			depth += (text.charAt(i) == '{') ? 1 : (text.charAt(i) == '}') ? -1 : 0;
			if (depth == 0) {
				return i;
			}
		}
		return text.length() - 1;
	}

	private static String simpleName(Element element) {
		return element.getAttribute("class").replaceFirst(".*[.$]", "");
	}

	private static String text(Element parent, String name) {
		Element found = (parent != null) ? child(parent, name) : null;
		StringBuilder text = new StringBuilder();
		for (Node node = (found != null) ? found.getFirstChild() : null; node != null; node = node.getNextSibling()) {
			text.append((node.getNodeType() == Node.TEXT_NODE || node.getNodeType() == Node.CDATA_SECTION_NODE)
					? node.getNodeValue() : "");
		}
		return text.toString().strip();
	}

	private static Element child(Element parent, String name) {
		return children(parent).stream()
			.filter((element) -> element.getTagName().equalsIgnoreCase(name))
			.findFirst()
			.orElse(null);
	}

	private static List<Element> children(Element parent) {
		List<Element> children = new ArrayList<>();
		for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
			if (node instanceof Element element) {
				children.add(element);
			}
		}
		return children;
	}

	private static String or(String text, String other) {
		return (text == null || text.isEmpty()) ? other : text;
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;")
			.replace("<", "&lt;")
			.replace(">", "&gt;")
			.replace("\"", "&quot;")
			.replace("\n", "&#10;");
	}

	/**
	 * What is written because a part could not be converted.
	 */
	private enum Effect {

		MORE("more is written"), LESS("less is written"), OTHERWISE("otherwise written"), NOTE("note");

		private final String words;

		Effect(String words) {
			this.words = words;
		}

	}

	/**
	 * Where an element counts: always, with a profile, or if something is defined. Text
	 * is put between {@code before} and {@code after}, twice if there is something
	 * between.
	 */
	private record Scope(String profile, String before, String between, String after) {

		static final Scope ALWAYS = new Scope(null, "", "", "");

		static Scope profile(String name) {
			// Commas may not stand in an expression with other operators.
			String expression = name.contains(",") && name.matches(".*[&|(].*")
					? "(" + name.replaceAll("\\s*,\\s*", ") | (") + ")" : name;
			return new Scope(name.contains(",") ? expression.replaceAll("\\s*,\\s*", " | ") : name,
					"<SpringProfile name=\"" + escape(expression.strip()) + "\">", "", "</SpringProfile>");
		}

		/**
		 * Return where any of some counts.
		 */
		static Scope any(Set<Scope> scopes) {
			if (scopes.size() == 1) {
				return scopes.iterator().next();
			}
			if (scopes.stream().anyMatch((scope) -> scope.profile() == null)) {
				return ALWAYS;
			}
			return profile(String.join(" | ", scopes.stream()
				.map((scope) -> scope.profile().matches("[\\w.-]+") ? scope.profile() : "(" + scope.profile() + ")")
				.toList()));
		}

		static Scope defined(String name, String value, boolean holds) {
			String attributes = " propertyName=\"" + escape(name) + "\""
					+ (value != null ? " propertyValue=\"" + escape(value) + "\"" : "");
			return holds ? new Scope(null, "<Select><SystemPropertyArbiter" + attributes + ">",
					"</SystemPropertyArbiter><EnvironmentArbiter" + attributes + ">", "</EnvironmentArbiter></Select>")
					: new Scope(null, "<Select><SystemPropertyArbiter" + attributes + "/><EnvironmentArbiter"
							+ attributes + "/><DefaultArbiter>", "", "</DefaultArbiter></Select>");
		}

		String around(String text, String indent) {
			if (equals(ALWAYS)) {
				return text;
			}
			boolean oneLine = text.indexOf('\n') == text.length() - 1 && indent.isEmpty();
			String content = oneLine ? text.strip() : "\n" + text.indent(2) + indent;
			return indent + this.before + content + (this.between.isEmpty() ? "" : this.between + content) + this.after
					+ "\n";
		}

	}

	/**
	 * A property as it was defined; with a source, it comes from Spring's environment and
	 * the value is its default.
	 */
	private record Definition(String name, Scope scope, String value, String source) {

		boolean refersTo(String other) {
			return this.value.contains("${" + other + "}") || this.value.contains("${" + other + ":-");
		}

		boolean isPlain() {
			return this.scope.equals(Scope.ALWAYS) && this.source == null && !this.value.contains("${");
		}

	}

	private record Placed(String name, Scope scope, Element element) {
	}

	private record Logger(Scope scope, String level, String additivity, Map<String, Scope> references) {
	}

	/**
	 * An appender for the console or a file.
	 */
	private final class Appender {

		private final Element element;

		private final String name;

		private final StringBuilder text = new StringBuilder();

		Appender(Element element, String name) {
			this.element = element;
			this.name = name;
		}

		String convert() {
			Element policy = child(this.element, "rollingPolicy");
			String type = simpleName(this.element);
			String kind = type.equals("ConsoleAppender") ? "Console"
					: (type.equals("RollingFileAppender") && policy != null) ? "RollingFile" : "File";
			String file = plain(text(this.element, "file"));
			if ("true".equals(text(this.element, "prudent"))) {
				note(Effect.OTHERWISE, this.name + ": Log4j has no prudent mode; only one process may write to the file");
				// Logback writes to the dated file itself.
				file = kind.equals("RollingFile") ? "" : file;
			}
			FilePattern files = new FilePattern(text(policy, "fileNamePattern"));
			this.text.append("    <" + kind + " name=\"" + escape(this.name) + "\"");
			if (kind.equals("Console")) {
				this.text.append("System.err".equals(text(this.element, "target")) ? " target=\"SYSTEM_ERR\"" : "")
					.append(" follow=\"true\"");
			}
			else {
				this.text.append("false".equals(text(this.element, "immediateFlush")) ? " immediateFlush=\"false\"" : "")
					.append(file.isEmpty() ? "" : " fileName=\"" + escape(file) + "\"");
			}
			if (kind.equals("RollingFile")) {
				this.text.append(" filePattern=\"" + escape(files.pattern) + "\"");
			}
			this.text.append("false".equals(text(this.element, "append")) ? " append=\"false\"" : "").append(">\n");
			filters();
			layout();
			if (kind.equals("RollingFile")) {
				rolling(policy, files, file);
			}
			return this.text.append("    </" + kind + ">\n").toString();
		}

		private void line(String line) {
			this.text.append("      ").append(line).append('\n');
		}

		private void filters() {
			List<String> filters = new ArrayList<>();
			for (Element filter : children(this.element)) {
				if (!filter.getTagName().equals("filter")) {
					continue;
				}
				String type = simpleName(filter);
				String level = escape(plain(text(filter, "level")));
				if (type.equals("ThresholdFilter")) {
					filters.add("<ThresholdFilter level=\"" + level + "\"/>");
				}
				else if (type.equals("LevelFilter")) {
					filters.add("<LevelMatchFilter level=\"" + level + "\" onMatch=\""
							+ or(text(filter, "onMatch"), "NEUTRAL") + "\" onMismatch=\""
							+ or(text(filter, "onMismatch"), "NEUTRAL") + "\"/>");
				}
				else {
					note(Effect.MORE, "filter " + filter.getAttribute("class") + " of " + this.name
							+ " is left out: see " + MANUAL + "filters.html");
				}
			}
			if (filters.size() > 1) {
				line("<Filters>" + String.join("", filters) + "</Filters>");
			}
			else {
				filters.forEach(this::line);
			}
		}

		private void layout() {
			Element encoder = (child(this.element, "encoder") != null) ? child(this.element, "encoder")
					: child(this.element, "layout");
			Element inner = (encoder != null && child(encoder, "layout") != null) ? child(encoder, "layout") : encoder;
			String type = (inner != null) ? simpleName(inner) : "";
			String charset = plain(text(encoder, "charset"));
			String charsetAttribute = charset.isEmpty() ? "" : " charset=\"" + escape(charset) + "\"";
			String pattern = text(inner, "pattern");
			if (type.equals("StructuredLogEncoder")) {
				line("<StructuredLogLayout format=\"" + escape(plain(text(inner, "format"))) + "\"" + charsetAttribute
						+ "/>");
			}
			else if (pattern.isEmpty() || type.matches(".*(Json|Logstash|Ecs|Gelf)\\w*")) {
				json(inner, type);
			}
			else {
				if (!type.isEmpty() && !type.matches("(PatternLayout|LayoutWrapping)(Encoder)?|PatternLayout")) {
					note(Effect.OTHERWISE, "layout " + inner.getAttribute("class") + " of " + this.name
							+ ": only its pattern is converted");
				}
				// Logback writes exceptions at the end if the pattern does not.
				String all = writesException(pattern, new LinkedHashSet<>()) ? pattern : pattern + "%ex";
				line("<PatternLayout pattern=\"" + escape(sanitized(new PatternText(all).convert())) + "\""
						+ charsetAttribute + "/>");
			}
		}

		/**
		 * Keep texts of an event from forging lines, which Ringlog warns of otherwise.
		 */
		private static String sanitized(String pattern) {
			String wrapped = "%sanitized{" + pattern + "}";
			return closing(wrapped, wrapped.indexOf('{')) == wrapped.length() - 1 && wrapped.endsWith("}") ? wrapped
					: pattern;
		}

		private void json(Element encoder, String type) {
			String format = type.startsWith("Ecs") ? "ecs" : type.startsWith("Gelf") ? "gelf" : "logstash";
			if (!type.matches("(Logstash|Ecs)(Encoder|Layout)")) {
				note(Effect.OTHERWISE, "layout " + (encoder != null ? encoder.getAttribute("class") : "") + " of " + this.name
						+ ": the nearest format is " + format + "; its fields differ");
			}
			line("<StructuredLogLayout format=\"" + format + "\"/>");
			if (encoder == null) {
				return;
			}
			List<String> settings = new ArrayList<>();
			for (Element child : children(encoder)) {
				String value = text(encoder, child.getTagName());
				switch (child.getTagName()) {
					case "customFields" -> {
						for (MatchResult field : Pattern.compile("\"([^\"]+)\"\\s*:\\s*(\"[^\"]*\"|[^,{}\\s]+)")
							.matcher(value)
							.results()
							.toList()) {
							settings.add("logging.structured.json.add." + field.group(1) + "="
									+ springs(field.group(2).replace("\"", "")));
						}
						if (value.replaceFirst("\\{", "").replaceAll("\\$\\{[^}]*}", "").contains("{")) {
							note(Effect.OTHERWISE, this.name
									+ ": customFields are nested, check the names of logging.structured.json.add");
						}
					}
					case "includeMdcKeyName" ->
						settings.add("logging.structured.json.include=@timestamp,@version,message,logger_name,"
								+ "thread_name,level,level_value,stack_trace,tags,"
								+ String.join(",", texts(encoder, "includeMdcKeyName")));
					case "excludeMdcKeyName" -> settings.add(
							"logging.structured.json.exclude=" + String.join(",", texts(encoder, "excludeMdcKeyName")));
					case "includeMdc" -> {
						if (value.equals("false")) {
							settings.add("logging.structured.json.context.include=false");
						}
					}
					case "fieldNames" -> fieldNames(child, settings);
					case "serviceName", "serviceVersion", "serviceEnvironment", "serviceNodeName" ->
						settings.add("logging.structured.ecs.service."
								+ child.getTagName().substring(7).replace("eN", "e-n").toLowerCase(Locale.ROOT)
								+ "=" + springs(value));
					case "timeZone" -> note(Effect.OTHERWISE,
							this.name + ": timeZone " + value + " is left out: the time has the offset of the machine, "
									+ "start Java with -Duser.timezone=" + value);
					case "throwableConverter" -> settings.add("logging.structured.json.stacktrace.root="
							+ ("true".equals(text(child, "rootCauseFirst")) ? "first" : "last")
							+ (text(child, "maxLength").isEmpty() ? ""
									: " and logging.structured.json.stacktrace.max-length="
											+ text(child, "maxLength")));
					case "charset", "layout", "pattern", "includeContext", "writeVersionAsInteger" -> {
						// The same, or nothing that is missed.
					}
					default -> note(Effect.OTHERWISE, this.name + ": <" + child.getTagName() + "> of " + type + " is left out");
				}
			}
			new LinkedHashSet<>(settings).forEach((setting) -> note(Effect.OTHERWISE, this.name + ": set " + setting));
		}

		private void fieldNames(Element names, List<String> settings) {
			Map<String, String> fields = Map.of("timestamp", "@timestamp", "version", "@version", "logger",
					"logger_name", "thread", "thread_name", "levelValue", "level_value", "stackTrace", "stack_trace");
			for (Element field : children(names)) {
				String from = fields.getOrDefault(field.getTagName(), field.getTagName());
				String to = field.getTextContent().strip();
				settings.add(to.equals("[ignore]") ? "logging.structured.json.exclude=" + from
						: "logging.structured.json.rename." + from + "=" + to);
			}
		}

		private List<String> texts(Element parent, String name) {
			return children(parent).stream()
				.filter((element) -> element.getTagName().equals(name))
				.map((element) -> element.getTextContent().strip())
				.toList();
		}

		/**
		 * Write the variables of a value as Spring's placeholders.
		 */
		private String springs(String value) {
			return variables(value, (body, converted) -> {
				int colon = body.indexOf(":-");
				String variable = (colon >= 0) ? body.substring(0, colon) : body;
				Definition definition = base(variable);
				if (definition == null) {
					return "${" + variable + (colon >= 0 ? ":" + body.substring(colon + 2) : "") + "}";
				}
				return (definition.source() == null) ? definition.value()
						: "${" + definition.source() + ":" + definition.value() + "}";
			});
		}

		private void rolling(Element policy, FilePattern files, String file) {
			Element trigger = child(this.element, "triggeringPolicy");
			String size = "";
			for (Element place : Arrays.asList(policy, child(policy, "timeBasedFileNamingAndTriggeringPolicy"),
					trigger)) {
				size = (place != null) ? or(text(place, "maxFileSize"), size) : size;
			}
			String policies = files.hasDate() ? "<TimeBasedTriggeringPolicy/>" : "";
			if (files.hasIndex) {
				policies += (size.isEmpty() && files.hasDate()) ? ""
						: "<SizeBasedTriggeringPolicy size=\"" + escape(plain(or(size, "10MB"))) + "\"/>";
			}
			else if (!size.isEmpty()) {
				note(Effect.OTHERWISE, this.name + ": its file pattern has no %i, so maxFileSize " + size
						+ " is left out: archives of a day would overwrite each other");
			}
			line("<Policies>" + policies + "</Policies>");
			String strategy = file.isEmpty() ? "DirectWriteRolloverStrategy" : "DefaultRolloverStrategy";
			String index = file.isEmpty() || !files.hasIndex ? "" : " fileIndex=\"nomax\"";
			if (!files.hasDate()) {
				index = " fileIndex=\"min\" min=\"" + escape(plain(or(text(policy, "minIndex"), "1"))) + "\" max=\""
						+ escape(plain(or(text(policy, "maxIndex"), "7"))) + "\"";
			}
			String delete = files.hasDate() ? delete(policy, files) : "";
			line("<" + strategy + index + (delete.isEmpty() ? "/>" : ">\n" + delete + "      </" + strategy + ">"));
		}

		/**
		 * Write what deletes archives. Logback keeps those of {@code maxHistory} periods
		 * beside the current one, all of them if that is 0 or missing, and looks at
		 * {@code totalSizeCap} only if there is a {@code maxHistory}. An archive is as
		 * old as the last event in it, so one period more never deletes what Logback
		 * keeps.
		 */
		private String delete(Element policy, FilePattern files) {
			String history = plain(or(text(policy, "maxHistory"), "0"));
			String cap = plain(or(text(policy, "totalSizeCap"), "0"));
			boolean keepsAll = history.matches("-?0+|.*:-0*}+");
			if (!cap.matches("0+\\s*[KMGkmg]?[Bb]?") && history.matches("-?0+")) {
				note(Effect.NOTE, this.name + ": totalSizeCap without maxHistory has no effect in Logback and is left out");
			}
			if ("true".equals(plain(text(policy, "cleanHistoryOnStart"))) && !keepsAll) {
				note(Effect.NOTE, this.name + ": cleanHistoryOnStart is left out: Log4j deletes at each rollover");
			}
			String age = files.age(history);
			if (!history.matches("-?\\d+")) {
				note(Effect.OTHERWISE, this.name + ": maxHistory is a variable, " + (keepsAll || age == null
						? "and no archive is deleted: write <Delete>, " + MANUAL + "appenders/rolling-file.html"
						: "and 0 would delete old archives, where Logback keeps all"));
			}
			if (keepsAll || age == null) {
				return "";
			}
			String conditions = "<IfLastModified age=\"" + escape(age) + "\"/>";
			if (!cap.matches("0+\\s*[KMGkmg]?[Bb]?|.*:-0+}+")) {
				conditions = "<IfAny>" + conditions + "<IfAccumulatedFileSize exceeds=\"" + escape(cap) + "\"/></IfAny>";
			}
			if (cap.contains("${")) {
				note(Effect.OTHERWISE, this.name + ": totalSizeCap is a variable, " + (conditions.startsWith("<IfAny>")
						? "and 0 would delete each archive, where Logback has no limit" : "and left out"));
			}
			return "        <Delete basePath=\"" + escape(files.directory) + "\" maxDepth=\"" + files.depth + "\">\n"
					+ "          <IfFileName regex=\"" + escape(files.regex) + "\"/>\n          " + conditions
					+ "\n        </Delete>\n";
		}

	}

	/**
	 * The pattern of the names of archives.
	 */
	private final class FilePattern {

		private static final Pattern TOKEN = Pattern.compile("%[-.\\d]*([di])(\\{[^}]*})?");

		private final String pattern;

		private final boolean hasIndex;

		// Without a date, empty.
		private String date = "";

		private final String directory;

		private final String regex;

		private final int depth;

		FilePattern(String text) {
			this.pattern = convert(expand(text, true));
			this.hasIndex = Pattern.compile("%[-.\\d]*i").matcher(this.pattern).find();
			String expanded = expand(expand(text, true), false);
			Matcher token = TOKEN.matcher(expanded);
			int end = token.find() ? token.start() : expanded.length();
			int slash = -1;
			for (int i = 0; i < end; i++) {
				i = expanded.startsWith("${", i) ? closing(expanded, i + 1) : i;
				slash = (i < end && expanded.charAt(i) == '/') ? i : slash;
			}
			String names = expanded.substring(slash + 1);
			// Only the application knows where it is.
			int file = (slash < 0 && names.startsWith("${")) ? closing(names, 1) + 1 : 0;
			String path = plain(names.substring(0, file));
			this.directory = (file > 0) ? "${path:directory:" + path + "}"
					: (slash < 0) ? "." : (slash == 0) ? "/" : plain(expanded.substring(0, slash));
			this.regex = ((file > 0) ? "\\Q${path:name:" + path + "}\\E" : "") + regex(names.substring(file));
			this.depth = (int) this.regex.chars().filter((c) -> c == '/').count() + 1;
		}

		boolean hasDate() {
			return !this.date.isEmpty();
		}

		private String convert(String text) {
			StringBuilder result = new StringBuilder();
			Matcher token = TOKEN.matcher(text);
			int at = 0;
			String last = "";
			while (token.find()) {
				result.append(plain(text.substring(at, token.start())));
				at = token.end();
				if (token.group(1).equals("i")) {
					result.append(token.group());
					continue;
				}
				List<String> parts = datePattern(token.group(2));
				boolean isAuxiliary = parts.remove("aux");
				last = parts.get(0);
				this.date = isAuxiliary ? this.date : last;
				result.append("%d{" + last + "}" + (parts.size() > 1 ? "{" + plain(parts.get(1)) + "}" : ""));
			}
			if (!last.equals(this.date)) {
				note(Effect.OTHERWISE, "the date before the last in " + text + " has the period; Log4j takes the last one");
			}
			return result.append(plain(text.substring(at))).toString();
		}

		private static List<String> datePattern(String option) {
			List<String> parts = new ArrayList<>();
			if (option != null) {
				for (String part : option.substring(1, option.length() - 1).split(",")) {
					parts.add(part.strip().replaceAll("^[\"']|[\"']$", ""));
				}
			}
			if (parts.isEmpty() || parts.get(0).isEmpty() || parts.get(0).equals("aux")) {
				parts.add(0, "yyyy-MM-dd");
				parts.remove("");
			}
			return parts;
		}

		private String regex(String names) {
			StringBuilder result = new StringBuilder();
			Matcher token = TOKEN.matcher(names);
			int at = 0;
			while (at < names.length()) {
				if (names.startsWith("${", at)) {
					int end = closing(names, at + 1) + 1;
					result.append("\\Q" + plain(names.substring(at, end)) + "\\E");
					at = end;
				}
				else if (token.find(at) && token.start() == at) {
					result.append(token.group(1).equals("i") ? "\\d+" : dateRegex(datePattern(token.group(2)).get(0)));
					at = token.end();
				}
				else {
					result.append(literal(names.charAt(at++)));
				}
			}
			return result.toString();
		}

		private static String literal(char c) {
			return (c == '/') ? "[/\\\\]"
					: Character.isLetterOrDigit(c) || "-_ ".indexOf(c) >= 0 ? String.valueOf(c) : "\\" + c;
		}

		private static String dateRegex(String date) {
			StringBuilder result = new StringBuilder();
			boolean isQuoted = false;
			for (int i = 0; i < date.length(); i++) {
				char c = date.charAt(i);
				if (c == '\'') {
					isQuoted = !isQuoted;
				}
				else if (isQuoted || !Character.isLetter(c)) {
					result.append(literal(c));
				}
				else {
					int start = i;
					while (i + 1 < date.length() && date.charAt(i + 1) == c) {
						i++;
					}
					int length = i - start + 1;
					result.append(("yYuMdHhmsSDwWkK".indexOf(c) < 0 || (c == 'M' && length > 2)) ? "[^/\\\\]+?"
							: (length == 1) ? "\\d+" : "\\d{" + length + "}");
				}
			}
			return result.toString();
		}

		/**
		 * Return the age of one period more than the history, or null if it is a variable
		 * that counts no days.
		 */
		private String age(String history) {
			String letters = this.date.replaceAll("'[^']*'", "");
			String unit = letters.matches(".*[sS].*") ? "S"
					: letters.contains("m") ? "M" : letters.matches(".*[HhkKa].*") ? "H" : letters.matches(".*[dDEF].*")
							? "D" : letters.matches(".*[wW].*") ? "7" : letters.matches(".*[ML].*") ? "31" : "366";
			if (history.matches("\\d+")) {
				long periods = Long.parseLong(history) + 1;
				return switch (unit) {
					case "S", "M", "H" -> "PT" + periods + unit;
					case "D" -> "P" + periods + "D";
					default -> "P" + (periods * Integer.parseInt(unit)) + "D";
				};
			}
			// Log4j does not multiply.
			return unit.equals("D") ? "P" + history + "DT24H" : null;
		}

	}

	/**
	 * A pattern of Logback for lines that is being read.
	 */
	private final class PatternText {

		private final String text;

		private int at;

		// Whether a group has a maximum width.
		private boolean isCut;

		PatternText(String text) {
			this.text = text;
		}

		String convert() {
			return read(false);
		}

		private String read(boolean inGroup) {
			StringBuilder result = new StringBuilder();
			while (this.at < this.text.length()) {
				char next = this.text.charAt(this.at);
				if (inGroup && next == ')') {
					this.at++;
					return result.toString();
				}
				if (next == '\\' && this.at + 1 < this.text.length()) {
					char escaped = this.text.charAt(this.at + 1);
					result.append((escaped == '_') ? "" : (escaped == '%') ? "%%"
							: ("()\\".indexOf(escaped) >= 0) ? String.valueOf(escaped) : "\\" + escaped);
					this.at += 2;
				}
				else if (this.text.startsWith("${", this.at)) {
					int end = closing(this.text, this.at + 1);
					result.append(variable(this.text.substring(this.at + 2, end), true));
					this.at = end + 1;
				}
				else if (next == '%') {
					result.append(word());
				}
				else {
					result.append(next);
					this.at++;
				}
			}
			return result.toString();
		}

		private String word() {
			Matcher format = Pattern.compile("%(-?\\d*(?:\\.-?\\d+)?)([A-Za-z_]\\w*)?").matcher(this.text);
			if (!format.find(this.at) || format.start() != this.at) {
				this.at++;
				return "%";
			}
			this.at = format.end();
			String modifier = format.group(1);
			String word = or(format.group(2), "");
			String group = startsWith('(') ? group(modifier.contains(".")) : null;
			String option = startsWith('{') ? option() : null;
			String converted = composite(modifier, word, group, option);
			if (converted != null) {
				return converted;
			}
			String inGroup = (group != null) ? group : "";
			String log4js = WORDS.get(word);
			if (LogbackToLog4j.this.customWords.containsKey(word)) {
				String type = LogbackToLog4j.this.customWords.get(word);
				note((log4js != null) ? Effect.OTHERWISE : Effect.LESS, "conversion word %" + word + " of the class " + type
						+ ": " + (log4js != null ? "Log4j's own word is written; if the class hides something, "
								: "it is left out; ")
						+ "write a plugin for Log4j that does the same, " + MANUAL
						+ "extending.html#PatternConverters, or %replace{%m}{regex}{text}");
				if (log4js == null) {
					return type.contains("Throwable") ? "%wEx" : inGroup;
				}
			}
			if (log4js == null) {
				return special(modifier, word, option) + inGroup;
			}
			if (log4js.matches("[CMLFl]")) {
				note(Effect.LESS, "%C, %M, %L, %F and %caller need ringlog.location.capture: true, which costs time");
			}
			if (log4js.equals("X") && option == null) {
				// Without the braces that Log4j writes.
				return "%" + modifier + "replace{%X}{^\\{|\\}$}{}" + inGroup;
			}
			int colon = log4js.equals("X") && option != null ? option.indexOf(":-") : -1;
			if (colon >= 0 && colon + 2 < option.length()) {
				return "%" + modifier + "equals{%X{" + option.substring(0, colon) + "}}{}{"
						+ plain(option.substring(colon + 2)) + "}";
			}
			return "%" + modifier + log4js + option(modifier, log4js, option) + (log4js.equals("l") ? "%n" : "")
					+ inGroup;
		}

		private String special(String modifier, String word, String option) {
			switch (word) {
				case "pid":
					return "%" + modifier + "pid";
				case "contextName", "cn":
					return LogbackToLog4j.this.contextName;
				case "property":
					return LogbackToLog4j.this.isProperty ? "\u0000{" + or(option, "").replaceFirst(":-|$", ":") + "}"
							: variable(or(option, "").replaceFirst("(?<!:)$", ":-"), true);
				case "epoch", "ep":
					return "%" + modifier + "d{UNIX" + ("seconds".equals(option) ? "" : "_MILLIS") + "}";
				case "kvp", "maskedKvp":
					note(Effect.LESS, "%" + word + " is left out: key-value pairs are in the MDC, write %X{key}");
					return "";
				default:
					note(Effect.LESS, "%" + word + " is left out: Log4j has no such word");
					return "";
			}
		}

		private String option(String modifier, String word, String option) {
			if (word.equals("d")) {
				return date(or(option, ""));
			}
			if (option == null) {
				return "";
			}
			String[] parts = option.split("\\s*,\\s*");
			switch (word) {
				case "c", "C":
					return name(modifier, word, parts[0].strip());
				case "X":
					return "{" + option.replaceFirst(":-.*", "") + "}";
				case "ex", "xEx", "rEx", "wEx":
					return exception(word, parts);
				case "correlationId":
					return "{" + plain(option) + "}";
				case "n", "m", "p", "t", "r", "L", "M", "F", "l", "sn":
					return "";
				default:
					return "{" + plain(option) + "}";
			}
		}

		/**
		 * A length in Logback, a number of parts or letters in Log4j.
		 */
		private String name(String modifier, String word, String length) {
			if (length.equals("0")) {
				return "{1}";
			}
			if (!length.matches("\\d+")) {
				return length.isEmpty() ? "" : "{1.}";
			}
			if (Integer.parseInt(length) < 30 || modifier.contains(".") || this.isCut) {
				return "{1.}";
			}
			note(Effect.NOTE, "%logger{" + length + "}: Log4j can't shorten names to a length, so the whole name is written");
			return "";
		}

		private String date(String option) {
			List<String> parts = new ArrayList<>();
			Matcher part = Pattern.compile(
					"\\s*(?:\"([^\"]*)\"|'((?:[^',]|'')*)'(?=\\s*(?:,|$))|((?:\\$\\{[^}]*}|'[^']*'|[^,])*))\\s*(?:,|$)")
				.matcher(option);
			while (part.lookingAt()) {
				parts.add(or(part.group(1), or(part.group(2), or(part.group(3), ""))).strip());
				if (part.end() == part.regionEnd()) {
					break;
				}
				part.region(part.end(), option.length());
			}
			String pattern = parts.isEmpty() ? "" : parts.get(0);
			if (parts.size() > 1 && parts.get(1).matches("S+")) {
				// Read as a zone by Logback, and meant as milliseconds.
				pattern += "," + parts.remove(1);
			}
			if (pattern.equals("ISO8601") || pattern.isEmpty()) {
				pattern = (parts.size() > 1) ? "yyyy-MM-dd HH:mm:ss,SSS" : "";
			}
			else if (pattern.equals("STRICT")) {
				pattern = "yyyy-MM-dd'T'HH:mm:ss,SSS";
			}
			StringBuilder result = new StringBuilder(pattern.isEmpty() ? "" : "{" + plain(pattern) + "}");
			parts.stream()
				.skip(1)
				.limit(2)
				.filter((text) -> !text.isEmpty())
				.forEach((text) -> result.append("{" + plain(text) + "}"));
			return result.toString();
		}

		private String exception(String word, String[] parts) {
			String depth = parts[0].matches("full|short|none|\\d+") ? parts[0] : "";
			if (depth.matches("short|[1-9]\\d*")) {
				note(Effect.LESS, "%" + word + "{" + depth + "}: Log4j cuts off the causes, too");
			}
			List<String> packages = Arrays.stream(parts)
				.skip(depth.isEmpty() ? 0 : 1)
				.filter((part) -> part.contains("."))
				.toList();
			if (packages.size() < parts.length - (depth.isEmpty() ? 0 : 1)) {
				note(Effect.OTHERWISE, "options of %" + word + " in {" + String.join(",", parts) + "}: evaluators are left out");
			}
			return (depth.isEmpty() ? "" : "{" + depth + "}")
					+ (packages.isEmpty() ? "" : "{filters(" + String.join(",", packages) + ")}");
		}

		/**
		 * Convert a word with a group, or return null if it is none.
		 */
		private String composite(String modifier, String word, String group, String option) {
			if (word.equals("esb")) {
				return "%esb{${sys:" + or(option, "") + ":-}}";
			}
			if (group == null) {
				return null;
			}
			if (word.isEmpty()) {
				// Prints what is inside; here it only carries the width.
				return modifier.isEmpty() ? group : group.matches("%[A-Za-z]+(\\{[^{}]*})?")
						? "%" + modifier + group.substring(1) : "%" + modifier + "notEmpty{" + group + "}";
			}
			if (word.equals("crlf")) {
				// JHipster's; a file has it around the whole pattern.
				return LogbackToLog4j.this.isProperty ? "%sanitized{" + group + "}" : group;
			}
			if (word.equals("clr")) {
				return "%" + modifier + "clr{" + group + "}"
						+ ((option != null && !option.isEmpty()) ? "{" + option + "}" : "");
			}
			if (word.equals("highlight")) {
				return "%" + modifier + "highlight{" + group + "}{STYLE=Logback}";
			}
			if (word.equals("replace") && option != null) {
				String[] parts = option.split("['\"] *, *['\"]");
				return "%" + modifier + "replace{" + group + "}{" + parts[0].replaceFirst("^['\"]", "") + "}{"
						+ ((parts.length > 1) ? parts[1].replaceFirst("['\"]$", "") : "") + "}";
			}
			String color = word.replaceFirst("^bold", "").toLowerCase(Locale.ROOT);
			if (COLORS.contains(color) || color.equals("gray")) {
				return "%" + modifier + "style{" + group + "}{" + (word.startsWith("bold") ? "bold," : "")
						+ (color.equals("gray") ? "bright_black" : color) + "}";
			}
			if (WORDS.containsKey(word) || LogbackToLog4j.this.customWords.containsKey(word)) {
				return null;
			}
			note(Effect.OTHERWISE, "%" + word + "(...): Log4j has no such word; what is inside stays");
			return group;
		}

		private boolean startsWith(char next) {
			return this.at < this.text.length() && this.text.charAt(this.at) == next;
		}

		private String group(boolean cuts) {
			this.at++;
			boolean before = this.isCut;
			this.isCut |= cuts;
			String group = read(true);
			this.isCut = before;
			return group;
		}

		private String option() {
			int end = closing(this.text, this.at);
			String option = this.text.substring(this.at + 1, end);
			this.at = end + 1;
			return option;
		}

	}

}
