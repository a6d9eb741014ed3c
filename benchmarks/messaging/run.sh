#!/bin/sh
# Measures a chat server on WebSocket with ways of logging and sinks, side by side.
#
#   benchmarks/messaging/run.sh            the full form: three rounds of 250,000 messages with 3,000 clients
#   benchmarks/messaging/run.sh short      one round of 50,000 messages with 500 clients
#   benchmarks/messaging/run.sh smoke      one round of 200 messages with 20 clients: its figures mean nothing
#
# It needs a JDK, curl and Python. The result is in target/messaging.
set -eu

FORM=${1:-full}
case $FORM in
	full) ROUNDS_=3 CLIENTS_=3000 WARM_UP_=100000 MESSAGES_=250000 ;;
	short) ROUNDS_=1 CLIENTS_=500 WARM_UP_=30000 MESSAGES_=50000 ;;
	smoke) ROUNDS_=1 CLIENTS_=20 WARM_UP_=40 MESSAGES_=200 WINDOW=10 ;;
	*) echo "usage: $0 [full|short|smoke]" >&2; exit 2 ;;
esac
ROUNDS=${ROUNDS:-$ROUNDS_}
STACKS=${STACKS:-log4j logback log4j-async logback-async ringlog off}
SINKS=${SINKS:-healthy json stalling}
CLIENTS=${CLIENTS:-$CLIENTS_}
WARM_UP=${WARM_UP:-$WARM_UP_}
MESSAGES=${MESSAGES:-$MESSAGES_}
WINDOW=${WINDOW:-200}
FLAGS=${FLAGS:--Xms512m -Xmx512m}

ROOT=$(cd "$(dirname "$0")/../.." && pwd)
OUT=$ROOT/target/messaging
. "$ROOT/benchmarks/common.sh"
PORT=18090
SERVER_CLASS=io.github.ringlog.benchmarks.messaging.ChatServer
LOAD_CLASS=io.github.ringlog.benchmarks.messaging.LoadGenerator

# A file descriptor for each connection, in the server and in the load generator, and some for jars.
NEEDED=$((CLIENTS + 500))
if [ "$(ulimit -n)" != unlimited ] && [ "$(ulimit -n)" -lt $NEEDED ]; then
	ulimit -S -n $NEEDED || { echo "$CLIENTS clients need $NEEDED open files: raise 'ulimit -Hn'" >&2; exit 1; }
fi
[ "$WINDOW" -le "$CLIENTS" ] || { echo "no more messages on their way ($WINDOW) than clients ($CLIENTS)" >&2; exit 2; }
command -v curl > /dev/null || { echo 'curl is missing' >&2; exit 1; }

# One run: $1 round, $2 stack, $3 sink. Standard output goes through a pipe to a reader, as in a container.
run() {
	DIR=$OUT/runs/$1-$3-$2
	mkdir -p "$DIR"
	cd "$DIR"
	PAUSE=
	[ "$3" != stalling ] || PAUSE='100 1000'
	mkfifo console
	# shellcheck disable=SC2086 # Several words.
	slow_reader $PAUSE < console > console.lines &
	READER=$!
	# shellcheck disable=SC2046,SC2086
	java $FLAGS $(options "$2") $(format "$3") -cp "$(class_path "$2")" $SERVER_CLASS --server.port=$PORT \
		--logging.file.name="$DIR/server.log" --logging.log4j2.rollingpolicy.max-file-size=1TB \
		--logging.logback.rollingpolicy.max-file-size=1TB > console 2> errors.txt &
	SERVER=$!
	await "http://127.0.0.1:$PORT/sessions" $SERVER
	java -Xms256m -Xmx256m -cp "$OUT/app/$JAR" $LOAD_CLASS $PORT $SERVER "$CLIENTS" "$WARM_UP" "$MESSAGES" "$WINDOW" > load.txt
	kill $SERVER
	wait $SERVER || true
	wait $READER || true
	# Where nothing is logged there is no file.
	touch server.log
	(slow_reader < server.log > file.lines)
	# The last column of the load generator is the number of all messages.
	echo "$1,$2,$3,$(sed 's/,[^,]*$//' load.txt)" | tee -a "$OUT/results.csv"
	echo "$2,$3,$(sed 's/.*,//' load.txt),$(cat console.lines),$(cat file.lines)" | tee -a "$OUT/lines.csv"
	rm -f console server.log
}

SERVER=
trap 'kill $SERVER 2> /dev/null || true' EXIT
trap 'exit 1' INT TERM
build benchmarks/messaging
echo round,stack,sink,messages,seconds,failed,p50,p99,p999,max,cpu_before,cpu_after > "$OUT/results.csv"
echo stack,sink,all,console,file > "$OUT/lines.csv"
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
	environment 'spring-websocket|tomcat-embed-websocket'
} > environment.txt
python3 "$ROOT/benchmarks/report.py" raw chat . > chat.json
echo "$OUT/chat.json"
