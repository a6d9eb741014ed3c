#!/bin/sh
# Runs the suite of W3C Trace Context against a servlet service, a WebFlux service and both gateways, at both levels.
# Usage: src/test/w3c/run.sh [checkout of w3c/trace-context]
# Without a checkout it clones one from GitHub. It needs python3 with venv, and aiohttp from PyPI.
set -eu

cd "$(dirname "$0")/../../.."
target="$PWD/src/test/target/w3c"
mkdir -p "$target"

checkout=${1:-"$target/trace-context"}
if [ ! -e "$checkout/test/test.py" ]; then
	git clone --depth 1 https://github.com/w3c/trace-context "$checkout"
fi
suite=$(cd "$checkout/test" && pwd)

if [ ! -x "$target/venv/bin/python" ]; then
	python3 -m venv "$target/venv"
	"$target/venv/bin/pip" --quiet install aiohttp
fi

./mvnw -B -q verify -pl src/test -am -Dtest=W3cSuiteTests -Dsurefire.failIfNoSpecifiedTests=false \
	-Dringlog.w3c.suite="$suite" -Dringlog.w3c.python="$target/venv/bin/python"

for report in src/test/target/w3c-*.txt; do
	echo "$(basename "$report" .txt): $(grep '^Ran ' "$report"), $(tail -1 "$report")"
done
