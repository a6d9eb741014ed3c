package io.github.ringlog.ring;

/**
 * A caller that may wait and writes nothing itself.
 */
public final class TestCaller extends Caller {

	@Override
	protected boolean mayWait() {
		return true;
	}

	@Override
	protected boolean writesInPlace() {
		return false;
	}

}
