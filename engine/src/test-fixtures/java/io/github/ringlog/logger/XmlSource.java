package io.github.ringlog.logger;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;

/**
 * Makes configurations of XML.
 */
public final class XmlSource {

	private XmlSource() {
	}

	public static Configuration configuration(String xml) throws IOException {
		return configuration(null, xml);
	}

	public static Configuration configuration(LoggerContext context, String xml) throws IOException {
		return new XmlConfiguration(context,
				new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
	}

}
