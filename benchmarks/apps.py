"""The scenarios gateway and chat: applications under the same load for each stack, by a schedule that no slow answer delays."""
import glob
import json
import os
import re
import shutil
import subprocess
import threading
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, "benchmarks/target")
ID = re.compile(rb'[\["][0-9a-f]{32}[\]"]')
CLIENTS = 200
BACKENDS = [19001, 19002, 19003, 19004]
NO_RINGLOG = ["-Dringlog.enabled=false"]
ASYNC = "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector"
# Logback has its own syntax for the trace id, without which the lines would have none.
LOGBACK = NO_RINGLOG + ["-Dlogging.pattern.correlation=[%X{traceId:-}]"]


class AppScenario:
    # Label, family, directory of the application, options.
    STACKS = {
        "off": ("no logging", "none", "app", ["-Dlogging.level.root=off"]),
        "boot-logback": ("Spring Boot with Logback, default", "logback", "app-logback", LOGBACK),
        "boot-logback-async": ("Spring Boot's appenders behind Logback's AsyncAppender, lossless", "logback", "app-logback",
                               LOGBACK + [f"-Dlogging.config={ROOT}/benchmarks/logback-async.xml"]),
        "boot-log4j": ("Spring Boot with Log4j, default", "log4j", "app", NO_RINGLOG),
        "boot-log4j-async": ("Spring Boot with Log4j async, Disruptor 3.4.4", "log4j", "app-disruptor3", [ASYNC]),
        "ringlog": ("Ringlog", "ringlog", "app", []),
    }
    # Module, main class, the path, the three rates, and the lines of a request or message.
    SCENARIOS = {
        "gateway": ("sample-gateway", "io.github.ringlog.sample.SampleGatewayApplication", "http://127.0.0.1:%d/demoapp/greeting",
                    [500, 1000, 2000]),
        "chat": ("benchmarks/messaging", "io.github.ringlog.benchmarks.messaging.ChatServer", "ws://127.0.0.1:%d/chat",
                 [2000, 4000, 8000]),
    }

    def __init__(self, scenario, driver, options):
        self.scenario, self.driver, self.profile = scenario, driver, driver.profile
        self.module, self.main, self.url, self.rates = self.SCENARIOS[scenario]
        if options.rates:
            self.rates = [int(rate) for rate in options.rates.split(",")]
        wanted = options.contenders.split(",") if options.contenders else list(self.STACKS)
        self.stacks = [stack for stack in self.STACKS if stack in wanted]
        self.apps = os.path.join(TARGET, "apps", scenario)

    def turns(self, sink):
        # Other sinks than text have one rate in the short form.
        rates = self.rates if sink == "text" or self.driver.options.form == "full" else self.rates[1:2]
        return [(rate, stack) for rate in rates for stack in self.stacks]

    def sinks(self):
        # The short form has JSON for the gateway alone.
        sinks = self.profile["sinks"].split(",")
        return sinks[:1] if self.scenario == "chat" and self.driver.options.form != "full" else sinks

    def plan(self):
        number = sum(len(self.turns(sink)) for sink in self.sinks())
        return number, number * (self.profile["turn"] + 0.8)

    def start_seconds(self):
        return len(self.sinks()) * len(self.stacks) * (self.profile["app_warm_up"] + 3)

    def key(self, stack, sink, rate, number):
        return f"{self.scenario} {stack} {sink} {rate} {number}"

    def missing(self, sink=None):
        return any(self.key(stack, s, rate, number) not in self.driver.done for s in ([sink] if sink else self.sinks())
                   for rate, stack in self.turns(s) for number in range(1, self.profile["rounds"] + 1))

    def run(self):
        self.extract()
        backend = None
        try:
            if self.scenario == "gateway":
                backend = Application(self, "off", None, BACKENDS[0], "io.github.ringlog.demoapp.DemoApplication",
                                      ["--demoapp.more-ports=" + ",".join(map(str, BACKENDS[1:]))])
                backend.await_answer()
            for sink in self.sinks():
                if self.missing(sink):
                    self.run_sink(sink)
        finally:
            if backend:
                backend.stop()

    def run_sink(self, sink):
        applications = [Application(self, stack, sink, 18080 + index, self.main, self.arguments())
                        for index, stack in enumerate(self.stacks)]
        client = None
        try:
            for application in applications:
                application.await_answer()
            client = Client(self, [self.url % application.port for application in applications])
            # In turns: one that had all its warm-up before the others started was up to a third faster.
            for rate in self.rates[1:]:
                for index in range(len(applications)):
                    client.load(index, rate, self.profile["app_warm_up"] / 2)
                    applications[index].settle()
            for number in range(1, self.profile["rounds"] + 1):
                turns = self.turns(sink)
                for place in range(len(turns)):
                    rate, stack = turns[place]
                    index = (self.stacks.index(stack) + number - 1) % len(self.stacks)
                    stack = self.stacks[index]
                    if self.key(stack, sink, rate, number) not in self.driver.done:
                        self.turn(client, applications[index], index, sink, rate, number)
        finally:
            if client:
                client.close()
            for application in applications:
                application.finish(client)

    def turn(self, client, application, index, sink, rate, number):
        label, family, _, _ = self.STACKS[application.stack]
        line = {"kind": "run", "key": self.key(application.stack, sink, rate, number), "scenario": self.scenario,
                "contender": application.stack, "label": label, "family": family,
                "default": application.stack == "boot-logback", "lossless": True, "parameters": {"sink": sink}, "round": number}

        def measure():
            before = application.cpu()
            row = client.load(index, rate, self.profile["turn"])
            row["settled"] = application.settle()
            row["cpu"] = application.cpu() - before
            return [{"kind": "turn", "rate": rate, **row}]
        self.driver.observed(line, measure)

    def arguments(self):
        if self.scenario == "chat":
            return []
        return ["--sample.backend.urls=" + ",".join(f"http://127.0.0.1:{port}" for port in BACKENDS),
                "--sample.clients.demo.requests=1000000", "--spring.http.clients.read-timeout=10s"]

    def extract(self):
        """Unpack the application; the same with Logback, and with Disruptor 3.4.4, on which Log4j's loggers lose nothing."""
        if os.path.exists(self.apps):
            shutil.rmtree(self.apps)
        jar = next(j for j in glob.glob(os.path.join(ROOT, self.module, "target/ringlog-*.jar")) if "sources" not in j)
        app = os.path.join(self.apps, "app")
        subprocess.run(["java", "-Djarmode=tools", "-jar", jar, "extract", "--destination", app], check=True, stdout=subprocess.DEVNULL)
        for copy, without, peers in (("app-logback", "log4j-(slf4j2-impl|jul)-", "logback"), ("app-disruptor3", "disruptor-", "disruptor3")):
            lib = os.path.join(self.apps, copy, "lib")
            shutil.copytree(app, os.path.join(self.apps, copy))
            for name in os.listdir(lib):
                if re.match(without, name):
                    os.remove(os.path.join(lib, name))
            for peer in glob.glob(os.path.join(TARGET, "peers", peers, "*.jar")):
                shutil.copy(peer, lib)

    def class_path(self, directory):
        path = os.path.join(self.apps, directory)
        return ":".join(glob.glob(os.path.join(path, "*.jar")) + [os.path.join(path, "lib", "*")])


class Application:
    """The application of one stack. Its standard output goes through a pipe to a reader, as in a container."""

    def __init__(self, scenario, stack, sink, port, main, arguments):
        self.scenario, self.stack, self.sink, self.port, self.lines = scenario, stack, sink, port, 0
        self.directory = os.path.join(scenario.apps, "runs", f"{sink}-{stack}-{port}")
        os.makedirs(self.directory, exist_ok=True)
        self.file = os.path.join(self.directory, "app.log")
        options = AppScenario.STACKS[stack][3]
        if sink == "json":
            options = options + ["-Dlogging.structured.format.console=ecs", "-Dlogging.structured.format.file=ecs",
                                 "-Dbenchmarks.format=structured-"]
        command = (["java", "-Xms512m", "-Xmx512m"] + options + (scenario.profile["jvm_options"] if sink else [])
                   + ["-cp", scenario.class_path(AppScenario.STACKS[stack][2]), main, f"--server.port={port}"] + arguments)
        if sink:
            command += ["--logging.file.name=" + self.file, "--logging.log4j2.rollingpolicy.max-file-size=1TB",
                        "--logging.logback.rollingpolicy.max-file-size=1TB"]
        with open(os.path.join(self.directory, "errors.txt"), "wb") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)
        self.clock = (~self.process.pid << 3) | 2
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        """Count the lines with a trace id, and if it stalls, take nothing for 100 ms of each second."""
        rest, stalled = b"", time.monotonic()
        while chunk := os.read(self.process.stdout.fileno(), 1 << 18):
            lines = (rest + chunk).split(b"\n")
            rest = lines.pop()
            self.lines += sum(1 for line in lines if ID.search(line))
            if self.sink == "stalling" and time.monotonic() - stalled > 0.9:
                time.sleep(0.1)
                stalled = time.monotonic()

    def await_answer(self):
        path = "/sessions" if self.scenario.scenario == "chat" else "/actuator/health"
        end = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5).close()
                return
            except OSError as ex:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"Nothing answers at port {self.port}: see {self.directory}") from ex
                time.sleep(0.2)

    def cpu(self):
        return time.clock_gettime_ns(self.clock)

    def settle(self):
        """Wait until it writes nothing more, so that its queue does not run in the turn of the next one; for how long it wrote."""
        begin = changed = time.monotonic()
        written = self.written()
        while time.monotonic() - changed < 0.3 and time.monotonic() - begin < 30:
            time.sleep(0.02)
            now = self.written()
            if now != written:
                written, changed = now, time.monotonic()
        return round(changed - begin, 3)

    def written(self):
        with open(f"/proc/{self.process.pid}/io", encoding="ascii") as io:
            return re.search(r"^wchar: (\d+)", io.read(), re.MULTILINE).group(1)

    def meter(self, name):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/actuator/metrics/{name}", timeout=5) as answer:
                return next(m["value"] for m in json.load(answer)["measurements"] if m["statistic"] == "COUNT")
        except OSError:
            return 0

    def finish(self, client):
        """Stop, and count the lines: five a request and three an attempt to send it on; four a message and two a client."""
        gateway = self.scenario.scenario == "gateway"
        if gateway:
            expected = 5 * self.meter("http.server.requests?tag=uri:/demoapp/**") + 3 * self.meter("http.client.requests")
        else:
            expected = 4 * client.sent.get(self.scenario.stacks.index(self.stack), 0) + 2 * CLIENTS if client else 0
        dropped = self.meter("ringlog.events.dropped")
        self.stop()
        lines = 0
        if os.path.exists(self.file):
            with open(self.file, "rb") as file:
                lines = sum(1 for line in file if ID.search(line))
            os.remove(self.file)
        if self.stack != "off":
            self.scenario.driver.write({"kind": "lines", "contender": self.stack, "sink": self.sink, "expected": expected,
                                        "console": self.lines, "file": lines, "dropped": dropped,
                                        "lost": max(0, round(2 * (expected - dropped) - self.lines - lines))})

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        finally:
            self.process.kill()
        self.reader.join()


class Client:
    """The load generator, one JVM for all turns, so that it is warm: a line in is a turn, a line out its result."""

    def __init__(self, scenario, urls):
        # The class of the chat benchmark also loads the gateway.
        app = scenario if scenario.scenario == "chat" else AppScenario("chat", scenario.driver, scenario.driver.options)
        if app is not scenario:
            app.extract()
        self.sent = {}
        self.process = subprocess.Popen(["java", "-Xmx1g", "-XX:+ExitOnOutOfMemoryError", "-cp", app.class_path("app"),
                                         "io.github.ringlog.benchmarks.messaging.LoadGenerator", str(CLIENTS)] + urls,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answer()

    def load(self, index, rate, seconds):
        self.process.stdin.write(f"{index} {rate} {seconds}\n")
        self.process.stdin.flush()
        row = self.answer()
        self.sent[index] = self.sent.get(index, 0) + row["requests"]
        return row

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("The load generator has ended")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(60)
        finally:
            self.process.kill()
