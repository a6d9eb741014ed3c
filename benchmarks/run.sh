#!/bin/sh
# Benchmarks Ringlog and other logging libraries. See README.md beside this.
#
#   benchmarks/run.sh report [full|short|smoke]     all scenarios, the raw files, the page and its plots
#   benchmarks/run.sh SCENARIO... [--OPTION=...]    raw results of some scenarios, and a page of them
#   benchmarks/run.sh jmh|jcstress ARGUMENT...      a benchmark of JMH, or stress tests of the engine's memory ordering
#
# SKIP_BUILD=1 skips the build.
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
cd "$ROOT"
COMMAND=${1:-}
case $COMMAND in
	report | jmh | jcstress | flood | bursts | latency | shapes | location | json | packaged | team | footprint) ;;
	*) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
command -v python3 > /dev/null || { echo 'python3 is missing' >&2; exit 1; }

build() {
	[ -n "${SKIP_BUILD:-}" ] || ./mvnw -B -q package -pl benchmarks -am -DskipTests
}

run() {
	"${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "benchmarks/target/classes:$(cat benchmarks/target/peers/all.classpath)" "$@"
}

peers() {
	CHANGED=$(git status --porcelain -- . ':!docs/benchmarks')
	run -Dbenchmarks.commit="$(git rev-parse --short HEAD)${CHANGED:+ and changes}" \
		-Dbenchmarks.processor="$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1)" \
		io.github.ringlog.benchmarks.peers.Peers "$@"
}

case $COMMAND in
	jmh | jcstress)
		build
		shift
		run "org.openjdk.$COMMAND.Main" "$@"
		exit
		;;
esac

if [ "$COMMAND" != report ]; then
	OUT=benchmarks/target/results/$(date +%Y%m%d-%H%M%S)
	for ARGUMENT in "$@"; do
		case $ARGUMENT in
			--out=*) OUT=${ARGUMENT#--out=} ;;
		esac
	done
	build
	peers "$@" --out="$OUT"
	python3 benchmarks/report.py "$OUT"
	exit
fi

FORM=${2:-full}
case $FORM in
	full | short | smoke) ;;
	*) echo "usage: $0 report [full|short|smoke]" >&2; exit 2 ;;
esac
CHANGES=$(git status --porcelain -- . ':!docs/benchmarks')
[ -z "$CHANGES" ] || { printf 'The report is of a commit; these are not in one:\n%s\n' "$CHANGES" >&2; exit 1; }
# Of this commit alone; the same command goes on where it was broken off.
OUT=$ROOT/benchmarks/target/report-$FORM-$(git rev-parse --short HEAD)
mkdir -p "$OUT"
build
peers --form="$FORM" --out="$OUT"
[ -s "$OUT/gateway.json" ] || { benchmarks/gateway/run.sh "$FORM" && cp target/gateway/gateway.json "$OUT"; }
[ -s "$OUT/chat.json" ] || { benchmarks/messaging/run.sh "$FORM" && cp target/messaging/chat.json "$OUT"; }
python3 benchmarks/report.py "$OUT"
if [ "$FORM" != smoke ]; then
	# What a directory below has is of another machine.
	find docs/benchmarks -maxdepth 1 -type f -delete
	cp "$OUT"/* docs/benchmarks
fi
