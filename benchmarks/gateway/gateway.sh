# What the load tests of the gateway share, beside common.sh.

BACKENDS=http://127.0.0.1:19001,http://127.0.0.1:19002,http://127.0.0.1:19003,http://127.0.0.1:19004
CONNECTIONS=${CONNECTIONS:-180}
FLAGS=${FLAGS:--Xms512m -Xmx512m}
# How many threads of a gateway serve requests; Spring Boot's default. More connections wait for a thread.
THREADS=${THREADS:-200}

command -v wrk > /dev/null || { echo 'wrk is missing: apt-get install wrk' >&2; exit 1; }

start_backends() {
	# shellcheck disable=SC2086 # Several words.
	java $FLAGS -cp "$OUT/app/$JAR" io.github.ringlog.demoapp.DemoApplication --server.port=19001 \
		--demoapp.more-ports=19002,19003,19004 --logging.level.root=off > "$OUT/backend.txt" 2>&1 &
	BACKEND=$!
	await http://127.0.0.1:19001/actuator/health $BACKEND
}

# Become the gateway of stack $1 at port $2, with the file $3.
gateway() {
	# shellcheck disable=SC2046,SC2086
	exec java $FLAGS $(options "$1") -cp "$(class_path "$1")" io.github.ringlog.sample.SampleGatewayApplication \
		--server.port="$2" --sample.backend.urls=$BACKENDS --sample.clients.demo.requests=1000000 \
		--server.tomcat.threads.max="$THREADS" --spring.http.clients.read-timeout=10s --logging.file.name="$3" \
		--logging.log4j2.rollingpolicy.max-file-size=1TB --logging.logback.rollingpolicy.max-file-size=1TB
}

# Load the gateway at port $1 for $2 seconds, with $3 ms between two requests of a connection.
load() {
	wrk -t2 -c"$CONNECTIONS" -d"$2"s --timeout 10s -H 'X-Api-Key: demo-key' -s "$ROOT/benchmarks/gateway/report.lua" \
		"http://127.0.0.1:$1/demoapp/greeting" -- "${3:-0}" | sed -n 's/^csv //p'
}

# How many requests the gateway at port $1 has answered.
requests() {
	meter "http://127.0.0.1:$1/actuator/metrics/http.server.requests?tag=uri:/demoapp/**" COUNT
}
