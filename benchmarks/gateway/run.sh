#!/bin/sh
# Measures the sample gateway under load with ways of logging and sinks, side by side: for each sink all gateways run,
# and take turns with the load, so that what else happens on the machine meets all alike. A turn ends when the gateway
# has written all its lines, and each round begins with another one.
#
#   benchmarks/gateway/run.sh            the full form: ten turns of 10 s each
#   benchmarks/gateway/run.sh short      three turns of 4 s each, healthy sinks as text and as JSON
#   benchmarks/gateway/run.sh smoke      one turn of a second for three stacks: its figures mean nothing
#
# Each turn has two loads: wrk, which sends the next request when the last was answered (closed), and so many requests a
# second whatever happens (open). It needs a JDK, curl, and wrk: apt-get install wrk. The result is in target/gateway.
set -eu

FORM=${1:-full}
ALL='log4j logback log4j-async logback-async ringlog lossless off'
case $FORM in
	full) ROUNDS_=10 WARM_UPS_=4 WARM_UP_=10 DURATION_=10 SINKS_='healthy json stalling slow' STACKS_="$ALL" ;;
	short) ROUNDS_=3 WARM_UPS_=4 WARM_UP_=8 DURATION_=4 SINKS_='healthy json' STACKS_="$ALL" ;;
	smoke) ROUNDS_=1 WARM_UPS_=1 WARM_UP_=1 DURATION_=1 SINKS_='healthy json' STACKS_='log4j-async logback-async ringlog' ;;
	*) echo "usage: $0 [full|short|smoke]" >&2; exit 2 ;;
esac
ROUNDS=${ROUNDS:-$ROUNDS_}
WARM_UP=${WARM_UP:-$WARM_UP_}
WARM_UPS=${WARM_UPS:-$WARM_UPS_}
DURATION=${DURATION:-$DURATION_}
STACKS=${STACKS:-$STACKS_}
SINKS=${SINKS:-$SINKS_}
LOADS=${LOADS:-closed open}
# Requests a second of the open load.
OPEN_RATE=${OPEN_RATE:-500}
CONNECTIONS=${CONNECTIONS:-180}
FLAGS=${FLAGS:--Xms512m -Xmx512m}
# How many threads of a gateway serve requests; Spring Boot's default. More connections wait for a thread.
THREADS=${THREADS:-200}
BACKENDS=http://127.0.0.1:19001,http://127.0.0.1:19002,http://127.0.0.1:19003,http://127.0.0.1:19004

HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
OUT=$ROOT/target/gateway
. "$HERE/../common.sh"
command -v wrk > /dev/null || { echo 'wrk is missing: apt-get install wrk' >&2; exit 1; }

start_backends() {
	# shellcheck disable=SC2086 # Several words.
	java $FLAGS -cp "$OUT/app/$JAR" io.github.ringlog.demoapp.DemoApplication --server.port=19001 \
		--demoapp.more-ports=19002,19003,19004 --logging.level.root=off > "$OUT/backend.txt" 2>&1 &
	BACKEND=$!
	await http://127.0.0.1:19001/actuator/health $BACKEND
}

# Become the gateway of stack $1 with sink $2 at port $3, with the file $4.
gateway() {
	# shellcheck disable=SC2046,SC2086
	exec java $FLAGS $(format "$2") $(options "$1") -cp "$(class_path "$1")" \
		io.github.ringlog.sample.SampleGatewayApplication \
		--server.port="$3" --sample.backend.urls=$BACKENDS --sample.clients.demo.requests=1000000 \
		--server.tomcat.threads.max="$THREADS" --spring.http.clients.read-timeout=10s --logging.file.name="$4" \
		--logging.log4j2.rollingpolicy.max-file-size=1TB --logging.logback.rollingpolicy.max-file-size=1TB
}

# Load $1, closed or open, on the gateway at port $2 for $3 seconds.
load() {
	URL=http://127.0.0.1:$2/demoapp/greeting
	case $1 in
		closed) wrk -t2 -c"$CONNECTIONS" -d"$3"s --timeout 10s -H 'X-Api-Key: demo-key' -s "$HERE/report.lua" "$URL" \
			| sed -n 's/^csv //p' ;;
		open) java -Xmx128m -cp "$OUT/classes" OpenLoop "$URL" "$OPEN_RATE" "$3" ;;
	esac
}

cpu() {
	awk '{ print ($14 + $15) * 1000 / '"$(getconf CLK_TCK)"' }' "/proc/$1/stat"
}

# Wait until process $1 writes nothing more: what stands in a queue is written now, and not in the turn of the next
# stack. Print for how many seconds it went on.
settle() {
	TENTHS=0
	QUIET=0
	WRITTEN=$(written "$1")
	while [ $QUIET -lt 5 ]; do
		sleep 0.1
		TENTHS=$((TENTHS + 1))
		QUIET=$((QUIET + 1))
		NOW=$(written "$1")
		[ "$NOW" = "$WRITTEN" ] || QUIET=0
		WRITTEN=$NOW
	done
	echo "$((TENTHS - 5))" | awk '{ print $1 / 10 }'
}

written() {
	sed -n 's/^wchar: //p' "/proc/$1/io"
}

# The name of stack $1 as a part of a variable.
variable() {
	echo "$1" | tr - _
}

# Start the gateway of stack $1 with sink $2 at port $3. Standard output goes through a pipe to a reader, as
# in a container.
start() {
	DIR=$OUT/runs/$2-$1
	mkdir -p "$DIR"
	CONSOLE=
	[ "$2" != stalling ] || CONSOLE='100 1000'
	mkfifo "$DIR/console"
	# shellcheck disable=SC2086 # Several words.
	slow_reader $CONSOLE < "$DIR/console" > "$DIR/console.lines" &
	READER=$!
	STORAGE=
	if [ "$2" = slow ]; then
		# In user space: the "file" is a pipe, whose reader takes nothing for a quarter of each second.
		mkfifo "$DIR/gateway.log"
		slow_reader 250 1000 < "$DIR/gateway.log" > "$DIR/file.lines" &
		STORAGE=$!
	fi
	N=$(variable "$1")
	gateway "$1" "$2" "$3" "$DIR/gateway.log" > "$DIR/console" 2> "$DIR/errors.txt" &
	eval "READER_$N=$READER STORAGE_$N=$STORAGE GATEWAY_$N=$! PORT_$N=$3"
	RUNNING="$RUNNING $! $READER $STORAGE"
	await "http://127.0.0.1:$3/actuator/health" $!
}

# Load the gateway of stack $1 for some time. In turns: one that had all its warm-up before the others started was up to
# a third faster than the same one after them.
warm_up() {
	eval "PORT=\$PORT_$(variable "$1")"
	load closed "$PORT" "$WARM_UP" > /dev/null
}

# One turn: $1 round, $2 stack, $3 sink, $4 load.
turn() {
	N=$(variable "$2")
	eval "READER=\$READER_$N GATEWAY=\$GATEWAY_$N PORT=\$PORT_$N"
	# A reader that takes nothing at all while its gateway is measured.
	[ "$3" != stopped ] || kill -STOP "$READER"
	BEFORE=$(cpu "$GATEWAY")
	RESULT=$(load "$4" "$PORT" "$DURATION")
	[ "$3" != stopped ] || kill -CONT "$READER"
	BACKLOG=$(settle "$GATEWAY")
	AFTER=$(cpu "$GATEWAY")
	echo "$1,$2,$3,$4,$RESULT,$BEFORE,$AFTER,$BACKLOG" | tee -a "$OUT/results.csv"
}

# Stop the gateway of stack $1 with sink $2, and count its lines.
stop() {
	N=$(variable "$1")
	eval "READER=\$READER_$N STORAGE=\$STORAGE_$N GATEWAY=\$GATEWAY_$N PORT=\$PORT_$N"
	DIR=$OUT/runs/$2-$1
	METERS=http://127.0.0.1:$PORT/actuator/metrics
	ANSWERED=$(meter "$METERS/http.server.requests?tag=uri:/demoapp/**" COUNT)
	DROPPED=$(meter "$METERS/ringlog.events.dropped" COUNT)
	ISOLATED=$(meter "$METERS/ringlog.appender.dropped" COUNT)
	ATTEMPTS=$(meter "$METERS/http.client.requests" COUNT)
	kill "$GATEWAY"
	wait "$GATEWAY" || true
	wait "$READER" || true
	[ -z "$STORAGE" ] || wait "$STORAGE" || true
	# Where nothing is logged there is no file.
	[ -e "$DIR/gateway.log" ] || touch "$DIR/gateway.log"
	[ "$2" = slow ] || (slow_reader < "$DIR/gateway.log" > "$DIR/file.lines")
	echo "$1,$2,$ANSWERED,$(cat "$DIR/console.lines"),$(cat "$DIR/file.lines"),${DROPPED:-0},${ISOLATED:-0},${ATTEMPTS:-0}" | tee -a "$OUT/lines.csv"
	rm -f "$DIR/console" "$DIR/gateway.log"
}

BACKEND=
RUNNING=
trap 'kill $BACKEND $RUNNING 2> /dev/null || true' EXIT
trap 'exit 1' INT TERM
build sample-gateway
start_backends
cd "$OUT"
echo round,stack,sink,load,requests,seconds,failed,p50,p99,p999,max,cpu_before,cpu_after,backlog > results.csv
echo stack,sink,all,console,file,dropped,isolated,attempts > lines.csv
for SINK in $SINKS; do
	PORT=18080
	for STACK in $STACKS; do
		start "$STACK" "$SINK" $PORT
		PORT=$((PORT + 1))
	done
	ORDER=$STACKS
	ROUND=$((1 - WARM_UPS))
	while [ $ROUND -le "$ROUNDS" ]; do
		for STACK in $ORDER; do
			if [ $ROUND -le 0 ]; then
				warm_up "$STACK"
				continue
			fi
			for LOAD in $LOADS; do
				turn $ROUND "$STACK" "$SINK" "$LOAD"
			done
		done
		# Another one is the first.
		ORDER="${ORDER#* } ${ORDER%% *}"
		ROUND=$((ROUND + 1))
	done
	# Requests that wrk has left behind are answered and logged, too.
	sleep 2
	for STACK in $STACKS; do
		stop "$STACK" "$SINK"
	done
	RUNNING=
done
kill $BACKEND

{
	echo "form=$FORM"
	echo "rounds=$ROUNDS, a turn of $DURATION s for each, after $WARM_UPS warm-ups of $WARM_UP s"
	echo "connections=$CONNECTIONS, served by $THREADS threads at most; open load $OPEN_RATE requests/s"
	echo "wrk=$(wrk -v 2>&1 | head -1)"
	environment spring-cloud-gateway-server-webmvc
} > environment.txt
python3 "$ROOT/benchmarks/report.py" raw gateway . > gateway.json
echo "$OUT/gateway.json"
