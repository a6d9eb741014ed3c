package io.github.ringlog.json;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.github.ringlog.receipts.LineNumber;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.net.Severity;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.structured.ElasticCommonSchemaProperties;

/**
 * A structured format, with its members in Spring Boot's order.
 */
enum JsonFormat {

	/**
	 * Elastic Common Schema.
	 */
	ECS("ElasticCommonSchema") {

		@Override
		void define(JsonMembers members, JsonSettings settings, JsonContext context) {
			JsonMessage message = new JsonMessage();
			members.add("@timestamp", new JsonTime(true));
			members.object("log", (log) -> {
				log.add("level", level());
				log.add("logger", logger());
			});
			members.object("process", (process) -> {
				process.add("pid", settings.pid());
				process.object("thread", (thread) -> thread.add("name", thread()));
			});
			ElasticCommonSchemaProperties.Service service = settings.ecs().service();
			members.object("service", (object) -> {
				object.add("name", service.name());
				object.add("version", service.version());
				object.add("environment", service.environment());
				object.object("node", (node) -> node.add("name", service.nodeName()));
			});
			members.add("message", message::appendStructured);
			members.piece(context);
			members.when(Presence.THROWN, context, (thrown) -> thrown.object("error", (error) -> {
				error.add("type", string((event) -> thrown(event).getClass().getName()));
				error.add("message", string((event) -> thrown(event).getMessage()));
				error.add("stack_trace", string((event) -> settings.stackTraces().print(thrown(event))));
			}));
			members.when(Presence.MARKED, context, (marked) -> marked.add("tags", JsonFormat::appendTags));
			members.object("ecs", (ecs) -> ecs.add("version", "8.11"));
		}

		@Override
		String name(String prefix, String key) {
			return join(prefix, ".", key);
		}

		@Override
		boolean isNested() {
			return true;
		}

	},

	/**
	 * Logstash.
	 */
	LOGSTASH("Logstash") {

		@Override
		void define(JsonMembers members, JsonSettings settings, JsonContext context) {
			JsonMessage message = new JsonMessage();
			members.add("@timestamp", new JsonTime(false));
			members.add("@version", "1");
			members.add("message", message::appendStructured);
			members.add("logger_name", logger());
			members.add("thread_name", thread());
			members.add("level", level());
			members.add("level_value", new JsonPiece.Repeated<>(LogEvent::getLevel, Level::intLevel));
			members.piece(context);
			members.when(Presence.MARKED, context, (marked) -> marked.add("tags", JsonFormat::appendTags));
			members.when(Presence.THROWN, context, (thrown) -> thrown.add("stack_trace",
					string((event) -> settings.stackTraces().print(thrown(event)))));
		}

		@Override
		String name(String prefix, String key) {
			return join(prefix, "_", key);
		}

	},

	/**
	 * Graylog Extended Log Format.
	 */
	GELF("GraylogExtendedLogFormat") {

		@Override
		void define(JsonMembers members, JsonSettings settings, JsonContext context) {
			JsonMessage message = new JsonMessage();
			members.add("version", "1.1");
			members.add("short_message", message::appendNotBlank);
			members.add("timestamp", JsonTime::appendSeconds);
			members.add("level",
					new JsonPiece.Repeated<>(LogEvent::getLevel, (level) -> Severity.getSeverity(level).getCode()));
			members.add("_level_name", level());
			members.add("_process_pid", settings.pid());
			members.add("_process_thread_name", thread());
			members.add("host", settings.gelf().host());
			members.add("_service_version", settings.gelf().service().version());
			members.add("_log_logger", logger());
			members.piece(context);
			members.when(Presence.THROWN, context, (thrown) -> {
				thrown.add("full_message", (event, output) -> appendFull(message, settings, event, output));
				thrown.add("_error_type", string((event) -> thrown(event).getClass().getName()));
				thrown.add("_error_stack_trace", string((event) -> settings.stackTraces().print(thrown(event))));
				thrown.add("_error_message", string((event) -> thrown(event).getMessage()));
			});
		}

		@Override
		void defineNumber(JsonMembers members) {
			members.add("_run", run());
			members.add("_event_sequence", sequence());
		}

		/**
		 * Return a name that GELF allows, or an empty text.
		 */
		@Override
		String name(String prefix, String key) {
			String name = prefix + key;
			if (!GELF_NAME.matcher(name).matches() || GELF_RESERVED.contains(name)) {
				return "";
			}
			return name.startsWith("_") ? name : "_" + name;
		}

	};

	private static final Pattern GELF_NAME = Pattern.compile("[\\w.\\-]*");

	private static final Set<String> GELF_RESERVED = Set.of("id", "_id");

	private final String formatter;

	/**
	 * Create a format.
	 * @param name the beginning of the name of Spring Boot's formatter
	 */
	JsonFormat(String name) {
		this.formatter = "org.springframework.boot.logging.log4j2." + name + "StructuredLogFormatter";
	}

	/**
	 * Return the format of a formatter, or {@code null} if the formatter is not Spring
	 * Boot's.
	 */
	static @Nullable JsonFormat of(@Nullable Object formatter) {
		for (JsonFormat format : values()) {
			if (formatter != null && formatter.getClass().getName().equals(format.formatter)) {
				return format;
			}
		}
		return null;
	}

	final List<JsonPiece> pieces(JsonSettings settings) {
		JsonContext context = new JsonContext(settings, (key) -> name(settings.contextPrefix(), key), isNested());
		JsonMembers members = new JsonMembers(settings);
		define(members, settings, context);
		if (settings.numbered()) {
			members.when(Presence.NUMBERED, context, this::defineNumber);
		}
		members.addAll(settings.add(), isNested());
		context.reserve(members);
		return members.pieces();
	}

	abstract void define(JsonMembers members, JsonSettings settings, JsonContext context);

	/**
	 * Define the members that number a line, for a sink that numbers its lines. They are
	 * not in an object of ECS, because that object could then have no entries of the MDC.
	 */
	void defineNumber(JsonMembers members) {
		members.add("run", run());
		members.add("event.sequence", sequence());
	}

	/**
	 * Return the name of a member for an MDC key, empty if the key has none.
	 */
	abstract String name(String prefix, String key);

	/**
	 * Return the path of a member for an MDC key.
	 */
	final String path(String prefix, String key) {
		String name = name(prefix, key);
		return isNested() ? String.join(".", JsonMembers.parts(name)) : name;
	}

	/**
	 * Return whether a dot in the name of a key begins an object.
	 */
	boolean isNested() {
		return false;
	}

	private static String join(String prefix, String delimiter, String key) {
		boolean delimited = !prefix.isEmpty() && !prefix.endsWith(delimiter) && !key.startsWith(delimiter);
		return prefix + (delimited ? delimiter : "") + key;
	}

	private static JsonPiece level() {
		return new JsonPiece.Repeated<>(LogEvent::getLevel, Level::name);
	}

	private static JsonPiece logger() {
		return new JsonPiece.Repeated<>(LogEvent::getLoggerName, (name) -> name);
	}

	private static JsonPiece thread() {
		return new JsonPiece.Repeated<>(LogEvent::getThreadName, (name) -> name);
	}

	private static JsonPiece run() {
		return (event, output) -> output.string(Objects.requireNonNull(LineNumber.current()).run());
	}

	private static JsonPiece sequence() {
		return (event, output) -> output.text().append(Objects.requireNonNull(LineNumber.current()).number());
	}

	private static JsonPiece string(Function<LogEvent, @Nullable String> value) {
		return (event, output) -> output.string(value.apply(event));
	}

	private static Throwable thrown(LogEvent event) {
		return Objects.requireNonNull(event.getThrown());
	}

	private static void appendFull(JsonMessage message, JsonSettings settings, LogEvent event, JsonOutput output) {
		int from = output.beginString();
		if (!message.append(event, output.text())) {
			output.raw("null");
		}
		output.raw("\n\n");
		output.raw(String.valueOf(settings.stackTraces().print(thrown(event))));
		output.endString(from);
	}

	private static void appendTags(LogEvent event, JsonOutput output) {
		Marker marker = Objects.requireNonNull(event.getMarker());
		output.text().appendAscii('[');
		if (!marker.hasParents()) {
			output.string(marker.getName());
		}
		else {
			Set<String> tags = new TreeSet<>();
			collect(marker, tags);
			String comma = "";
			for (String tag : tags) {
				output.raw(comma);
				output.string(tag);
				comma = ",";
			}
		}
		output.text().appendAscii(']');
	}

	private static void collect(Marker marker, Set<String> tags) {
		if (tags.add(marker.getName()) && marker.hasParents()) {
			for (Marker parent : marker.getParents()) {
				collect(parent, tags);
			}
		}
	}

}
