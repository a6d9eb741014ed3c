# What the scripts of the load tests share. To be read by them, with ROOT and OUT set.

# build MODULE: build a module and unpack its application into app; the same application with Spring Boot's Logback into
# app-logback, and with Disruptor 3.4.4, on which Log4j's asynchronous loggers lose nothing, into app-disruptor3.
build() {
	rm -rf "$OUT" && mkdir -p "$OUT/classes"
	cd "$ROOT"
	PEERS=benchmarks/target/peers
	./mvnw -B -q package -Dmaven.test.skip=true -pl "$1" -am
	./mvnw -B -q dependency:copy@copy-peers -pl benchmarks
	java -Djarmode=tools -jar "$1"/target/ringlog-*.jar extract --destination "$OUT/app"
	JAR=$(basename "$OUT"/app/*.jar)
	cp -r "$OUT/app" "$OUT/app-logback"
	rm "$OUT"/app-logback/lib/log4j-slf4j2-impl-*.jar "$OUT"/app-logback/lib/log4j-jul-*.jar
	cp $PEERS/logback/*.jar "$OUT/app-logback/lib"
	cp -r "$OUT/app" "$OUT/app-disruptor3"
	rm "$OUT"/app-disruptor3/lib/disruptor-*.jar
	cp $PEERS/disruptor3/*.jar "$OUT/app-disruptor3/lib"
	javac -d "$OUT/classes" "$ROOT"/benchmarks/gateway/*.java
}

# The class path of stack $1.
class_path() {
	case $1 in
		logback*) echo "$OUT/app-logback/$JAR:$OUT/app-logback/lib/*" ;;
		log4j-async) echo "$OUT/app-disruptor3/$JAR:$OUT/app-disruptor3/lib/*" ;;
		*) echo "$OUT/app/$JAR" ;;
	esac
}

# What makes sink $1 write JSON.
format() {
	[ "$1" != json ] || echo '-Dlogging.structured.format.console=ecs -Dlogging.structured.format.file=ecs -Dbenchmarks.format=structured-'
}

# What makes the difference between the stacks.
options() {
	case $1 in
		log4j) echo '-Dringlog.enabled=false' ;;
		# Its own syntax for the trace id, without which the lines would have none.
		logback) echo '-Dringlog.enabled=false -Dlogging.pattern.correlation=[%X{traceId:-}]' ;;
		logback-async) echo "$(options logback) -Dlogging.config=$ROOT/benchmarks/logback-async.xml" ;;
		stock | log4j-async) echo '-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector' ;;
		ringlog) ;;
		lossless) echo '-Dringlog.isolation.Console.policy=block -Dringlog.isolation.Console.buffer-size=16384' ;;
		# The same with Spring Boot's own formatter in place of Ringlog's encoder.
		lossless-boot)
			BOOT=org.springframework.boot.logging.log4j2.ElasticCommonSchemaStructuredLogFormatter
			echo "$(options lossless) -Dlogging.structured.format.console=$BOOT -Dlogging.structured.format.file=$BOOT"
			;;
		isolated) echo '-Dringlog.isolation.Console.policy=drop' ;;
		error) echo '-Dringlog.enabled=false -Dlogging.level.root=error' ;;
		off) echo '-Dlogging.level.root=off' ;;
	esac
}

# Read standard input, and write the number of lines with a trace id: $1 ms without reading in each $2. It shares
# the processors with the application, so it has both compilers: with the first alone it takes five times as long.
slow_reader() {
	exec java -XX:+UseSerialGC -Xmx64m -cp "$OUT/classes" SlowReader "$@"
}

# Wait until $1 answers, and end the script if it does not, or if process $2 has ended.
await() {
	i=0
	until curl -sf "$1" > /dev/null; do
		i=$((i + 1))
		kill -0 "$2" && [ $i -lt 240 ] || { echo "nothing answers at $1: see $OUT" >&2; exit 1; }
		sleep 0.5
	done
}

# The statistic $2 of the meter at $1; nothing if there is no such meter.
meter() {
	curl -s "$1" | sed -n 's/.*"statistic":"'"$2"'","value":\([0-9.E-]*\).*/\1/p'
}

# The machine, and the libraries whose names begin with $1.
environment() {
	echo "flags=$FLAGS"
	echo "load=$(cut -d ' ' -f 1-3 /proc/loadavg)"
	echo "java=$(java -version 2>&1 | sed -n 2p)"
	echo "kernel=$(uname -sr)"
	echo "processor=$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $(nproc) cores"
	echo "libraries=$(ls "$OUT/app/lib" | grep -E "^($1|spring-boot-4|log4j-core|disruptor)" | sed 's/.jar//' | tr '\n' ' ')$(ls "$OUT/app-logback/lib" | grep logback-classic | sed 's/.jar//')"
	echo "commit=$(git -C "$ROOT" rev-parse --short HEAD)"
}
