/**
 * Tests of trace ids through all carriers, in one application.
 */
package io.github.ringlog.carrier;
