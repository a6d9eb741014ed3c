/**
 * Random configurations and programs, each run with plain Log4j and with Ringlog: what
 * comes out is the same, or a documented difference.
 */
package io.github.ringlog.oracle;
