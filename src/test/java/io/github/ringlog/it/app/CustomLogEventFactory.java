package io.github.ringlog.it.app;

import org.apache.logging.log4j.core.impl.DefaultLogEventFactory;

/**
 * A user's own way to make log events.
 */
public final class CustomLogEventFactory extends DefaultLogEventFactory {

}
