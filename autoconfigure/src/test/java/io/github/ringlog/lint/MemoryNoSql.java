package io.github.ringlog.lint;

import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.logging.log4j.core.appender.nosql.AbstractNoSqlConnection;
import org.apache.logging.log4j.core.appender.nosql.DefaultNoSqlObject;
import org.apache.logging.log4j.core.appender.nosql.NoSqlConnection;
import org.apache.logging.log4j.core.appender.nosql.NoSqlObject;
import org.apache.logging.log4j.core.appender.nosql.NoSqlProvider;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;

/**
 * A NoSQL database that forgets.
 */
@Plugin(name = "MemoryNoSql", category = Node.CATEGORY)
final class MemoryNoSql implements NoSqlProvider<NoSqlConnection<Map<String, Object>, DefaultNoSqlObject>> {

	private MemoryNoSql() {
	}

	@PluginFactory
	static MemoryNoSql create() {
		return new MemoryNoSql();
	}

	@Override
	public NoSqlConnection<Map<String, Object>, DefaultNoSqlObject> getConnection() {
		return new MemoryConnection();
	}

	private static final class MemoryConnection
			extends AbstractNoSqlConnection<Map<String, Object>, DefaultNoSqlObject> {

		@Override
		public DefaultNoSqlObject createObject() {
			return new DefaultNoSqlObject();
		}

		@Override
		public DefaultNoSqlObject[] createList(int length) {
			return new DefaultNoSqlObject[length];
		}

		@Override
		public void insertObject(NoSqlObject<Map<String, Object>> object) {
			new LinkedHashMap<>(object.unwrap()).clear();
		}

		@Override
		protected void closeImpl() {
		}

	}

}
