/**
 * Prints reports for which no caller and no log is left, describes failures, and hides
 * credentials in reports.
 */
@NullMarked
package io.github.ringlog.report;

import org.jspecify.annotations.NullMarked;
