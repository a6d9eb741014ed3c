package io.github.ringlog.it.app.trace.servlet;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.slf4j.MDC;

/**
 * Outside of all else that Tomcat calls, it looks at what a thread has in the MDC before
 * and after it has worked on a request.
 */
final class LeftoverValve extends ValveBase {

	private final AtomicInteger leftovers;

	LeftoverValve(AtomicInteger leftovers) {
		super(true);
		this.leftovers = leftovers;
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		look();
		try {
			getNext().invoke(request, response);
		}
		finally {
			look();
		}
	}

	private void look() {
		if (MDC.get("traceId") != null) {
			this.leftovers.incrementAndGet();
		}
	}

}
