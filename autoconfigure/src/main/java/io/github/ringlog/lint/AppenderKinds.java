package io.github.ringlog.lint;

import io.github.ringlog.location.AppenderPart;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.appender.CountingNoOpAppender;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.appender.MemoryMappedFileAppender;
import org.apache.logging.log4j.core.appender.NullAppender;
import org.apache.logging.log4j.core.appender.OutputStreamAppender;
import org.apache.logging.log4j.core.appender.RandomAccessFileAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.RollingRandomAccessFileAppender;
import org.apache.logging.log4j.core.appender.WriterAppender;

/**
 * Tells the kinds of appenders apart.
 */
final class AppenderKinds {

	private AppenderKinds() {
	}

	static boolean isFile(AppenderPart appender) {
		Class<?> type = appender.type();
		return type == FileAppender.class || type == RandomAccessFileAppender.class || type == RollingFileAppender.class
				|| type == RollingRandomAccessFileAppender.class || type == MemoryMappedFileAppender.class;
	}

	/**
	 * Return whether it is one whose bytes Ringlog writes itself.
	 */
	static boolean isStream(AppenderPart appender) {
		return isConsole(appender) || isFile(appender) && appender.type() != MemoryMappedFileAppender.class;
	}

	static boolean isConsole(AppenderPart appender) {
		return appender.type() == ConsoleAppender.class;
	}

	/**
	 * Return whether it writes to a file or a stream of this machine, or nowhere.
	 */
	static boolean isLocal(AppenderPart appender) {
		Class<?> type = appender.type();
		return isFile(appender) || isConsole(appender) || type == OutputStreamAppender.class
				|| type == WriterAppender.class || type == NullAppender.class || type == CountingNoOpAppender.class;
	}

	static boolean isAsync(AppenderPart appender) {
		return appender.type() == AsyncAppender.class;
	}

}
