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
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
OUT=$ROOT/target/gateway
LAG=http://127.0.0.1:18080/actuator/metrics/ringlog.appender.lag?tag=appender:Console
. "$HERE/../common.sh"
. "$HERE/gateway.sh"

# Milliseconds until the console has caught up: a lag of less than 100 ms.
recovery() {
	BEGIN=$(date +%s%N)
	until curl -s "$LAG" | grep -Eq '"value":(0\.0[0-9]*|[0-9.]*E-[0-9]+)\}'; do
		[ $(($(date +%s%N) - BEGIN)) -lt 30000000000 ] || break
	done
	echo $((($(date +%s%N) - BEGIN) / 1000000))
}

BACKEND= READER= GATEWAY=
trap 'kill -CONT $READER 2> /dev/null || true; kill $GATEWAY $BACKEND $READER 2> /dev/null || true' EXIT
trap 'exit 1' INT TERM
build sample-gateway
start_backends
cd "$OUT"
mkfifo console
slow_reader < console > console.lines &
READER=$!
gateway isolated 18080 "$OUT/gateway.log" > console 2> errors.txt &
GATEWAY=$!
await http://127.0.0.1:18080/actuator/health $GATEWAY
load 18080 30 > /dev/null

echo reader,requests,seconds,failed,p50,p99,p999,max,recovery > "$OUT/isolation.csv"
PAIR=0
while [ $PAIR -lt "$PAIRS" ]; do
	# Each of the two comes first in every other pair.
	for STATE in $([ $((PAIR % 2)) -eq 0 ] && echo 'reads stopped' || echo 'stopped reads'); do
		BACK=
		[ "$STATE" = reads ] || kill -STOP $READER
		RESULT=$(load 18080 "$DURATION")
		if [ "$STATE" = stopped ]; then
			kill -CONT $READER
			BACK=$(recovery)
		fi
		echo "$STATE,$RESULT,$BACK" | tee -a "$OUT/isolation.csv"
	done
	PAIR=$((PAIR + 1))
done
sleep 2
ALL=$(requests 18080)
DROPPED=$(meter http://127.0.0.1:18080/actuator/metrics/ringlog.appender.dropped COUNT)
kill $GATEWAY
wait $GATEWAY || true
wait $READER || true
(slow_reader < gateway.log > file.lines)

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
