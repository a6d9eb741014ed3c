/**
 * Ringlog makes every logger of a Spring Boot application asynchronous. Its packages
 * follow the start of that application:
 * <ul>
 * <li>{@code bootstrap} suggests our context selector to Log4j, before any Spring
 * environment exists.</li>
 * <li>{@code environment} binds and validates {@code ringlog.*} as soon as the
 * environment is ready, and hands the settings to {@code logger}. That opens the
 * {@code ring} and starts its one writer thread. Until then events are written on the
 * calling thread.</li>
 * <li>{@code appender}, {@code pattern}, {@code json} and {@code text} print the events
 * and write them, unless the user has another configuration. {@code receipts} numbers
 * their lines, and {@code otlp} exports them.</li>
 * <li>{@code location} knows what of a configuration prints the caller's location.</li>
 * <li>The application context adds what is seen from outside: findings in {@code lint},
 * meters in {@code metrics}, health and endpoint in {@code actuate}, trace ids in
 * {@code trace}, access logs in {@code access}, and hints for native images in
 * {@code aot}.</li>
 * <li>At shutdown the ring is drained within the drain timeout. {@code report} prints on
 * standard error what could not be written.</li>
 * </ul>
 */
@NullMarked
package io.github.ringlog;

import org.jspecify.annotations.NullMarked;
