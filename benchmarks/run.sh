#!/bin/sh
# Benchmarks Ringlog and other logging libraries. See README.md beside this.
#
#   benchmarks/run.sh all|SCENARIO... [--OPTION=...]    raw results, and a page of them
#   benchmarks/run.sh jmh|jcstress ARGUMENT...          a benchmark of JMH, or stress tests of the engine's memory ordering
#
# SKIP_BUILD=1 skips the build.
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
cd "$ROOT"
[ $# -gt 0 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
command -v python3 > /dev/null || { echo 'python3 is missing' >&2; exit 1; }

MODULES=benchmarks
case " $* " in
	*--plan*) SKIP_BUILD=1 ;;
	*' all '* | *' request '* | *' start '*) MODULES=benchmarks,benchmarks/application ;;
esac
[ -n "${SKIP_BUILD:-}" ] || ./mvnw -B -q package -pl "$MODULES" -am -Dmaven.test.skip=true

case $1 in
	jmh | jcstress)
		COMMAND=$1
		shift
		# Both write their results into the working directory.
		mkdir -p "benchmarks/target/$COMMAND"
		cd "benchmarks/target/$COMMAND"
		exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$ROOT/benchmarks/target/classes:$(cat ../peers/all.classpath)" \
			"org.openjdk.$COMMAND.Main" "$@"
		;;
esac

OUT=benchmarks/target/results/$(date +%Y%m%d-%H%M%S)
for ARGUMENT in "$@"; do
	case $ARGUMENT in
		--out=*) OUT=${ARGUMENT#--out=} ;;
	esac
done
python3 benchmarks/driver.py "$@" --out="$OUT"
case " $* " in
	*--plan*) exit ;;
esac
python3 benchmarks/report.py "$OUT"
