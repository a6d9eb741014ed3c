#!/bin/sh
# Measures a chat server on WebSocket with six ways of logging and two sinks, side by side.
#
#   benchmarks/messaging/run.sh            the full form: three rounds of 250,000 messages with 3,000 clients
#   benchmarks/messaging/run.sh short      one round of 25,000 messages with 500 clients
#
# It needs a JDK. The result is in target/messaging: results.csv, messaging.md and messaging.svg.
set -eu

FORM=${1:-full}
case $FORM in
	full) ROUNDS=3 CLIENTS_=3000 WARM_UP_=100000 MESSAGES_=250000 ;;
	short) ROUNDS=1 CLIENTS_=500 WARM_UP_=10000 MESSAGES_=25000 ;;
	*) echo "usage: $0 [full|short]" >&2; exit 2 ;;
esac
STACKS=${STACKS:-log4j logback stock ringlog error off}
SINKS=${SINKS_ONLY:-healthy stalling}
CLIENTS=${CLIENTS:-$CLIENTS_}
WARM_UP=${WARM_UP:-$WARM_UP_}
MESSAGES=${MESSAGES:-$MESSAGES_}
WINDOW=${WINDOW:-200}
FLAGS=${FLAGS:--Xms512m -Xmx512m}

HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
OUT=$ROOT/target/messaging
PORT=18090
SERVER_CLASS=io.github.ringlog.benchmarks.messaging.ChatServer
LOAD_CLASS=io.github.ringlog.benchmarks.messaging.LoadGenerator
# As in ChatHandler.
LINES_PER_MESSAGE=4
LINES_PER_CLIENT=2

# A file descriptor for each connection, in the server and in the load generator, and some for jars.
NEEDED=$((CLIENTS + 500))
if [ "$(ulimit -n)" != unlimited ] && [ "$(ulimit -n)" -lt $NEEDED ]; then
	ulimit -S -n $NEEDED || { echo "$CLIENTS clients need $NEEDED open files: raise 'ulimit -Hn'" >&2; exit 1; }
fi
[ "$WINDOW" -le "$CLIENTS" ] || { echo "no more messages on their way ($WINDOW) than clients ($CLIENTS)" >&2; exit 2; }
command -v curl > /dev/null || { echo 'curl is missing' >&2; exit 1; }

build() {
	rm -rf "$OUT" && mkdir -p "$OUT/classes"
	cd "$ROOT"
	./mvnw -B -q package -Dmaven.test.skip=true -pl autoconfigure,starter,benchmarks/messaging
	java -Djarmode=tools -jar benchmarks/messaging/target/ringlog-messaging-benchmark-*.jar extract --destination "$OUT/app"
	JAR=$(basename "$OUT"/app/*.jar)
	# The same application with Spring Boot's default: SLF4J leads to Logback.
	cp -r "$OUT/app" "$OUT/app-logback"
	rm "$OUT"/app-logback/lib/log4j-slf4j2-impl-*.jar "$OUT"/app-logback/lib/log4j-jul-*.jar
	cp benchmarks/messaging/target/logback/*.jar "$OUT/app-logback/lib"
	# The reader and the report are those of the gateway.
	javac -d "$OUT/classes" "$ROOT/benchmarks/gateway/SlowReader.java" "$ROOT/benchmarks/gateway/Report.java"
}

# Wait for the server, and end the script if it does not answer.
await() {
	i=0
	until curl -sf "http://127.0.0.1:$PORT/sessions" > /dev/null; do
		i=$((i + 1))
		kill -0 $SERVER && [ $i -lt 240 ] || { echo "nothing answers on port $PORT: see $PWD" >&2; exit 1; }
		sleep 0.5
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
		error) echo '-Dringlog.enabled=false -Dlogging.level.root=error' ;;
		off) echo '-Dlogging.level.root=off' ;;
	esac
}

# One run: $1 round, $2 stack, $3 sink. Standard output goes through a pipe to a reader, as in a container.
run() {
	DIR=$OUT/runs/$1-$2-$3
	mkdir -p "$DIR"
	cd "$DIR"
	PAUSE=
	[ "$3" != stalling ] || PAUSE='100 1000'
	mkfifo console
	# shellcheck disable=SC2086 # Several words.
	java -XX:TieredStopAtLevel=1 -Xmx64m -cp "$OUT/classes" SlowReader $PAUSE < console > console.lines &
	READER=$!
	APP=app
	[ "$2" != logback ] || APP=app-logback
	CLASSPATH_=$OUT/$APP/$JAR
	[ "$2" != logback ] || CLASSPATH_="$CLASSPATH_:$OUT/app-logback/lib/*"
	# shellcheck disable=SC2046,SC2086
	java $FLAGS $(options "$2") -cp "$CLASSPATH_" $SERVER_CLASS --server.port=$PORT \
		--logging.file.name="$DIR/server.log" --logging.log4j2.rollingpolicy.max-file-size=1TB \
		--logging.logback.rollingpolicy.max-file-size=1TB > console 2> errors.txt &
	SERVER=$!
	await
	java -Xms256m -Xmx256m -cp "$OUT/app/$JAR" $LOAD_CLASS $PORT $SERVER "$CLIENTS" "$WARM_UP" "$MESSAGES" "$WINDOW" > load.txt
	kill $SERVER
	wait $SERVER || true
	wait $READER || true
	# Where nothing is logged there is no file.
	touch server.log
	java -cp "$OUT/classes" SlowReader < server.log > file.lines
	echo "$1,$2,$3,$(cat load.txt),$(cat console.lines),$(cat file.lines)" >> "$OUT/results.csv"
	tail -1 "$OUT/results.csv"
	rm -f console server.log
}

SERVER=
trap 'kill $SERVER 2> /dev/null || true' EXIT
trap 'exit 1' INT TERM
build
echo round,stack,sink,messages,seconds,failed,p50,p99,p999,max,cpu_before,cpu_after,all,console,file > "$OUT/results.csv"
ROUND=1
while [ $ROUND -le $ROUNDS ]; do
	for SINK in $SINKS; do
		for STACK in $STACKS; do
			run $ROUND "$STACK" "$SINK"
		done
	done
	ROUND=$((ROUND + 1))
done
SERVER=

cd "$OUT"
{
	echo "form=$FORM"
	echo "rounds=$ROUNDS of $MESSAGES messages after $WARM_UP of warm-up"
	echo "clients=$CLIENTS"
	echo "messages on their way=$WINDOW"
	echo "flags=$FLAGS"
	echo "java=$(java -version 2>&1 | sed -n 2p)"
	echo "kernel=$(uname -sr)"
	echo "processor=$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $(nproc) cores"
	echo "libraries=$(ls app/lib | grep -E '^(spring-boot-4|spring-websocket|tomcat-embed-websocket|log4j-core|disruptor)' | sed 's/.jar//' | tr '\n' ' ')$(ls app-logback/lib | grep logback-classic | sed 's/.jar//')"
	echo "commit=$(git -C "$ROOT" rev-parse --short HEAD)"
} > environment.txt
java -cp classes Report results.csv environment.txt messaging 'A chat server under load' message \
	$LINES_PER_MESSAGE $((LINES_PER_CLIENT * CLIENTS))
echo "$OUT/messaging.md"
