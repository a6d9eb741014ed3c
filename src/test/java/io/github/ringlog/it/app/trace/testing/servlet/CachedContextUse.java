package io.github.ringlog.it.app.trace.testing.servlet;

/**
 * The tests of the first context once more: it comes from the cache, after another one
 * has started.
 */
class CachedContextUse extends MockMvcUse {

}
