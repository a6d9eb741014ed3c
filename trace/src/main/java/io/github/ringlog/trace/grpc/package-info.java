/**
 * Trace ids in the metadata of gRPC calls.
 */
@NullMarked
package io.github.ringlog.trace.grpc;

import org.jspecify.annotations.NullMarked;
