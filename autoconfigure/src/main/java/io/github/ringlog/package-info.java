/**
 * Ringlog makes every logger of a Spring Boot application asynchronous, and its packages
 * follow the start of that application. Before any Spring environment exists,
 * {@code bootstrap} suggests our context selector to Log4j. When the environment is
 * ready, {@code environment} binds and validates {@code ringlog.*} and hands the settings
 * to the waiting {@code engine}, which allocates the ring and starts its one writer
 * thread; until then events are written on the calling thread. What it writes goes to
 * {@code appender} and {@code pattern}, unless the user has another configuration;
 * {@code location} knows what of a configuration prints the caller's location. The
 * application context then adds what is seen from outside: findings in {@code lint},
 * meters in {@code metrics}, health and endpoint in {@code actuate}, trace ids in
 * {@code trace}. At shutdown the engine drains the ring within the drain timeout, and
 * counts what could not be written; {@code report} prints it on standard error.
 */
@NullMarked
package io.github.ringlog;

import org.jspecify.annotations.NullMarked;
