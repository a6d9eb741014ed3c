package io.github.ringlog.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes configurations of all that Log4j's core has, some of them broken.
 */
final class ConfigurationGenerator {

	static final String[] LOGGERS = { "a", "a.b", "a.b.c", "com.acme.Service", "x" };

	static final String[] LEVELS = { "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL" };

	private static final String DIRECTORY = CaseRun.DIRECTORY + "/";

	private final Choice choice;

	private final PatternGenerator patterns;

	// Each line says whose it is, or is to be found again.
	private final boolean simple;

	private final List<String> names = new ArrayList<>();

	private boolean mapped;

	// Before the names of files: two configurations do not write the same ones.
	private final String prefix;

	// For all loggers: the documentation says that a child inherits it.
	private String location = "";

	ConfigurationGenerator(Choice choice, boolean simple, String prefix) {
		this.choice = choice;
		this.patterns = new PatternGenerator(choice);
		this.simple = simple;
		this.prefix = DIRECTORY + prefix;
	}

	boolean hasMappedFile() {
		return this.mapped;
	}

	List<String> names() {
		return this.names;
	}

	Node configuration() {
		Node configuration = Node.of("Configuration").with("status", "OFF").with("shutdownHook", "disable");
		if (this.choice.in100(15)) {
			configuration = configuration.with(Node.of("Properties",
					Node.of("Property").with("name", "pattern").with("value", this.patterns.line())));
		}
		if (this.choice.in100(10)) {
			configuration = configuration
				.with(Node.of("CustomLevels", Node.of("CustomLevel").with("name", "NOTICE").with("intLevel", "350")));
		}
		if (this.choice.in100(8)) {
			configuration = configuration.with(filter());
		}
		Node appenders = Node.of("Appenders", Node.of("Recording").with("name", RecordingAppender.STALLING));
		for (Node appender : this.choice.list(1, 4, 60, this::appender)) {
			appenders = appenders.with(appender);
		}
		return configuration.with(appenders).with(loggers());
	}

	private Node loggers() {
		this.location = this.choice.in100(20) ? this.choice.of("true", "false") : "";
		Node loggers = Node.of("Loggers", logger(CaseProgram.STALLING_LOGGER), logger(RecordingAppender.OWN_LOGGER),
				logger("org.springframework").with("level", "OFF"));
		for (String name : LOGGERS) {
			if (this.choice.in100(25)) {
				Node logger = logger(Node.of(this.choice.in100(4) ? "AsyncLogger" : "Logger").with("name", name));
				logger = this.choice.maybe(logger, 40, "additivity", "false", "true");
				loggers = loggers.with(logger);
			}
		}
		return loggers.with(logger(Node.of("Root")));
	}

	/** A logger whose events come to no appender but the one that stalls. */
	static Node logger(String name) {
		return Node.of("Logger", Node.of("AppenderRef").with("ref", RecordingAppender.STALLING))
			.with("name", name)
			.with("level", "INFO")
			.with("additivity", "false");
	}

	private Node logger(Node logger) {
		Node made = this.choice.maybe(logger, logger.type().equals("Root") ? 95 : 70, "level", "TRACE", "DEBUG", "INFO",
				"WARN", "debug", "all");
		made = this.location.isEmpty() ? made : made.with("includeLocation", this.location);
		if (this.choice.in100(10)) {
			made = made.with(Node.of("Property")
				.with("name", "who")
				.with("value", this.choice.of("fixed", "$${ctx:user}", "${java:version}")));
		}
		for (Node reference : this.choice.list(logger.type().equals("Root") ? 1 : 0, 3, 60, this::reference)) {
			made = made.with(reference);
		}
		return this.choice.in100(12) ? made.with(filter()) : made;
	}

	private Node reference() {
		Node reference = Node.of("AppenderRef")
			.with("ref", this.choice.in100(2) ? "missing" : this.choice.of(this.names));
		reference = this.choice.maybe(reference, 15, "level", "INFO", "WARN", "ERROR", "DEBUG");
		return this.choice.in100(12) ? reference.with(filter()) : reference;
	}

	private Node appender() {
		String name = "app" + this.names.size();
		Node appender = appender(name);
		this.names.add(name);
		return appender;
	}

	private Node appender(String name) {
		int kind = this.choice.from(0, 99);
		if (kind < 50 || this.names.isEmpty()) {
			return this.choice.in100(3) ? broken(name) : stream(name);
		}
		if (kind < 68) {
			return recording(name);
		}
		if (kind < 73) {
			this.mapped = true;
			return filtered(layout(Node.of("MemoryMappedFile")
				.with("name", name)
				.with("fileName", file(name))
				.with("regionLength", this.choice.of("4096", "65536"))));
		}
		if (kind < 79) {
			Node async = Node.of("Async", reference()).with("name", name);
			async = this.choice.maybe(async, 40, "includeLocation", "true", "false");
			async = this.choice.maybe(async, 30, "bufferSize", "16", "1024");
			return filtered(this.choice.maybe(async, 20, "blocking", "true"));
		}
		if (kind < 85) {
			return routing(name);
		}
		if (kind < 91) {
			return filtered(Node.of("Rewrite", rewritePolicy(), reference()).with("name", name));
		}
		// Which events come after a failure depends on the order of threads.
		if (kind < 96 && !this.simple) {
			return Node.of("Failover", Node.of("Failovers", reference()))
				.with("name", name)
				.with("primary", this.choice.of(this.names));
		}
		return Node.of(this.choice.of("Null", "CountingNoOp", "ScriptAppenderSelector")).with("name", name);
	}

	private Node stream(String name) {
		Node appender = switch (this.choice.from(0, this.simple ? 5 : 9)) {
			case 4, 5 ->
				this.choice.maybe(this.choice.maybe(Node.of("Console"), 30, "target", "SYSTEM_OUT", "SYSTEM_ERR"), 50,
						"follow", "true", "false");
			case 0, 1, 2 -> file(Node.of("File").with("fileName", file(name)), "locking", "bufferedIO");
			case 3 -> file(Node.of("RandomAccessFile").with("fileName", file(name)));
			case 6, 7, 8 -> rolling(file(Node.of("RollingFile"), "locking", "bufferedIO"), name);
			default -> rolling(file(Node.of("RollingRandomAccessFile")), name);
		};
		appender = this.choice.maybe(appender.with("name", name), 15, "ignoreExceptions", "true", "false");
		return filtered(layout(appender));
	}

	private Node file(Node appender, String... switches) {
		Node file = appender;
		for (String each : switches) {
			file = this.choice.maybe(file, 25, each, "true", "false");
		}
		file = this.choice.maybe(file, 25, "immediateFlush", "true", "false");
		file = this.choice.maybe(file, 15, "append", "true", "false");
		file = this.choice.maybe(file, 15, "bufferSize", "128", "1024", "8192", "262144");
		return this.choice.maybe(file, 8, "filePermissions", "rw-------");
	}

	private String file(String name) {
		return this.prefix + name + ".log";
	}

	private Node rolling(Node appender, String name) {
		boolean direct = this.choice.in100(20);
		String pattern = this.prefix + name + this.choice.of("-%i", "-%d{yyyy-MM-dd}-%i", "-%d{yyyy-MM-dd}");
		// A thread compresses, and sooner or later there is one more archive with that
		// name: its content is that of the faster one.
		pattern += (pattern.contains("%i") && !direct && this.choice.in100(40)) ? ".gz" : ".log";
		Node rolling = (direct ? appender : appender.with("fileName", file(name))).with("filePattern", pattern);
		rolling = this.choice.maybe(rolling, 10, "createOnDemand", "true");
		Node policies = Node.of("Policies");
		if (pattern.contains("%i") || this.choice.in100(20)) {
			policies = policies
				.with(Node.of("SizeBasedTriggeringPolicy").with("size", this.choice.of("1KB", "4 KB", "100KB")));
		}
		if (pattern.contains("%d")) {
			policies = policies.with(this.choice.maybe(Node.of("TimeBasedTriggeringPolicy"), 50, "interval", "1", "2"));
		}
		if (this.choice.in100(10)) {
			policies = policies.with(this.choice.maybe(Node.of("OnStartupTriggeringPolicy"), 50, "minSize", "0", "10"));
		}
		if (this.choice.in100(5)) {
			policies = policies.with(Node.of("CronTriggeringPolicy").with("schedule", "0 0 0 1 1 ? 2199"));
		}
		rolling = rolling.with(policies);
		if (direct) {
			return rolling.with(this.choice.maybe(Node.of("DirectWriteRolloverStrategy"), 50, "maxFiles", "3", "100"));
		}
		if (this.choice.in100(70)) {
			Node strategy = this.choice.maybe(Node.of("DefaultRolloverStrategy"), 60, "max", "2", "5", "100");
			rolling = rolling.with(this.choice.maybe(strategy, 40, "fileIndex", "min", "max", "nomax"));
		}
		return rolling;
	}

	private Node recording(String name) {
		Node recording = this.choice.maybe(Node.of("Recording").with("name", name), 40, "keep", "true");
		recording = this.choice.maybe(recording, 10, "ignoreExceptions", "false");
		return filtered(this.choice.in100(15) ? layout(recording) : recording);
	}

	private Node routing(String name) {
		// The first event of a route gives the file its name: of several threads any one.
		String user = name + (this.simple ? "" : "-${ctx:user}");
		Node inner = layout(Node.of("File").with("name", user).with("fileName", this.prefix + user + ".log"));
		Node routes = Node.of("Routes", Node.of("Route", inner))
			.with("pattern", this.choice.of("$${ctx:user}", "$${event:Level}"));
		if (this.choice.in100(60)) {
			routes = routes.with(Node.of("Route")
				.with("key", this.choice.of("alice", "INFO"))
				.with("ref", this.choice.of(this.names)));
		}
		return filtered(Node.of("Routing", routes).with("name", name));
	}

	private Node rewritePolicy() {
		return switch (this.choice.from(0, 2)) {
			case 0 ->
				Node.of("MapRewritePolicy", Node.of("KeyValuePair").with("key", "value0").with("value", "rewritten"))
					.with("mode", this.choice.of("Add", "Update"));
			case 1 -> Node.of("PropertiesRewritePolicy",
					Node.of("Property").with("name", "added").with("value", this.choice.of("fixed", "$${ctx:user}")));
			default -> Node
				.of("LoggerNameLevelRewritePolicy", Node.of("KeyValuePair").with("key", "INFO").with("value", "WARN"))
				.with("logger", "a");
		};
	}

	private Node broken(String name) {
		return switch (this.choice.from(0, 3)) {
			case 0 -> Node.of("Fyle").with("name", name).with("fileName", file(name));
			case 1 -> Node.of("File").with("name", name).with("fileName", "/proc/none/x.log");
			case 2 -> Node.of("File").with("name", name);
			default -> Node.of("File", Node.of("PaternLayout").with("pattern", "%m%n"))
				.with("name", name)
				.with("fileName", file(name));
		};
	}

	private Node filtered(Node appender) {
		if (this.choice.in100(20)) {
			return appender.with(this.choice.in100(30) ? Node.of("Filters", filter(), filter()) : filter());
		}
		return appender;
	}

	private Node layout(Node appender) {
		if (this.choice.in100(4)) {
			return appender;
		}
		if (this.simple) {
			return appender.with(Node.of("PatternLayout")
				.with("pattern", this.choice.of("%m%n", "%p %m %X%n", "%d %m{nolookups}%n", "%-5p %c{1.} %m [%t]%n")));
		}
		// Other layouts print the end of a batch, so that lines have other lengths.
		return appender
			.with((this.choice.in100(22) && !appender.type().startsWith("Rolling")) ? otherLayout() : patternLayout());
	}

	private Node patternLayout() {
		Node layout = Node.of("PatternLayout").with("pattern", this.patterns.line());
		layout = this.choice.maybe(layout, 25, "charset", "UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16BE", "UTF-16",
				"windows-1252");
		if (layout.attribute("charset").startsWith("UTF-16")) {
			// What is not the same in two runs could not be recognized.
			layout = layout.with("pattern",
					layout.attribute("pattern").replaceAll("<%[^>]*>", "").replaceAll("x(w?Ex|Throwable)", "ex"));
		}
		layout = this.choice.maybe(layout, 15, "alwaysWriteExceptions", "true", "false");
		layout = this.choice.maybe(layout, 25, "disableAnsi", "true", "false");
		layout = this.choice.maybe(layout, 6, "noConsoleNoAnsi", "true");
		layout = this.choice.maybe(layout, 8, "header", "a header%n", "$${java:version} header");
		return this.choice.maybe(layout, 8, "footer", "a footer%n");
	}

	private Node otherLayout() {
		return switch (this.choice.from(0, 8)) {
			case 0, 1,
					2 ->
				this.choice.maybe(
						this.choice.maybe(Node.of("JsonTemplateLayout"), 80, "eventTemplateUri",
								"classpath:EcsLayout.json", "classpath:LogstashJsonEventLayoutV1.json",
								"classpath:GelfLayout.json", "classpath:JsonLayout.json"),
						20, "maxStringLength", "20", "500");
			case 3 -> this.choice
				.maybe(this.choice.maybe(Node.of("JsonLayout").with("compact", "true").with("eventEol", "true"), 40,
						"properties", "true"), 20, "locationInfo", "true");
			case 4 -> this.choice.maybe(Node.of("XmlLayout").with("compact", "true"), 40, "properties", "true");
			case 5 -> this.choice.maybe(Node.of("HtmlLayout").with("title", "log"), 20, "locationInfo", "true");
			case 6 -> this.choice.maybe(Node.of("GelfLayout").with("host", "here").with("compressionType", "OFF"), 50,
					"includeNullDelimiter", "true");
			case 7 -> this.choice.maybe(Node.of("Rfc5424Layout").with("appName", "app").with("includeMDC", "true"), 50,
					"newLine", "true");
			default -> Node.of(this.choice.of("SyslogLayout", "MessageLayout", "YamlLayout"));
		};
	}

	private Node filter() {
		Node filter = switch (this.choice.from(0, 12)) {
			case 0, 1, 2 -> Node.of("ThresholdFilter").with("level", this.choice.of("INFO", "WARN", "DEBUG"));
			case 3 -> Node.of("LevelMatchFilter").with("level", this.choice.of("INFO", "ERROR"));
			case 4 -> Node.of("LevelRangeFilter").with("minLevel", "ERROR").with("maxLevel", "INFO");
			case 5 -> Node.of("MarkerFilter").with("marker", "AUDIT");
			case 6 -> Node.of("NoMarkerFilter");
			case 7 -> this.choice.maybe(
					Node.of("RegexFilter").with("regex", this.choice.of(".*order.*", ".*\\{\\}.*", "[a-h].*")), 50,
					"useRawMsg", "true");
			case 8 -> Node.of("StringMatchFilter").with("text", this.choice.of("o", "two"));
			case 9 ->
				Node.of("ThreadContextMapFilter", Node.of("KeyValuePair").with("key", "user").with("value", "alice"));
			case 10 ->
				Node.of("DynamicThresholdFilter", Node.of("KeyValuePair").with("key", "alice").with("value", "DEBUG"))
					.with("key", "user")
					.with("defaultThreshold", "WARN");
			case 11 -> Node.of("MapFilter", Node.of("KeyValuePair").with("key", "value0").with("value", "x"));
			default -> (this.choice.in100(50) && !this.simple)
					? Node.of("BurstFilter").with("level", "ERROR").with("rate", "50").with("maxBurst", "5")
					: Node.of("TimeFilter").with("start", "11:00:00").with("end", "13:00:00");
		};
		filter = this.choice.maybe(filter, 60, "onMatch", "ACCEPT", "NEUTRAL", "DENY");
		return this.choice.maybe(filter, 60, "onMismatch", "DENY", "NEUTRAL", "ACCEPT");
	}

}
