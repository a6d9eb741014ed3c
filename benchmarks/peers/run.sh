#!/bin/sh
# Builds the benchmarks against other logging libraries, runs them and writes the report. See README.md.
set -e
cd "$(dirname "$0")/../.."
case ${1:-short} in
	full | medium | short | smoke) ;;
	*)
		echo "usage: $0 [full|medium|short|smoke] [scenario...] [--rounds=n] [--minutes=n] [--contenders=a,b] [--runs=regex] [--out=directory] [--fresh] [--report-only]" >&2
		exit 2
		;;
esac
[ -n "$SKIP_BUILD" ] || ./mvnw -B -q package -pl benchmarks -am -DskipTests
[ $# -gt 0 ] || set -- short
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp benchmarks/target/benchmarks.jar io.github.ringlog.benchmarks.peers.Peers "$@"
