/**
 * The environment binds and validates {@code ringlog.*} as soon as it is known, and hands
 * the settings to the engine before Spring Boot initializes logging.
 * <p>
 * The module begins here. Its other packages come with the application context:
 * <ul>
 * <li>{@code json} encodes Spring Boot's structured formats as bytes, for the
 * engine.</li>
 * <li>{@code lint} reports what in the Log4j configuration costs time or loses
 * events.</li>
 * <li>{@code metrics} shows what the engine counts as meters.</li>
 * <li>{@code actuate} has the endpoint and the health indicator.</li>
 * <li>{@code aot} has hints for native images.</li>
 * </ul>
 * What happens to a setting: when Spring Boot has read {@code application.yml}, the
 * {@link RinglogEnvironmentListener} binds {@link RinglogProperties}, rejects what is
 * wrong, and hands the settings of the engine to its logger context, which opens the
 * ring. What was bound stays in the environment as {@link RinglogSettings}; each later
 * stage reads it there. A property that comes later has no effect, and is reported. At
 * shutdown Spring Boot's own handler stops Log4j, and with it the ring.
 */
@NullMarked
package io.github.ringlog.environment;

import org.jspecify.annotations.NullMarked;
