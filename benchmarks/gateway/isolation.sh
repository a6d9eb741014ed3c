#!/bin/sh
# Measures the sample gateway with an isolated console, in one process: in turns, the reader of standard output reads,
# and takes nothing at all. So what else happens on the machine meets both alike.
#
#   benchmarks/gateway/isolation.sh [pairs] [seconds of each]
#
# It needs what run.sh needs. The result is in target/gateway: isolation.csv, a line for each measurement, and the medians
# on standard output.
set -eu

PAIRS=${1:-10}
DURATION=${2:-10}
CONNECTIONS=${CONNECTIONS:-180}
FLAGS=${FLAGS:--Xms512m -Xmx512m}
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
OUT=$ROOT/target/gateway
URL=http://127.0.0.1:18080
LAG=$URL/actuator/metrics/ringlog.appender.lag?tag=appender:Console

command -v wrk > /dev/null || { echo 'wrk is missing: apt-get install wrk' >&2; exit 1; }
rm -rf "$OUT" && mkdir -p "$OUT/classes" "$OUT/isolation"
cd "$ROOT"
./mvnw -B -q package -Dmaven.test.skip=true -pl autoconfigure,starter,sample-gateway
java -Djarmode=tools -jar sample-gateway/target/ringlog-sample-gateway-*.jar extract --destination "$OUT/app"
javac -d "$OUT/classes" "$HERE/SlowReader.java"
JAR=$(ls "$OUT"/app/*.jar)

await() {
	i=0
	until curl -sf "$1" > /dev/null; do
		i=$((i + 1))
		[ $i -lt 240 ] || { echo "nothing answers at $1" >&2; exit 1; }
		sleep 0.5
	done
}

load() {
	wrk -t2 -c"$CONNECTIONS" -d"$1"s --timeout 10s -H 'X-Api-Key: demo-key' -s "$HERE/report.lua" "$URL/demoapp/greeting" -- 0 | sed -n 's/^csv //p'
}

# Milliseconds until the console has caught up: a lag of less than 100 ms.
recovery() {
	BEGIN=$(date +%s%N)
	until curl -s "$LAG" | grep -Eq '"value":(0\.0[0-9]*|[0-9.]*E-[0-9]+)\}'; do
		[ $(($(date +%s%N) - BEGIN)) -lt 30000000000 ] || break
	done
	echo $((($(date +%s%N) - BEGIN) / 1000000))
}

cd "$OUT/isolation"
java $FLAGS -cp "$JAR" io.github.ringlog.demoapp.DemoApplication --server.port=19001 --demoapp.more-ports=19002,19003,19004 \
	--logging.level.root=off > backend.txt 2>&1 &
BACKEND=$!
mkfifo console
java -XX:TieredStopAtLevel=1 -Xmx64m -cp "$OUT/classes" SlowReader < console > console.lines &
READER=$!
java $FLAGS -Dringlog.isolation.Console.policy=drop -cp "$JAR" io.github.ringlog.sample.SampleGatewayApplication --server.port=18080 \
	--sample.backend.urls=http://127.0.0.1:19001,http://127.0.0.1:19002,http://127.0.0.1:19003,http://127.0.0.1:19004 \
	--sample.clients.demo.requests=1000000 --spring.http.clients.read-timeout=10s --logging.file.name="$OUT/isolation/gateway.log" \
	--logging.log4j2.rollingpolicy.max-file-size=1TB > console 2> errors.txt &
GATEWAY=$!
trap 'kill -CONT $READER 2> /dev/null || true; kill $GATEWAY $BACKEND $READER 2> /dev/null || true' EXIT
trap 'exit 1' INT TERM
await http://127.0.0.1:19001/actuator/health
await $URL/actuator/health
load 30 > /dev/null

echo reader,requests,seconds,failed,p50,p99,p999,max,recovery > "$OUT/isolation.csv"
PAIR=0
while [ $PAIR -lt "$PAIRS" ]; do
	# Each of the two comes first in every other pair.
	for STATE in $([ $((PAIR % 2)) -eq 0 ] && echo 'reads stopped' || echo 'stopped reads'); do
		BACK=
		[ "$STATE" = reads ] || kill -STOP $READER
		RESULT=$(load "$DURATION")
		if [ "$STATE" = stopped ]; then
			kill -CONT $READER
			BACK=$(recovery)
		fi
		echo "$STATE,$RESULT,$BACK" | tee -a "$OUT/isolation.csv"
	done
	PAIR=$((PAIR + 1))
done
sleep 2
ALL=$(curl -s "$URL/actuator/metrics/http.server.requests?tag=uri:/demoapp/**" | sed -n 's/.*"statistic":"COUNT","value":\([0-9.E]*\).*/\1/p')
DROPPED=$(curl -s "$URL/actuator/metrics/ringlog.appender.dropped" | sed -n 's/.*"statistic":"COUNT","value":\([0-9.E]*\).*/\1/p')
kill $GATEWAY
wait $GATEWAY || true
wait $READER || true
java -cp "$OUT/classes" SlowReader < gateway.log > file.lines

middle() {
	sort -n | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# The median of column $1 of the rows of state $2; of column 2, a second.
median() {
	awk -F, -v c="$1" -v s="$2" '$1 == s { print (c == 2) ? $2 / $3 : $c }' "$OUT/isolation.csv" | middle
}

# The median of what column $1 is without the reader, as a multiple of what it is with it, pair by pair.
ratio() {
	awk -F, -v c="$1" 'NR > 1 { v[$1] = (c == 2) ? $2 / $3 : $c; if (NR % 2) print v["stopped"] / v["reads"] }' "$OUT/isolation.csv" | middle
}

echo "requests answered: $ALL; lines in the file: $(cat file.lines) of $(awk -v n="$ALL" 'BEGIN { printf "%d", n * 8 }')"
echo "lines on the console: $(cat console.lines); dropped there and counted: $DROPPED"
echo "requests/s: $(median 2 reads) with the reader, $(median 2 stopped) without, $(ratio 2) times as many"
echo "p99.9 ms: $(median 7 reads) with the reader, $(median 7 stopped) without, $(ratio 7) times as long"
echo "ms until the console's lag is below 100 ms: $(median 9 stopped)"
rm -f console gateway.log
