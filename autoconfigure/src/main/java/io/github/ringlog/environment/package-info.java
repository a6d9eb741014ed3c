/**
 * Binds and validates {@code ringlog.*} as soon as the environment is prepared, and hands
 * the settings to the engine before Spring Boot initializes logging.
 * <p>
 * Start reading the module here. The other packages:
 * <ul>
 * <li>{@code json} encodes Spring Boot's structured formats as bytes, for the
 * engine.</li>
 * <li>{@code lint} reports parts of the Log4j configuration that cost time or lose
 * events.</li>
 * <li>{@code metrics} publishes the engine's statistics as meters.</li>
 * <li>{@code actuate} has the endpoint and the health indicator.</li>
 * <li>{@code aot} has hints for native images.</li>
 * </ul>
 * What happens to a setting: when Spring Boot has read {@code application.yml}, the
 * {@link RinglogEnvironmentListener} binds {@link RinglogProperties}, rejects bad values,
 * and hands the settings of the engine to its logger context, which opens the ring. The
 * bound values stay in the environment as {@link RinglogSettings}, where each later stage
 * reads them. A property that is set later has no effect, and is reported. At shutdown
 * Spring Boot's own handler stops Log4j, and with it the ring.
 */
@NullMarked
package io.github.ringlog.environment;

import org.jspecify.annotations.NullMarked;
