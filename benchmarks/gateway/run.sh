#!/bin/sh
# Measures the sample gateway under load with six ways of logging and four sinks, side by side.
#
#   benchmarks/gateway/run.sh            the full form: three rounds of 100 s each, about three hours
#   benchmarks/gateway/run.sh short      one round of 6 s each with two sinks, under five minutes
#   benchmarks/gateway/run.sh profile    one round, with a profile of the threads of the requests
#   benchmarks/gateway/run.sh soak       20 minutes with pauses between requests, and a sample of the gateway each 10 s
#
# PAUSE=110 benchmarks/gateway/run.sh soak sends a request on each connection 110 ms after the last answer.
# It needs a JDK, and wrk: apt-get install wrk. The result is in target/gateway: results.csv, gateway.md and gateway.svg.
set -eu

FORM=${1:-full}
case $FORM in
	full) ROUNDS_=3 WARM_UP_=30 DURATION_=100 SINKS='healthy stalling slow stopped' ;;
	short) ROUNDS_=1 WARM_UP_=4 DURATION_=6 SINKS='healthy stalling' ;;
	profile) ROUNDS_=1 WARM_UP_=15 DURATION_=20 SINKS='stalling' ;;
	soak) ROUNDS_=1 WARM_UP_=30 DURATION_=1200 SINKS='healthy' STACKS=${STACKS:-ringlog} ;;
	*) echo "usage: $0 [full|short|profile|soak]" >&2; exit 2 ;;
esac
ROUNDS=${ROUNDS:-$ROUNDS_}
WARM_UP=${WARM_UP:-$WARM_UP_}
DURATION=${DURATION:-$DURATION_}
STACKS=${STACKS:-log4j logback stock ringlog isolated off}
SINKS=${SINKS_ONLY:-$SINKS}
CONNECTIONS=${CONNECTIONS:-180}
# Between two requests of a connection, in milliseconds.
PAUSE=${PAUSE:-0}
FLAGS=${FLAGS:--Xms512m -Xmx512m}

HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
OUT=$ROOT/target/gateway
URL=http://127.0.0.1:18080
MAIN=io.github.ringlog.sample.SampleGatewayApplication
BACKEND=io.github.ringlog.demoapp.DemoApplication
BACKENDS=http://127.0.0.1:19001,http://127.0.0.1:19002,http://127.0.0.1:19003,http://127.0.0.1:19004
PROFILER=tools.profiler:async-profiler:4.1:jar

command -v wrk > /dev/null || { echo 'wrk is missing: apt-get install wrk' >&2; exit 1; }

build() {
	rm -rf "$OUT" && mkdir -p "$OUT/classes"
	cd "$ROOT"
	./mvnw -B -q package -Dmaven.test.skip=true -pl autoconfigure,starter,sample-gateway
	# Logback is copied by the module of the benchmarks, in the version of Spring Boot.
	./mvnw -B -q dependency:copy@copy-logback -pl benchmarks
	java -Djarmode=tools -jar sample-gateway/target/ringlog-sample-gateway-*.jar extract --destination "$OUT/app"
	JAR=$(basename "$OUT"/app/*.jar)
	# The same application with Spring Boot's default: SLF4J leads to Logback.
	cp -r "$OUT/app" "$OUT/app-logback"
	rm "$OUT"/app-logback/lib/log4j-slf4j2-impl-*.jar "$OUT"/app-logback/lib/log4j-jul-*.jar
	cp benchmarks/target/logback/*.jar "$OUT/app-logback/lib"
	javac -d "$OUT/classes" "$HERE"/*.java
	AGENT=
	if [ "$FORM" = profile ]; then
		./mvnw -B -q dependency:copy -Dartifact=$PROFILER -DoutputDirectory="$OUT/profiler"
		(cd "$OUT/profiler" && jar xf async-profiler-*.jar)
		LIBRARY=$(ls "$OUT/profiler/linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')"/*.so)
	fi
}

# Start something, and end the script if it does not answer.
await() {
	i=0
	until curl -sf "$1" > /dev/null; do
		i=$((i + 1))
		[ $i -lt 240 ] || { echo "nothing answers at $1" >&2; exit 1; }
		sleep 0.5
	done
}

cpu() {
	awk '{ print ($14 + $15) * 1000 / '"$(getconf CLK_TCK)"' }' "/proc/$1/stat"
}

requests() {
	curl -s "$URL/actuator/metrics/http.server.requests?tag=uri:/demoapp/**" \
		| sed -n 's/.*"statistic":"COUNT","value":\([0-9.E]*\).*/\1/p'
}

# What Ringlog has counted as dropped, by the meter $1.
dropped() {
	curl -s "$URL/actuator/metrics/$1" | sed -n 's/.*"statistic":"COUNT","value":\([0-9.E]*\).*/\1/p'
}

# The value of a meter.
value() {
	curl -s "$URL/actuator/metrics/$1" | sed -n 's/.*"value":\([0-9.E-]*\)}\],"availableTags".*/\1/p' | head -1
}

# Sample the gateway until it ends.
sample() {
	echo seconds,heap,threads,peak,lag,written,dropped > soak.csv
	BEGIN=$(date +%s)
	while sleep 10 && HEAP=$(value 'jvm.memory.used?tag=area:heap') && [ -n "$HEAP" ]; do
		echo "$(($(date +%s) - BEGIN)),$HEAP,$(value jvm.threads.live),$(value ringlog.buffer.peak),$(value ringlog.writer.lag),$(value ringlog.events.written),$(value ringlog.events.dropped)" >> soak.csv
	done
}

# What makes the difference between the stacks.
options() {
	case $1 in
		log4j) echo '-Dringlog.enabled=false' ;;
		# Its own syntax for the trace id, without which the lines would have none.
		logback) echo '-Dringlog.enabled=false -Dlogging.pattern.correlation=[%X{traceId:-}]' ;;
		stock) echo '-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector' ;;
		ringlog) ;;
		isolated) echo '-Dringlog.isolation.Console.policy=drop' ;;
		off) echo '-Dlogging.level.root=off' ;;
	esac
}

# One run: $1 round, $2 stack, $3 sink. Standard output goes through a pipe to a reader, as in a container.
run() {
	DIR=$OUT/runs/$1-$2-$3
	mkdir -p "$DIR"
	cd "$DIR"
	CONSOLE= FILE=
	case $3 in
		stalling) CONSOLE='100 1000' ;;
		slow) FILE='250 1000' ;;
	esac
	mkfifo console
	# shellcheck disable=SC2086 # Several words.
	java -XX:TieredStopAtLevel=1 -Xmx64m -cp "$OUT/classes" SlowReader $CONSOLE < console > console.lines &
	READER=$!
	STORAGE=
	if [ "$3" = slow ]; then
		# In user space: the "file" is a pipe, whose reader takes nothing for a quarter of each second.
		mkfifo gateway.log
		# shellcheck disable=SC2086
		java -XX:TieredStopAtLevel=1 -Xmx64m -cp "$OUT/classes" SlowReader $FILE < gateway.log > file.lines &
		STORAGE=$!
	fi
	APP=app
	[ "$2" != logback ] || APP=app-logback
	CLASSPATH_=$OUT/$APP/$JAR
	[ "$2" != logback ] || CLASSPATH_="$CLASSPATH_:$OUT/app-logback/lib/*"
	[ "$FORM" != profile ] || AGENT="-agentpath:$LIBRARY=start,event=wall,interval=10ms,threads,file=$DIR/profile.collapsed,collapsed"
	# shellcheck disable=SC2046,SC2086
	java $FLAGS $AGENT $(options "$2") -cp "$CLASSPATH_" $MAIN --server.port=18080 \
		--sample.backend.urls=$BACKENDS --sample.clients.demo.requests=1000000 \
		--spring.http.clients.read-timeout=10s \
		--logging.file.name="$DIR/gateway.log" --logging.log4j2.rollingpolicy.max-file-size=1TB \
		--logging.logback.rollingpolicy.max-file-size=1TB > console 2> errors.txt &
	GATEWAY=$!
	await "$URL/actuator/health"
	wrk -t2 -c"$CONNECTIONS" -d"$WARM_UP"s --timeout 10s -H 'X-Api-Key: demo-key' "$URL/demoapp/greeting" > /dev/null
	# A reader that takes nothing at all while it is measured.
	[ "$3" != stopped ] || kill -STOP $READER
	BEFORE=$(cpu $GATEWAY)
	[ "$FORM" != soak ] || sample &
	wrk -t2 -c"$CONNECTIONS" -d"$DURATION"s --timeout 10s -H 'X-Api-Key: demo-key' -s "$HERE/report.lua" "$URL/demoapp/greeting" -- "$PAUSE" > wrk.txt
	AFTER=$(cpu $GATEWAY)
	[ "$3" != stopped ] || kill -CONT $READER
	# Requests that wrk has left behind are answered and logged, too.
	sleep 2
	ALL=$(requests)
	DROPPED=$(dropped ringlog.events.dropped)
	ISOLATED=$(dropped ringlog.appender.dropped)
	kill $GATEWAY
	wait $GATEWAY || true
	wait $READER || true
	[ -z "$STORAGE" ] || wait $STORAGE || true
	[ "$3" = slow ] || java -cp "$OUT/classes" SlowReader < gateway.log > file.lines
	echo "$1,$2,$3,$(sed -n 's/^csv //p' wrk.txt),$BEFORE,$AFTER,$ALL,$(cat console.lines),$(cat file.lines),${DROPPED:-0},${ISOLATED:-0}" >> "$OUT/results.csv"
	tail -1 "$OUT/results.csv"
	rm -f console gateway.log
}

build
# shellcheck disable=SC2086
java $FLAGS -cp "$OUT/app/$JAR" $BACKEND --server.port=19001 --demoapp.more-ports=19002,19003,19004 \
	--logging.level.root=off > "$OUT/backend.txt" 2>&1 &
BACKEND_PID=$!
GATEWAY=
trap 'kill $BACKEND_PID $GATEWAY 2> /dev/null || true' EXIT
trap 'exit 1' INT TERM
await http://127.0.0.1:19001/actuator/health

echo round,stack,sink,requests,seconds,failed,p50,p99,p999,max,cpu_before,cpu_after,all,console,file,dropped,isolated > "$OUT/results.csv"
ROUND=1
while [ $ROUND -le $ROUNDS ]; do
	for SINK in $SINKS; do
		for STACK in $STACKS; do
			run $ROUND "$STACK" "$SINK"
		done
	done
	ROUND=$((ROUND + 1))
done
kill $BACKEND_PID
GATEWAY=

cd "$OUT"
{
	echo "form=$FORM"
	echo "rounds=$ROUNDS of $DURATION s after $WARM_UP s of warm-up"
	echo "connections=$CONNECTIONS, with pauses of $PAUSE ms"
	echo "flags=$FLAGS"
	echo "java=$(java -version 2>&1 | sed -n 2p)"
	echo "wrk=$(wrk -v 2>&1 | head -1)"
	echo "kernel=$(uname -sr)"
	echo "processor=$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $(nproc) cores"
	echo "libraries=$(ls app/lib | grep -E '^(spring-boot-4|spring-cloud-gateway-server-webmvc|log4j-core|disruptor)' | sed 's/.jar//' | tr '\n' ' ')$(ls app-logback/lib | grep logback-classic | sed 's/.jar//')"
	echo "commit=$(git -C "$ROOT" rev-parse --short HEAD)"
} > environment.txt
java -cp classes Report results.csv environment.txt gateway 'The sample gateway under load' request 8 0
if [ "$FORM" = profile ]; then
	for PROFILE in runs/*/profile.collapsed; do
		java -cp classes FlameGraph "$PROFILE" > "$(dirname "$PROFILE" | tr / -).svg"
	done
fi
echo "$OUT/gateway.md"
