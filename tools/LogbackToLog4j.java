import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Converts a Logback configuration for Spring Boot into one for Log4j:
 * {@code java LogbackToLog4j.java logback-spring.xml > log4j2-spring.xml}. What it can't
 * convert is a comment in the output, with the reason.
 */
class LogbackToLog4j {

	private static final Map<String, String> WORDS = words();

	private static final Set<String> COLORS = Set.of("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white");

	private static final Pattern BOOTS_FILES = Pattern
		.compile("org/springframework/boot/logging/logback/(base|defaults|console-appender|file-appender)\\.xml");

	private static final String BOOTS_PATTERN = "%clr{%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}}{faint} %clr{%5p} %clr{%pid}{magenta} "
			+ "%clr{--- [%15.15t]}{faint} %clr{%-40.40c{1.}}{cyan} %clr{:}{faint} %m%n%wEx";

	private final Set<String> notes = new LinkedHashSet<>();

	private final Map<String, String> properties = new LinkedHashMap<>();

	private final Map<String, List<String>> behindAsync = new TreeMap<>();

	private final Set<String> appenderNames = new HashSet<>();

	private final StringBuilder appenders = new StringBuilder();

	// By the profile they are for, which is empty as a rule, and by name, empty for the root.
	private final Map<String, Map<String, Logger>> loggers = new LinkedHashMap<>();

	private String profile = "";

	private String monitorInterval = "";

	public static void main(String[] arguments) throws Exception {
		if (arguments.length != 1) {
			System.err.println("usage: java LogbackToLog4j.java logback-spring.xml > log4j2-spring.xml");
			System.exit(2);
		}
		DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
		factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
		factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
		Element root = factory.newDocumentBuilder().parse(new File(arguments[0])).getDocumentElement();
		new PrintStream(System.out, true, StandardCharsets.UTF_8).print(new LogbackToLog4j().convert(root));
	}

	private static Map<String, String> words() {
		Map<String, String> words = new TreeMap<>();
		String[][] same = { { "d", "d date" }, { "t", "t thread" }, { "p", "p le level" }, { "c", "c lo logger" },
				{ "C", "C class" }, { "m", "m msg message" }, { "n", "n" }, { "F", "F file" }, { "L", "L line" },
				{ "M", "M method" }, { "r", "r relative" }, { "marker", "marker" }, { "X", "X mdc" },
				{ "ex", "ex exception throwable" }, { "xEx", "xEx xException xThrowable" },
				{ "rEx", "rEx rootException" }, { "ex{none}", "nopex nopexception" }, { "wEx", "wEx wex" }, { "l", "caller" }, { "i", "i" } };
		for (String[] pair : same) {
			for (String word : pair[1].split(" ")) {
				words.put(word, pair[0]);
			}
		}
		return words;
	}

	private String convert(Element root) {
		if ("true".equals(root.getAttribute("scan"))) {
			Matcher period = Pattern.compile("(\\d+) *(second|minute)?.*").matcher(root.getAttribute("scanPeriod"));
			long seconds = !period.matches() ? 60
					: Long.parseLong(period.group(1)) * ("minute".equals(period.group(2)) ? 60 : 1);
			this.monitorInterval = " monitorInterval=\"" + seconds + "\"";
		}
		collect(root);
		convertAll(root, "    ");
		StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
		this.notes.forEach((note) -> text.append("<!-- Not converted: ").append(note.replace("--", "- -")).append(" -->\n"));
		text.append("<Configuration").append(this.monitorInterval).append(">\n  <Properties>\n");
		this.properties.forEach((name, value) -> text.append("    <Property name=\"" + escape(name) + "\">" + escape(value) + "</Property>\n"));
		text.append("  </Properties>\n  <Appenders>\n").append(this.appenders);
		text.append("  </Appenders>\n  <Loggers>\n");
		this.loggers.forEach((profile, all) -> {
			text.append(profile.isEmpty() ? "" : "    <SpringProfile name=\"" + escape(profile) + "\">\n");
			all.forEach((name, logger) -> logger.append(name, profile.isEmpty() ? "    " : "      ", text));
			text.append(profile.isEmpty() ? "" : "    </SpringProfile>\n");
		});
		return text.append("  </Loggers>\n</Configuration>\n").toString();
	}

	/**
	 * Learn the names of properties and appenders, which may be used before they are
	 * defined.
	 */
	private void collect(Element parent) {
		for (Element element : children(parent)) {
			String name = element.getAttribute("name");
			switch (element.getTagName()) {
				case "property", "variable", "springProperty" -> {
					if (!name.isEmpty()) {
						this.properties.put(name, "");
					}
				}
				case "appender" -> {
					if (isAsync(element)) {
						this.behindAsync.put(name, references(element));
					}
					else if (kind(element) != null) {
						this.appenderNames.add(name);
					}
				}
				case "springProfile" -> collect(element);
				case "include" -> {
					Matcher boots = BOOTS_FILES.matcher(element.getAttribute("resource"));
					if (boots.matches() && boots.group(1).matches("base|console-appender")) {
						this.appenderNames.add("CONSOLE");
					}
				}
				default -> {
				}
			}
		}
	}

	private void convertAll(Element parent, String indent) {
		for (Element element : children(parent)) {
			switch (element.getTagName()) {
				case "property", "variable" -> property(element);
				case "springProperty" -> springProperty(element);
				case "appender" -> appender(element, indent);
				case "logger" -> logger(element, element.getAttribute("name"));
				case "root" -> logger(element, "");
				case "springProfile" -> profile(element, indent);
				case "include" -> include(element);
				case "conversionRule" -> {
					if (!element.getAttribute("converterClass").startsWith("org.springframework.boot.")) {
						note("conversion word %" + element.getAttribute("conversionWord")
								+ ": write its class as a plugin for Log4j");
					}
				}
				case "shutdownHook", "contextListener", "jmxConfigurator", "statusListener", "contextName" ->
					note("<" + element.getTagName() + ">: Log4j and Spring Boot do without");
				default -> note("<" + element.getTagName() + ">: there is no such element in Log4j");
			}
		}
	}

	private void note(String text) {
		this.notes.add(text.strip());
	}

	private void profile(Element element, String indent) {
		int before = this.appenders.length();
		String outer = this.profile;
		String name = element.getAttribute("name");
		this.profile = outer.isEmpty() ? name : "(" + outer + ") & (" + name + ")";
		convertAll(element, indent + "  ");
		this.profile = outer;
		if (this.appenders.length() > before) {
			this.appenders.insert(before, indent + "<SpringProfile name=\"" + escape(name) + "\">\n");
			this.appenders.append(indent).append("</SpringProfile>\n");
		}
	}

	private void include(Element element) {
		Matcher boots = BOOTS_FILES.matcher(element.getAttribute("resource"));
		if (!boots.matches()) {
			note("<include " + element.getAttribute("resource") + element.getAttribute("file") + ">: convert that file, too");
			return;
		}
		if (boots.group(1).matches("base|console-appender")) {
			this.appenders.append("    <Console name=\"CONSOLE\">\n      <PatternLayout pattern=\"")
				.append(this.properties.containsKey("CONSOLE_LOG_PATTERN") ? "${CONSOLE_LOG_PATTERN}" : escape(BOOTS_PATTERN))
				.append("\"/>\n    </Console>\n");
		}
		if (boots.group(1).equals("base")) {
			logger("").level = "info";
			logger("").references.add("<AppenderRef ref=\"CONSOLE\"/>");
		}
		if (boots.group(1).matches("base|file-appender")) {
			note("Spring Boot's appender FILE: write a RollingFile, or take this configuration away and set logging.file.name");
		}
	}

	private void property(Element element) {
		String name = element.getAttribute("name");
		if (name.isEmpty()) {
			note("<property> of a file or resource: copy its values");
			return;
		}
		String value = element.hasAttribute("value") ? element.getAttribute("value") : element.getTextContent();
		this.properties.put(name, pattern(value.strip(), name));
	}

	private void springProperty(Element element) {
		String fallback = element.getAttribute("defaultValue");
		this.properties.put(element.getAttribute("name"), "${spring:" + element.getAttribute("source")
				+ (fallback.isEmpty() ? "" : ":-" + variables(fallback, null)) + "}");
	}

	private static boolean isAsync(Element appender) {
		return appender.getAttribute("class").matches(".*\\.(Logging|)?(Event)?Async(Disruptor)?Appender");
	}

	private static String kind(Element appender) {
		return switch (appender.getAttribute("class").replaceFirst(".*\\.", "")) {
			case "ConsoleAppender" -> "Console";
			case "FileAppender" -> "File";
			case "RollingFileAppender" -> "RollingFile";
			default -> null;
		};
	}

	private void appender(Element element, String indent) {
		String name = element.getAttribute("name");
		String kind = kind(element);
		if (isAsync(element)) {
			note("asynchronous appender " + name + ": all loggers are, so its appenders are used directly");
			return;
		}
		if (kind == null) {
			note("appender " + name + ": there is none like " + element.getAttribute("class") + " here; see Log4j's appenders");
			return;
		}
		StringBuilder text = this.appenders.append(indent).append('<').append(kind).append(" name=\"").append(escape(name)).append('"');
		Element policy = child(element, "rollingPolicy");
		String files = (policy != null) ? noAux(variables(text(policy, "fileNamePattern"), null)) : "";
		String file = variables(text(element, "file"), null);
		switch (kind) {
			case "Console" -> text.append("System.err".equals(text(element, "target")) ? " target=\"SYSTEM_ERR\"" : "");
			case "File" -> text.append(" immediateFlush=\"false\" fileName=\"" + escape(file) + "\"");
			// Ringlog flushes at the end of each batch.
			default -> text.append(" immediateFlush=\"false\"").append(file.isEmpty() ? "" : " fileName=\"" + escape(file) + "\"")
				.append(" filePattern=\"" + escape(files) + "\"");
		}
		text.append("false".equals(text(element, "append")) ? " append=\"false\"" : "").append(">\n");
		filters(element, indent + "  ");
		layout(element, name, indent + "  ");
		if (kind.equals("RollingFile")) {
			rolling(element, policy, files, indent + "  ");
		}
		this.appenders.append(indent).append("</").append(kind).append(">\n");
	}

	private String noAux(String files) {
		if (!files.contains("aux")) {
			return files;
		}
		note("auxiliary dates in " + files + ": Log4j takes the last date for the period");
		return files.replaceAll(", *aux *}", "}");
	}

	private void filters(Element appender, String indent) {
		List<String> filters = new ArrayList<>();
		for (Element filter : children(appender)) {
			if (!filter.getTagName().equals("filter")) {
				continue;
			}
			String type = filter.getAttribute("class").replaceFirst(".*\\.", "");
			String level = escape(variables(text(filter, "level"), null));
			if (type.equals("ThresholdFilter")) {
				filters.add("<ThresholdFilter level=\"" + level + "\"/>");
			}
			else if (type.equals("LevelFilter")) {
				filters.add("<LevelMatchFilter level=\"" + level + "\" onMatch=\"" + or(text(filter, "onMatch"), "NEUTRAL")
						+ "\" onMismatch=\"" + or(text(filter, "onMismatch"), "NEUTRAL") + "\"/>");
			}
			else {
				note("filter " + filter.getAttribute("class") + " of " + appender.getAttribute("name") + ": see Log4j's filters");
			}
		}
		if (filters.size() > 1) {
			this.appenders.append(indent).append("<Filters>").append(String.join("", filters)).append("</Filters>\n");
		}
		else {
			filters.forEach((filter) -> this.appenders.append(indent).append(filter).append('\n'));
		}
	}

	private void layout(Element appender, String name, String indent) {
		Element encoder = (child(appender, "encoder") != null) ? child(appender, "encoder") : child(appender, "layout");
		Element inner = (encoder != null && child(encoder, "layout") != null) ? child(encoder, "layout") : encoder;
		String type = (inner != null) ? inner.getAttribute("class") : "";
		String pattern = (inner != null) ? or(text(inner, "pattern"), text(inner, "Pattern")) : "";
		String json = type.endsWith("LogstashEncoder") ? "logstash" : type.endsWith("EcsEncoder") ? "ecs" : null;
		if (json != null) {
			this.appenders.append(indent).append("<StructuredLogLayout format=\"").append(json).append("\"/>\n");
			return;
		}
		if (pattern.isEmpty() || (!type.isEmpty() && !type.matches(".*\\.PatternLayout(Encoder)?"))) {
			note("layout of " + name + " (" + type + "): StructuredLogLayout writes ecs, logstash or gelf");
			pattern = "%d %p [%t] %c - %m%n";
		}
		String charset = text(encoder, "charset");
		this.appenders.append(indent)
			.append("<PatternLayout pattern=\"" + escape(pattern(pattern, null)) + "\"")
			.append(charset.isEmpty() ? "" : " charset=\"" + escape(variables(charset, null)) + "\"")
			.append("/>\n");
	}

	private void rolling(Element appender, Element policy, String files, String indent) {
		Element nested = (policy != null) ? child(policy, "timeBasedFileNamingAndTriggeringPolicy") : null;
		Element trigger = child(appender, "triggeringPolicy");
		String size = "";
		for (Element place : new Element[] { policy, nested, trigger }) {
			size = (place != null) ? or(text(place, "maxFileSize"), size) : size;
		}
		this.appenders.append(indent).append("<Policies>");
		if (files.contains("%d")) {
			this.appenders.append("<TimeBasedTriggeringPolicy/>");
		}
		if (!size.isEmpty() || !files.contains("%d")) {
			this.appenders.append("<SizeBasedTriggeringPolicy size=\"" + escape(variables(or(size, "10MB"), null)) + "\"/>");
		}
		this.appenders.append("</Policies>\n");
		if (policy == null) {
			return;
		}
		String history = variables(text(policy, "maxHistory"), null);
		String cap = variables(text(policy, "totalSizeCap"), null);
		String last = variables(text(policy, "maxIndex"), null);
		String all = last.isEmpty() ? (files.contains("%i") ? " fileIndex=\"nomax\"" : "") : " max=\"" + escape(last) + "\"";
		if (history.isEmpty() && cap.isEmpty()) {
			this.appenders.append(all.isEmpty() ? "" : indent + "<DefaultRolloverStrategy" + all + "/>\n");
			return;
		}
		String unit = files.matches(".*%d\\{[^}]*H[^}]*}.*") ? "PT%sH" : files.matches(".*%d\\{[^}d]*}.*") ? "P%s0D" : "P%sD";
		int slash = files.indexOf('%') >= 0 ? files.lastIndexOf('/', files.indexOf('%')) : files.lastIndexOf('/');
		String directory = (slash > 0) ? files.substring(0, slash) : ".";
		String glob = files.substring(slash + 1).replaceAll("%d(\\{[^}]*})?|%i", "*").replaceAll("\\*+", "*");
		String strategy = files.isEmpty() || text(appender, "file").isEmpty() ? "DirectWriteRolloverStrategy" : "DefaultRolloverStrategy";
		this.appenders.append(indent)
			.append("<" + strategy + (strategy.startsWith("Direct") ? "" : all) + "><Delete basePath=\"" + escape(directory)
					+ "\" maxDepth=\"" + (glob.split("/").length) + "\"><IfFileName glob=\"" + escape(glob) + "\"/><IfAny>")
			.append(history.isEmpty() ? "" : "<IfLastModified age=\"" + escape(String.format(unit, history)) + "\"/>")
			.append(cap.isEmpty() ? "" : "<IfAccumulatedFileSize exceeds=\"" + escape(cap) + "\"/>")
			.append("</IfAny></Delete></" + strategy + ">\n");
	}

	private Logger logger(String name) {
		return this.loggers.computeIfAbsent(this.profile, (profile) -> new LinkedHashMap<>())
			.computeIfAbsent(name, (key) -> new Logger());
	}

	/**
	 * One that is there twice has the later level, and the appenders of both.
	 */
	private void logger(Element element, String name) {
		Logger logger = logger(name);
		String level = or(element.getAttribute("level"),
				(child(element, "level") != null) ? child(element, "level").getAttribute("value") : "");
		if (!level.isEmpty()) {
			logger.level = level.toUpperCase(Locale.ROOT).matches("INHERITED|NULL") ? "" : variables(level, null);
		}
		logger.additive &= !"false".equals(element.getAttribute("additivity"));
		references(element, logger, "", "");
	}

	private void references(Element parent, Logger logger, String before, String after) {
		for (Element element : children(parent)) {
			if (element.getTagName().equals("springProfile")) {
				references(element, logger, before + "<SpringProfile name=\"" + escape(element.getAttribute("name")) + "\">",
						"</SpringProfile>" + after);
			}
			else if (element.getTagName().equals("appender-ref")) {
				String name = element.getAttribute("ref");
				for (String target : this.behindAsync.getOrDefault(name, List.of(name))) {
					if (this.appenderNames.contains(target)) {
						logger.references.add(before + "<AppenderRef ref=\"" + escape(target) + "\"/>" + after);
					}
				}
			}
		}
	}

	private static List<String> references(Element parent) {
		return children(parent).stream()
			.filter((element) -> element.getTagName().equals("appender-ref"))
			.map((element) -> element.getAttribute("ref"))
			.toList();
	}

	/**
	 * Convert the variables in a text. What is not defined in the file is a system
	 * property, which Spring Boot sets for many of its own, or a variable of the
	 * environment.
	 * @param self the property that is being defined
	 */
	private String variables(String text, String self) {
		StringBuilder result = new StringBuilder();
		int at = 0;
		while (at < text.length()) {
			if (!text.startsWith("${", at)) {
				result.append(text.charAt(at++));
				continue;
			}
			int end = closing(text, at + 1);
			String body = text.substring(at + 2, end);
			at = end + 1;
			int colon = body.indexOf(":-");
			String name = (colon >= 0) ? body.substring(0, colon) : body;
			String fallback = (colon >= 0) ? variables(body.substring(colon + 2), self) : null;
			if (name.equals("PID")) {
				result.append("%pid");
			}
			else if (this.properties.containsKey(name) && !name.equals(self)) {
				result.append("${" + name + (fallback != null && !fallback.contains("}") ? ":-" + fallback : "") + "}");
			}
			else if (fallback != null && fallback.contains("}")) {
				// Log4j ends a default at its first brace.
				result.append(fallback);
			}
			else {
				result.append("${sys:" + name + ":-${env:" + name + (fallback != null ? ":-" + fallback : "") + "}}");
			}
		}
		return result.toString();
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

	private String pattern(String text, String self) {
		return new PatternText(variables(text, self)).convert();
	}

	private static String text(Element parent, String name) {
		Element found = (parent != null) ? child(parent, name) : null;
		StringBuilder text = new StringBuilder();
		for (Node node = (found != null) ? found.getFirstChild() : null; node != null; node = node.getNextSibling()) {
			text.append((node.getNodeType() == Node.TEXT_NODE || node.getNodeType() == Node.CDATA_SECTION_NODE) ? node.getNodeValue() : "");
		}
		return text.toString().strip();
	}

	private static Element child(Element parent, String name) {
		return children(parent).stream().filter((element) -> element.getTagName().equalsIgnoreCase(name)).findFirst().orElse(null);
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
		return text.isEmpty() ? other : text;
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;").replaceAll("\\s*\n\\s*", " ");
	}

	/**
	 * A logger.
	 */
	private static final class Logger {

		private String level = "";

		private boolean additive = true;

		private final Set<String> references = new LinkedHashSet<>();

		void append(String name, String indent, StringBuilder target) {
			String kind = name.isEmpty() ? "Root" : "Logger";
			target.append(indent + "<" + kind + (name.isEmpty() ? "" : " name=\"" + escape(name) + "\"")
					+ (this.level.isEmpty() ? "" : " level=\"" + escape(this.level) + "\"")
					+ (this.additive ? "" : " additivity=\"false\"") + (this.references.isEmpty() ? "/>\n" : ">\n"));
			this.references.forEach((reference) -> target.append(indent + "  " + reference + "\n"));
			target.append(this.references.isEmpty() ? "" : indent + "</" + kind + ">\n");
		}

	}

	/**
	 * A pattern of Logback that is being read.
	 */
	private final class PatternText {

		private final String text;

		private int at;

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
				if (next == '\\' && this.at + 1 < this.text.length() && "()%_\\".indexOf(this.text.charAt(this.at + 1)) >= 0) {
					result.append(this.text.charAt(this.at + 1) == '_' ? "" : this.text.substring(this.at + 1, this.at + 2));
					this.at += 2;
				}
				else if (next == '$' && this.text.startsWith("${", this.at)) {
					int end = closing(this.text, this.at + 1);
					result.append(this.text, this.at, end + 1);
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
			Matcher format = Pattern.compile("%(-?\\d*(?:\\.-?\\d+)?)([A-Za-z]*)").matcher(this.text);
			if (!format.find(this.at) || format.start() != this.at) {
				this.at++;
				return "%";
			}
			this.at = format.end();
			String modifier = format.group(1);
			String word = format.group(2);
			String group = (this.at < this.text.length() && this.text.charAt(this.at) == '(') ? group() : null;
			String option = (this.at < this.text.length() && this.text.charAt(this.at) == '{') ? option() : null;
			if (group != null) {
				return composite(modifier, word, group, option);
			}
			if (word.matches("contextName|cn|property")) {
				note("%" + word + ": Log4j has no such word");
				return "";
			}
			String converted = WORDS.get(word);
			if (converted == null) {
				if (!word.isEmpty() && !word.matches("pid|clr.*")) {
					note("%" + word + ": Log4j has no such word");
				}
				return "%" + modifier + word + ((option != null) ? "{" + option + "}" : "");
			}
			return "%" + modifier + converted + option(converted, option);
		}

		private String option(String word, String option) {
			if (option == null) {
				return "";
			}
			String[] parts = option.split(" *, *");
			return switch (word) {
				// A length there, a number of parts here.
				case "c", "C" -> option.equals("0") ? "{1}" : option.matches("\\d+") ? "{1.}" : "{" + option + "}";
				case "d" -> "{" + (parts[0].isEmpty() ? option : option.replaceFirst("^\"|\"$", "").replaceFirst(" *, *(?=[A-Z]\\w+(/|$))", "}{")) + "}";
				case "X" -> "{" + option.replaceFirst(":-.*", "") + "}";
				case "ex", "xEx", "rEx", "wEx" -> parts[0].matches("full|short|none|\\d+") ? "{" + parts[0] + "}" : "";
				default -> "{" + option + "}";
			};
		}

		private String composite(String modifier, String word, String group, String option) {
			if (word.isEmpty()) {
				if (!modifier.isEmpty()) {
					note("the width of the group %" + modifier + "(" + group + "): Log4j has no groups");
				}
				return group;
			}
			if (word.equals("clr")) {
				return "%clr{" + group + "}" + ((option != null) ? "{" + option + "}" : "");
			}
			if (word.equals("highlight")) {
				return "%highlight{" + group + "}";
			}
			if (word.equals("replace") && option != null) {
				String[] parts = option.split("' *, *'");
				return "%replace{" + group + "}{" + parts[0].replaceFirst("^'", "") + "}{"
						+ ((parts.length > 1) ? parts[1].replaceFirst("'$", "") : "") + "}";
			}
			String color = word.replaceFirst("^bold", "").toLowerCase(Locale.ROOT);
			if (COLORS.contains(color) || color.equals("gray")) {
				return "%style{" + group + "}{" + (word.startsWith("bold") ? "bold," : "")
						+ (color.equals("gray") ? "bright_black" : color) + "}";
			}
			note("%" + word + "(...): Log4j has no such word; what is inside stays");
			return group;
		}

		private String group() {
			this.at++;
			return read(true);
		}

		private String option() {
			int end = closing(this.text, this.at);
			String option = this.text.substring(this.at + 1, end);
			this.at = end + 1;
			return option;
		}

	}

}
