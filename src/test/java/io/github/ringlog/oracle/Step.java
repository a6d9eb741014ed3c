package io.github.ringlog.oracle;

import java.io.Serializable;
import java.util.List;

/**
 * Something that a program does.
 */
sealed interface Step extends Serializable {

	/**
	 * Logs.
	 *
	 * @param api by which API
	 * @param logger the name of the logger
	 * @param level the level
	 * @param shape what is passed
	 * @param text the text or the format
	 * @param values the parameters
	 * @param marker the name of the marker, or an empty text
	 * @param failure what is thrown
	 */
	record Call(Api api, String logger, String level, Shape shape, String text, List<Value> values, String marker,
			Failure failure) implements Step {

		@Override
		public String toString() {
			String shown = (this.text.length() > 60)
					? this.text.substring(0, 50) + "\u2026(" + this.text.length() + " characters)" : this.text;
			return this.api + " " + this.logger + " " + this.level + " " + this.shape + " \"" + shown + "\" "
					+ this.values + (this.marker.isEmpty() ? "" : " marker " + this.marker)
					+ ((this.failure != Failure.NONE) ? " " + this.failure : "");
		}

		/** Whether it has no text: Log4j gives such an event up. */
		boolean isBroken() {
			boolean throwing = this.values.contains(Value.THROWS) && (this.api == Api.JUL || this.shape == Shape.OBJECT
					|| this.shape == Shape.PRINTF || this.shape == Shape.KEY_VALUES);
			boolean malformed = this.api == Api.JUL && this.text.matches("(?s).*(\\$|trailing|\\\\).*");
			return throwing || malformed;
		}

		/** Whether one of its values logs while it is formatted. */
		boolean logs() {
			return this.values.contains(Value.LOGS);
		}

		Call as(Api newApi, Shape newShape, List<Value> newValues) {
			return new Call(newApi, this.logger, this.level, newShape, this.text, newValues, this.marker, this.failure);
		}

		Call as(String newText, String newMarker, Failure newFailure) {
			return new Call(this.api, this.logger, this.level, this.shape, newText, this.values, newMarker, newFailure);
		}

	}

	/**
	 * Logs many times.
	 *
	 * @param call what is logged, with a number before its text
	 * @param times how often
	 */
	record Flood(Call call, int times) implements Step {

	}

	/**
	 * Changes the MDC or the NDC of its thread.
	 *
	 * @param kind how
	 * @param key the key
	 * @param value the value
	 */
	record Context(Kind kind, String key, String value) implements Step {

		enum Kind {

			PUT, REMOVE, CLEAR, PUSH, POP

		}

	}

	/**
	 * Has the writer busy, so that what is logged next waits in the ring.
	 *
	 * @param steps until so many further steps are done
	 */
	record Stall(int steps) implements Step {

	}

	/**
	 * Lets real time pass.
	 *
	 * @param millis how much
	 */
	record Pause(int millis) implements Step {

	}

	/**
	 * Sets Log4j's clock forward.
	 *
	 * @param millis how far
	 */
	record Advance(long millis) implements Step {

	}

	/**
	 * Changes the configuration while the application runs.
	 *
	 * @param kind how
	 * @param logger the name of a logger
	 * @param argument the name of an appender, or a level
	 */
	record Change(Kind kind, String logger, String argument) implements Step {

		enum Kind {

			ADD_APPENDER, ADD_APPENDER_TO_LOGGER, REMOVE_APPENDER, STOP_APPENDER, ADD_FILTER, REMOVE_FILTER, ADD_LOGGER,
			REMOVE_LOGGER, UPDATE_LOGGERS, SET_LEVEL, RECONFIGURE, RECONFIGURE_WITH_OTHER, RESTART, FORGET_APPENDER

		}

	}

	enum Api {

		LOG4J, LOG4J_FLUENT, SLF4J, SLF4J_FLUENT, JUL

	}

	enum Shape {

		TEXT, PARAMETERS, SUPPLIER, OBJECT, NULL, PRINTF, MAP_MESSAGE, STRUCTURED_DATA, SIMPLE_MESSAGE, OWN_MESSAGE,
		CHAR_SEQUENCE, ENTRY, EXIT, KEY_VALUES

	}

	enum Value {

		TEXT, LONG_TEXT, NUMBER, NULL, LOGS, THROWS, CHANGED, ARRAY, LIST, MAP, BREAKS, EXCEPTION

	}

	enum Failure {

		NONE, PLAIN, CAUSED, SUPPRESSED, CIRCULAR, BROKEN, DEEP

	}

}
