#!/bin/sh
# Measures the sample gateway under load with ways of logging and sinks, side by side: for each sink all gateways run,
# and take turns with the load, so that what else happens on the machine meets all alike.
#
#   benchmarks/gateway/run.sh            the full form: ten turns of 10 s each, about an hour
#   benchmarks/gateway/run.sh short      two turns of 4 s each with two sinks, under five minutes
#   benchmarks/gateway/run.sh profile    two turns of 10 s once warm, with a profile of the threads of the requests
#   benchmarks/gateway/run.sh soak       20 minutes with pauses between requests, and a sample of the gateway each 10 s
#
# PAUSE=110 benchmarks/gateway/run.sh soak sends a request on each connection 110 ms after the last answer.
# THREADS=16 lets each gateway serve with 16 threads, in place of 200.
# MAX_WARM_UP=240 warms each gateway until its compiler is quiet, for 240 s at most.
# It needs a JDK, and wrk: apt-get install wrk. The result is in target/gateway: results.csv, gateway.md and gateway.svg.
set -eu

FORM=${1:-full}
case $FORM in
	full) ROUNDS_=10 WARM_UP_=20 DURATION_=10 SINKS='healthy stalling slow stopped' ;;
	short) ROUNDS_=2 WARM_UP_=4 DURATION_=4 SINKS='healthy stalling' ;;
	profile) ROUNDS_=2 WARM_UP_=30 DURATION_=10 SINKS='stalling' ;;
	soak) ROUNDS_=1 WARM_UP_=30 DURATION_=1200 SINKS='healthy' STACKS=${STACKS:-ringlog} ;;
	*) echo "usage: $0 [full|short|profile|soak]" >&2; exit 2 ;;
esac
ROUNDS=${ROUNDS:-$ROUNDS_}
WARM_UP=${WARM_UP:-$WARM_UP_}
DURATION=${DURATION:-$DURATION_}
STACKS=${STACKS:-log4j logback stock ringlog lossless isolated off}
SINKS=${SINKS_ONLY:-$SINKS}
# Between two requests of a connection, in milliseconds.
PAUSE=${PAUSE:-0}
MAX_WARM_UP=${MAX_WARM_UP:-$WARM_UP}
PROFILER=tools.profiler:async-profiler:4.1:jar

HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
OUT=$ROOT/target/gateway
. "$HERE/../common.sh"
. "$HERE/gateway.sh"

cpu() {
	awk '{ print ($14 + $15) * 1000 / '"$(getconf CLK_TCK)"' }' "/proc/$1/stat"
}

# The CPU time of the just-in-time compiler of process $1, in milliseconds.
compiler() {
	cat /proc/"$1"/task/*/stat | sed -n 's/^[0-9]* (C[12] [^)]*) //p' \
		| awk '{ sum += $12 + $13 } END { print sum * 1000 / '"$(getconf CLK_TCK)"' }'
}

# Warm the gateway of stack $1 at port $2, until its compiler takes less than a twentieth of a processor for 20 s. Pauses
# leave it one. All gateways have been loaded by then. While the backends are cold, a gateway answers few requests, and its
# compiler is quiet for that reason.
warm() {
	eval "GATEWAY=\$GATEWAY_$1"
	WARM=$WARM_UP
	QUIET=0
	while [ $QUIET -lt 2 ] && [ "$WARM" -lt "$MAX_WARM_UP" ]; do
		BEFORE=$(compiler "$GATEWAY")
		load "$2" 10 100 > /dev/null
		WARM=$((WARM + 10))
		COMPILED=$(($(compiler "$GATEWAY") - BEFORE))
		echo "$1,$WARM,$COMPILED" | tee -a "$OUT/warm-up.csv"
		QUIET=$((QUIET + 1))
		[ $COMPILED -lt 500 ] || QUIET=0
	done
}

# Sample the gateway until it ends.
sample() {
	METERS=http://127.0.0.1:$1/actuator/metrics
	BEGIN=$(date +%s)
	echo seconds,heap,threads,peak,lag,written,dropped > "$OUT/soak.csv"
	while sleep 10 && HEAP=$(meter "$METERS/jvm.memory.used?tag=area:heap" VALUE) && [ -n "$HEAP" ]; do
		echo "$(($(date +%s) - BEGIN)),$HEAP,$(meter "$METERS/jvm.threads.live" VALUE),$(meter "$METERS/ringlog.buffer.peak" VALUE),$(meter "$METERS/ringlog.writer.lag" VALUE),$(meter "$METERS/ringlog.events.written" COUNT),$(meter "$METERS/ringlog.events.dropped" COUNT)" >> "$OUT/soak.csv"
	done
}

# Start the gateway of stack $1 with sink $2 at port $3, and load it. Standard output goes through a pipe to a reader, as
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
	gateway "$1" "$3" "$DIR/gateway.log" > "$DIR/console" 2> "$DIR/errors.txt" &
	eval "READER_$1=$READER STORAGE_$1=$STORAGE GATEWAY_$1=$!"
	RUNNING="$RUNNING $! $READER $STORAGE"
	await "http://127.0.0.1:$3/actuator/health" $!
	load "$3" "$WARM_UP" > /dev/null
}

# Profile all gateways with sink $1, or end that.
profile() {
	for STACK in $STACKS; do
		eval "GATEWAY=\$GATEWAY_$STACK"
		# In quotes of its own, for jcmd would read a part with = as an option.
		jcmd "$GATEWAY" JVMTI.agent_load "$LIBRARY" "\"$2,file=$OUT/runs/$1-$STACK/profile.collapsed,collapsed\"" > /dev/null
	done
}

# One turn: $1 round, $2 stack, $3 sink, $4 port.
turn() {
	eval "READER=\$READER_$2 GATEWAY=\$GATEWAY_$2"
	# A reader that takes nothing at all while its gateway is measured.
	[ "$3" != stopped ] || kill -STOP "$READER"
	BEFORE=$(cpu "$GATEWAY")
	RESULT=$(load "$4" "$DURATION" "$PAUSE")
	AFTER=$(cpu "$GATEWAY")
	[ "$3" != stopped ] || kill -CONT "$READER"
	echo "$1,$2,$3,$RESULT,$BEFORE,$AFTER" | tee -a "$OUT/results.csv"
}

# Stop the gateway of stack $1 with sink $2 at port $3, and count its lines.
stop() {
	eval "READER=\$READER_$1 STORAGE=\$STORAGE_$1 GATEWAY=\$GATEWAY_$1"
	DIR=$OUT/runs/$2-$1
	METERS=http://127.0.0.1:$3/actuator/metrics
	ALL=$(requests "$3")
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
	echo "$1,$2,$ALL,$(cat "$DIR/console.lines"),$(cat "$DIR/file.lines"),${DROPPED:-0},${ISOLATED:-0},${ATTEMPTS:-0}" | tee -a "$OUT/lines.csv"
	rm -f "$DIR/console" "$DIR/gateway.log"
}

BACKEND=
RUNNING=
trap 'kill $BACKEND $RUNNING 2> /dev/null || true' EXIT
trap 'exit 1' INT TERM
build sample-gateway benchmarks/target/logback
if [ "$FORM" = profile ]; then
	./mvnw -B -q dependency:copy -Dartifact=$PROFILER -DoutputDirectory="$OUT/profiler"
	(cd "$OUT/profiler" && jar xf async-profiler-*.jar)
	LIBRARY=$(ls "$OUT/profiler/linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')"/*.so)
fi
start_backends
cd "$OUT"
echo round,stack,sink,requests,seconds,failed,p50,p99,p999,max,cpu_before,cpu_after > results.csv
echo stack,sink,all,console,file,dropped,isolated,attempts > lines.csv
echo stack,seconds,compiler_ms > warm-up.csv
for SINK in $SINKS; do
	PORT=18080
	for STACK in $STACKS; do
		start "$STACK" "$SINK" $PORT
		PORT=$((PORT + 1))
	done
	PORT=18080
	for STACK in $STACKS; do
		warm "$STACK" $PORT
		PORT=$((PORT + 1))
	done
	[ "$FORM" != soak ] || sample 18080 &
	[ "$FORM" != profile ] || profile "$SINK" start,event=wall,interval=10ms,threads
	ROUND=1
	while [ $ROUND -le "$ROUNDS" ]; do
		PORT=18080
		for STACK in $STACKS; do
			turn $ROUND "$STACK" "$SINK" $PORT
			PORT=$((PORT + 1))
		done
		ROUND=$((ROUND + 1))
	done
	[ "$FORM" != profile ] || profile "$SINK" stop
	# Requests that wrk has left behind are answered and logged, too.
	sleep 2
	PORT=18080
	for STACK in $STACKS; do
		stop "$STACK" "$SINK" $PORT
		PORT=$((PORT + 1))
	done
	RUNNING=
done
kill $BACKEND

{
	echo "form=$FORM"
	WARMED=$WARM_UP
	[ "$MAX_WARM_UP" -le "$WARM_UP" ] || WARMED="$WARM_UP to $MAX_WARM_UP"
	echo "rounds=$ROUNDS, a turn of $DURATION s for each, after $WARMED s of warm-up"
	echo "connections=$CONNECTIONS, with pauses of $PAUSE ms, served by $THREADS threads at most"
	echo "wrk=$(wrk -v 2>&1 | head -1)"
	environment spring-cloud-gateway-server-webmvc
} > environment.txt
java -cp classes Report gateway 'The sample gateway under load' request 5 0 3
if [ "$FORM" = profile ]; then
	for PROFILE in runs/*/profile.collapsed; do
		java -cp classes FlameGraph "$PROFILE" > "$(dirname "$PROFILE" | tr / -).svg"
	done
fi
echo "$OUT/gateway.md"
