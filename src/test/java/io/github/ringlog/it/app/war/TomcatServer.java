package io.github.ringlog.it.app.war;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.WebResourceRoot;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.DirResourceSet;
import org.apache.catalina.webresources.FileResourceSet;
import org.apache.catalina.webresources.StandardRoot;
import org.apache.tomcat.util.scan.StandardJarScanFilter;

/**
 * A Tomcat that deploys a WAR, deploys it again, fails to, and ends as an installed one
 * does: its shutdown hook stops the application. The system property {@code war} has the
 * class path of the application.
 */
public final class TomcatServer {

	private static final String BAD_SETTING = "spring.mvc.servlet.load-on-startup";

	private TomcatServer() {
	}

	public static void main(String[] args) throws Exception {
		Logger.getLogger("").setLevel(Level.WARNING);
		Tomcat tomcat = new Tomcat();
		tomcat.setBaseDir(Path.of("tomcat").toAbsolutePath().toString());
		tomcat.setPort(0);
		tomcat.setAddDefaultWebXmlToWebapp(false);
		Context context = tomcat.addWebapp("", Files.createDirectories(Path.of("war")).toAbsolutePath().toString());
		context.setResources(resources(context));
		// The initializer is in WEB-INF/classes, which is scanned anyway.
		((StandardJarScanFilter) context.getJarScanner().getJarScanFilter()).setDefaultPluggabilityScan(false);
		Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(tomcat)));
		tomcat.start();
		report("deployed", context);
		atLowPriority(context::reload);
		report("redeployed", context);
		System.setProperty(BAD_SETTING, "abc");
		context.reload();
		report("failed", context);
		System.clearProperty(BAD_SETTING);
		context.start();
		report("mended", context);
		System.exit(0);
	}

	private static WebResourceRoot resources(Context context) throws IOException {
		StandardRoot resources = new StandardRoot(context);
		for (String entry : System.getProperty("war").split(File.pathSeparator)) {
			Path path = Path.of(entry);
			if (Files.isDirectory(path)) {
				resources.addPreResources(new DirResourceSet(resources, "/WEB-INF/classes", entry, "/"));
			}
			else if (Files.exists(path)) {
				resources
					.addPreResources(new FileResourceSet(resources, "/WEB-INF/lib/" + path.getFileName(), entry, "/"));
			}
		}
		return resources;
	}

	/**
	 * Tomcat's threads that look for changed WARs have the lowest priority.
	 */
	private static void atLowPriority(Runnable task) throws InterruptedException {
		Thread thread = new Thread(task);
		thread.setPriority(Thread.MIN_PRIORITY);
		thread.start();
		thread.join();
	}

	private static void stop(Tomcat tomcat) {
		try {
			tomcat.stop();
			tomcat.destroy();
			System.out.println("stopped=true");
		}
		catch (LifecycleException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void report(String when, Context context) {
		List<Thread> writers = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("ringlog-writer"))
			.toList();
		System.out.println(when + "=" + context.getState().isAvailable());
		System.out.println(when + ".writers=" + writers.size());
		writers.forEach((writer) -> System.out.println(when + ".priority=" + writer.getPriority()));
	}

}
