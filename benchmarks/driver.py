#!/usr/bin/env python3
"""Runs the benchmarks and writes raw results, a JSON object a line. run.sh starts it; README.md beside it has the options.

Scenarios follow each other; within one, each round takes all contenders, and each round begins with another one. Each run
is written as it ends, and what is in the raw results is not run again.
"""
import argparse
import collections
import datetime
import json
import math
import os
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from report import read
from web import Requests, Starts

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, "benchmarks/target")
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin/java") if os.environ.get("JAVA_HOME") else "java"
PACKAGE = "io.github.ringlog.benchmarks.load."
PATTERN = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5p [%t] %c - %m%n"

Contender = collections.namedtuple("Contender", "label family backend classpath configuration queue lossless flush flags")
ASYNC = "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector"
TUNED = [ASYNC, "-Dlog4j2.asyncLoggerRingBufferSize=16384", "-Dlog4j2.asyncLoggerWaitStrategy=Sleep",
         "-Dlog4j2.garbagefreeThreadContextMap=true"]
LARGE = 262144


def log4j(label, more="", configuration="log4j-random", queue=0, lossless=True, flush=False, flags=()):
    return Contender(label, "log4j", "log4j", ("log4j " + more).split(), configuration, queue, lossless, flush, list(flags))


def logback(label, appender="out", more="", queue=0, lossless=True, flush=False, configuration="logback"):
    return Contender(label, "logback", "logback", ("logback " + more).split(), configuration, queue, lossless, flush,
                     ["-Dpeers.appender=" + appender])


def boot(label, family, classpath, queue=0, flush=False, flags=()):
    return Contender(label, family, "boot-" + family, classpath.split(), "packaged", queue, True, flush, list(flags))


CONTENDERS = {
    "ringlog": Contender("Ringlog", "ringlog", "boot-log4j", ["ringlog"], "log4j-random", 16384, True, False, []),
    "logback-sync": logback("Logback synchronous, flushes each event (default)", flush=True),
    "logback-sync-buffered": logback("Logback synchronous, buffered"),
    "logback-async": logback("Logback AsyncAppender, default", "async", queue=256, lossless=False, flush=True),
    "logback-async-lossless": logback("Logback AsyncAppender, lossless, buffered", "async", queue=LARGE),
    "logstash-disruptor": logback("logstash-logback-encoder, async Disruptor appender, lossless, buffered", "logstash",
                                  "logstash", LARGE),
    "log4j-sync-flush": log4j("Log4j synchronous, flushes each event (default)", flush=True),
    "log4j-sync": log4j("Log4j synchronous, buffered"),
    "log4j-async": log4j("Log4j async, Disruptor 4, default", "disruptor", queue=4096, lossless=False, flags=[ASYNC]),
    "log4j-async-tuned-disruptor3": log4j("Log4j async, Disruptor 3.4.4, tuned", "disruptor3", queue=16384, flags=TUNED),
    "boot-log4j": boot("Spring Boot with Log4j", "log4j", "boot-log4j", flush=True),
    "boot-logback": boot("Spring Boot with Logback", "logback", "boot-logback", flush=True),
    "boot-log4j-async": boot("Spring Boot with Log4j async, Disruptor 3.4.4", "log4j", "boot-log4j disruptor3", 4096, flags=[ASYNC]),
    "boot-logback-async": boot("Spring Boot with Logback's AsyncAppender, lossless", "logback", "boot-logback", LARGE),
    "json-log4j-async": log4j("Log4j async, Disruptor 3.4.4, tuned, JsonTemplateLayout", "disruptor3 log4j-json", "log4j-json",
                              16384, flags=TUNED),
    "json-logstash": logback("logstash-logback-encoder, async Disruptor appender, lossless, LogstashEncoder", "logstash",
                             "logstash jackson", LARGE, configuration="logback-json"),
}
PLAIN = [c for c in CONTENDERS if not c.startswith(("boot", "json"))]
LOSSLESS = [c for c in PLAIN if CONTENDERS[c].lossless]
BOOT = ["ringlog"] + [c for c in CONTENDERS if c.startswith("boot")]
JMH = ["ringlog", "logback-sync-buffered", "logback-async-lossless", "log4j-sync", "log4j-async-tuned-disruptor3"]
CONFIGURATIONS = {
    # Scenario "users": the configuration, the flags, the shape, where to look for the lines, and who takes part.
    "packaged": ("packaged", [], "strings", "file", BOOT[:3]),
    "team": ("team", [], "strings", "file", BOOT),
    "stdout-json": ("packaged", ["-Dlogging.structured.format.console=ecs", "-Dbenchmarks.format=structured-"], "strings", "console", BOOT),
    "file-json": ("packaged", ["-Dlogging.structured.format.file=ecs", "-Dlogging.threshold.console=off"], "strings", None,
                  BOOT[:3] + ["json-log4j-async", "json-logstash"]),
    "exceptions": ("packaged", [], "exceptions", "file", BOOT[:3]),
}
PROFILES = {
    # Seconds of a measurement, unless the name says otherwise.
    # On a slow machine the compiler is busy with a configuration for some six seconds.
    "full": dict(rounds=3, threads="1,4,50", events=500_000, warm_up=6, warm_up_events=150_000, flood=1.5, bursts=0.8, stall=4,
                 starts=15, idle=10, jmh=0.2, window=2, app_warm_up=8, rates="100,1000,10,5000", formats="text,ecs",
                 pairs=40, most_pairs=240),
    "smoke": dict(rounds=1, threads="4", events=20_000, warm_up=0, warm_up_events=5_000, flood=0, bursts=0.1, stall=2.5,
                  starts=1, idle=0.1, jmh=0.02, window=0.2, app_warm_up=0.2, rates="100,400", formats="text", pairs=2, most_pairs=2),
}
SCENARIOS = ("request", "users", "stall", "flood", "bursts", "start", "allocation", "location")
# When nothing has arrived for so long, buffers are flushed once; and after the second, what is missing is lost.
QUIET, LOST = 0.05, 1.5
POLL = 0.001
ALLOCATIONS = "noParameters|twoStrings|stringAndInt|twoStringsWithMdc|throwable"


def options_of(arguments):
    parser = argparse.ArgumentParser(prog="benchmarks/run.sh")
    parser.add_argument("scenarios", nargs="+", choices=("all",) + SCENARIOS)
    parser.add_argument("--form", choices=tuple(PROFILES), default="full")
    parser.add_argument("--contenders", default="")
    for name in ("threads", "rates", "formats", "configurations", "jvm-options", "out"):
        parser.add_argument("--" + name)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--minutes", type=float, default=480)
    parser.add_argument("--plan", action="store_true")
    options = parser.parse_args(arguments)
    unknown = set(filter(None, options.contenders.split(","))) - set(CONTENDERS)
    if unknown:
        parser.error(f"there is no contender {', '.join(sorted(unknown))}")
    return options


class Machine:
    """What else happens on the machine."""
    def __init__(self):
        # The round trips before the runs of a scenario.
        self.trips = []
        self.process = subprocess.Popen([JAVA, "-Xmx32m", "-XX:+UseSerialGC", "-cp", os.path.join(TARGET, "classes"),
                                         PACKAGE + "RoundTrip"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def state(self, wait):
        """The load average and the share of the processors that is used, once that is small, and the round trip."""
        end = time.monotonic() + wait
        busy = self.busy(0.15)
        while busy > 0.1 and time.monotonic() < end:
            busy = self.busy(0.5)
        trip = self.round_trip()
        while wait and self.is_far(trip) and time.monotonic() < end:
            time.sleep(1)
            trip = self.round_trip()
        return {"load": os.getloadavg()[0], "busy": round(busy, 3), "round-trip": trip, "far": self.is_far(trip)}

    def is_far(self, trip):
        """Whether the processors are in another state than in most runs: a cache line takes twice or half as long."""
        middle = statistics.median(self.trips or [trip])
        return trip > 2 * middle or trip < middle / 2

    def round_trip(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    @staticmethod
    def busy(seconds):
        def used():
            with open("/proc/stat", encoding="ascii") as lines:
                ticks = [int(v) for v in lines.readline().split()[1:9]]
            return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")
        before = used()
        time.sleep(seconds)
        return (used() - before) / seconds / os.cpu_count()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class FileSink:
    """A file, which is cut off after each measurement, so that its pages need not go to the disk."""

    def __init__(self, path):
        self.path, self.start, self.counts = path, 0, False

    def size(self):
        return os.path.getsize(self.path) if os.path.exists(self.path) else 0

    def begin(self):
        # An appender that has a position of its own leaves a hole.
        self.cut = self.size()
        if self.cut:
            os.truncate(self.path, 0)

    def count(self):
        """The finished events since the last cut."""
        with open(self.path, "rb") as file:
            hole = self.size() > 0 and file.read(1) == b"\0"
            file.seek(self.start + self.cut if hole else 0)
            events, last = 0, b"\n"
            while chunk := file.read(1 << 20):
                text = last[-1:] + chunk
                # An event begins with a year, or is a JSON object; others are lines of stack traces.
                events += text.count(b"\n2") + text.count(b"\n{")
                last = chunk
            return events - (last[-1:] != b"\n")


class ConsoleSink:
    """Standard output in a pipe: a thread reads and counts, as in a container."""

    def __init__(self, stream):
        self.stream, self.bytes, self.events, self.last, self.before, self.stall = stream, 0, 0, b"\n", 0, None
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        while chunk := os.read(self.stream.fileno(), 1 << 18):
            text = self.last + chunk
            self.events += text.count(b"\n2") + text.count(b"\n{")
            self.last = chunk[-1:]
            self.bytes += len(chunk)
            if self.stall and time.monotonic() > self.stall:
                time.sleep(1)
                self.stall = None

    def size(self):
        return self.bytes

    def begin(self):
        self.before = self.events

    def count(self):
        return self.events - self.before


class Child:
    """The JVM of a contender. It sends rows, and asks for the end of what it has logged."""

    def __init__(self, command, directory, console, limit):
        self.rows, self.attempted = [], 0
        read, write = os.pipe()
        with open(os.path.join(directory, "output.txt"), "wb") as output:
            self.process = subprocess.Popen(command + [f"pipe=/proc/self/fd/{write}"], stdin=subprocess.PIPE, pass_fds=[write],
                                            stdout=output if console is None else subprocess.PIPE, stderr=output)
        os.close(write)
        self.pipe = os.fdopen(read, encoding="utf-8")
        self.clock = (~self.process.pid << 3) | 2
        self.console = None if console is None else ConsoleSink(self.process.stdout)
        self.sink = self.console if console == "console" else FileSink(os.path.join(directory, "app.log"))
        self.timer = threading.Timer(limit, self.process.kill)

    def run(self):
        self.timer.start()
        try:
            self.sink.begin()
            for line in self.pipe:
                row = json.loads(line)
                if row["kind"] == "cpu":
                    self.answer(time.clock_gettime_ns(self.clock))
                elif row["kind"] == "stall":
                    self.console.stall = time.monotonic() + 1
                elif row["kind"] == "await":
                    self.answer(*self.end(row["events"]))
                else:
                    self.rows.append(row)
            if self.console:
                self.console.thread.join()
                self.rows.append({"kind": "console", "attempted": self.attempted, "lines": self.console.events})
            if self.process.wait() != 0:
                raise RuntimeError(f"It ended with {self.process.returncode}")
        finally:
            self.timer.cancel()
            self.process.kill()
            self.process.wait()

    def answer(self, *values):
        self.process.stdin.write((" ".join(map(str, values)) + "\n").encode())
        self.process.stdin.flush()

    def end(self, events):
        """When the last byte has arrived, the CPU used until then, and what has arrived."""
        self.attempted += events
        size, grown, cpu, flushed, counted = self.sink.size(), time.monotonic_ns(), time.clock_gettime_ns(self.clock), False, -1
        while True:
            time.sleep(POLL)
            now, new = time.monotonic_ns(), self.sink.size()
            if new > size:
                size, grown, cpu, flushed, counted = new, now, time.clock_gettime_ns(self.clock), False, -1
            elif not flushed and now - grown > QUIET * 1e9:
                self.answer("flush")
                if json.loads(self.pipe.readline())["kind"] != "flushed":
                    raise RuntimeError("A flush was expected")
                flushed = True
                if self.sink.size() > size:
                    # The pause before the flush is the driver's, the time of the flush is the stack's.
                    grown += time.monotonic_ns() - now
                    size = self.sink.size()
            elif flushed and counted < 0:
                counted = self.sink.count()
            elif flushed and (counted >= events or now - grown > LOST * 1e9):
                break
        self.sink.begin()
        return grown, cpu, max(0, counted)


class ClassPaths:
    """The class paths of the contenders, as the build has left them."""

    def of(self, contender, jmh=False):
        parts = [os.path.join(TARGET, "classes")] + self.all("HdrHistogram|slf4j-api")
        for part in CONTENDERS[contender].classpath:
            parts += self.part(part)
        return ":".join(parts + (self.all("jmh-core|jopt-simple|commons-math3") if jmh else []))

    def part(self, name):
        if name == "ringlog":
            return self.listed("ringlog")
        if name.startswith("boot"):
            # Neither Ringlog, from its jars or its classes, nor its Disruptor; for Logback no Log4j but its bridge.
            others = r"classes$|ringlog|disruptor" + ("" if name == "boot-log4j" else r"|log4j-(?!api)|spring-boot-starter-log4j2")
            found = [e for e in self.listed("ringlog") if not re.match(others, os.path.basename(e))]
            return found if name == "boot-log4j" else found + self.part("logback") + self.jars(name)
        named = {"log4j": "log4j-api|log4j-core|log4j-slf4j2-impl", "disruptor": "disruptor",
                 "jackson": "jackson-(core|databind|annotations)"}
        if name in named:
            return self.all(named[name])
        return self.jars(name)

    @staticmethod
    def jars(name):
        directory = os.path.join(TARGET, "peers", name)
        return [os.path.join(directory, jar) for jar in sorted(os.listdir(directory))]

    def all(self, names):
        return [e for e in self.listed("all") if re.match(f"({names})-\\d", os.path.basename(e))]

    @staticmethod
    def listed(name):
        with open(os.path.join(TARGET, "peers", name + ".classpath"), encoding="utf-8") as text:
            return text.read().strip().split(":")

    def libraries(self):
        names = {os.path.basename(e)[:-4] for c in CONTENDERS for e in self.of(c).split(":") if e.endswith(".jar")}
        wanted = r"(log4j-(api|core)|disruptor|logback|logstash|slf4j-api|spring-boot-\d|HdrHist)"
        return sorted(name for name in names if re.match(wanted, name))


class Run:
    """One JVM of one contender."""

    def __init__(self, scenario, contender, load, seconds, parameters=None, configuration=None, flags=(), where=None, **options):
        self.scenario, self.contender, self.load, self.seconds = scenario, contender, load, seconds
        self.parameters, self.options, self.flags, self.where = parameters or {}, options, list(flags), where
        self.stack = CONTENDERS[contender]
        self.configuration = configuration or self.stack.configuration
        if self.stack.family == "logback" and self.configuration == "team":
            self.configuration = "team-logback"
        elif contender == "boot-logback-async":
            self.configuration = "boot-logback-async"

    def key(self, number):
        return f"{self.scenario} {self.contender} {json.dumps(self.parameters, sort_keys=True)} {number}"

    def java(self, file, profile):
        stack, spring = self.stack, self.stack.backend.startswith("boot")
        values = {"peers.file": file, "peers.queue": stack.queue, "peers.discard": 0 if stack.lossless else -1,
                  "peers.timeout": -1 if stack.lossless else 0, "peers.flush": str(stack.flush).lower(),
                  "peers.location": self.options.get("location", "false"), "peers.pattern": self.options.get("pattern", PATTERN),
                  "peers.async": "async-" if stack.queue else ""}
        resource_name = f"peers/{self.configuration}.xml"
        if spring:
            if self.configuration != "packaged":
                values["logging.config"] = "classpath:" + resource_name
            if self.where != "console" and not self.configuration.startswith("team"):
                values["logging.file.name"] = file
            values.update({"logging.charset.file": "UTF-8", "logging.charset.console": "UTF-8", "spring.main.banner-mode": "off",
                           "spring.main.log-startup-info": "false", "logging.log4j2.rollingpolicy.max-file-size": "1TB",
                           "logging.logback.rollingpolicy.max-file-size": "1TB",
                           # How it logs, and its findings, would be more lines.
                           "logging.level.io.github.ringlog": "warn", "ringlog.lint.mode": "off"})
        else:
            values["log4j2.configurationFile" if stack.backend == "log4j" else "logback.configurationFile"] = (
                "classpath:" if stack.backend == "log4j" else "") + resource_name
        return ([JAVA] + profile["flags"] + [f"-D{name}={value}" for name, value in sorted(values.items())] + stack.flags
                + self.flags + profile["jvm_options"])


class Driver:
    def __init__(self, options):
        self.options, self.classpaths, self.failures = options, ClassPaths(), 0
        self.profile = dict(PROFILES[options.form], flags=["-Xms1g", "-Xmx1g", "-XX:+UseG1GC"],
                            jvm_options=shlex.split(options.jvm_options or ""))
        if options.form == "smoke":
            self.profile["flags"] = ["-Xms256m", "-Xmx256m", "-XX:+UseG1GC", "-XX:TieredStopAtLevel=1"]
        for name in ("rounds", "threads", "rates", "formats", "pairs"):
            if getattr(options, name) is not None:
                self.profile[name] = getattr(options, name)
        if options.rounds is not None:
            self.profile["starts"] = options.rounds
        self.scenarios = list(SCENARIOS) if "all" in options.scenarios else options.scenarios
        self.out = options.out or os.path.join(TARGET, "results", time.strftime("%Y%m%d-%H%M%S"))
        self.applications = {"request": Requests(self), "start": Starts(self)}
        self.end = math.inf

    def is_late(self):
        return time.monotonic() > self.end

    def chosen(self, contenders):
        wanted = [c for c in self.options.contenders.split(",") if c in CONTENDERS]
        return [c for c in contenders if not self.options.contenders or c in wanted]

    def runs(self, scenario):
        p, start = self.profile, lambda c: 1.9 if CONTENDERS[c].backend.startswith("boot") else 1
        common = {"events": p["events"], "warm-up": p["warm_up"], "warm-up-events": p["warm_up_events"]}
        warm, threads = p["warm_up"] + 0.3, self.options.threads or "4"
        if scenario == "flood":
            def seconds(c):
                slow = p["events"] * 1.8e-6 if CONTENDERS[c].flush else 0
                return start(c) + warm + len(p["threads"].split(",")) * (max(p["flood"], slow) + 0.3 + (0 if CONTENDERS[c].lossless else LOST))
            return [Run(scenario, c, "flood", seconds(c), seconds_=p["flood"], threads=p["threads"], shape="strings", **common)
                    for c in self.chosen(PLAIN)]
        if scenario == "users":
            few = dict(common, events=p["events"] // 5, **{"warm-up-events": p["warm_up_events"] // 4})
            runs = []
            for name in (self.options.configurations or ",".join(CONFIGURATIONS)).split(","):
                configuration, flags, shape, where, everyone = CONFIGURATIONS[name]
                for c in self.chosen(everyone):
                    boot = CONTENDERS[c].backend.startswith("boot")
                    runs.append(Run(scenario, c, "flood", start(c) + warm + p["flood"] + 0.3, {"configuration": name},
                                    configuration if boot else None, flags if boot else [], where, threads="2", shape=shape,
                                    seconds_=p["flood"], **few))
            return runs
        if scenario == "stall":
            return [Run(scenario, c, "paced", start(c) + warm + 1.25 * p["stall"] + 0.4, {}, "packaged", where="console", rate=2000,
                        seconds_=p["stall"], threads=threads, **dict(common, events=p["events"] // 5)) for c in self.chosen(BOOT)]
        if scenario == "bursts":
            return [Run(scenario, c, "bursts", start(c) + warm + 1.25 * p["bursts"] + 0.4, seconds_=p["bursts"],
                        threads=threads, **common) for c in self.chosen(LOSSLESS)]
        if scenario == "location":
            return [Run(scenario, c, "jmh", start(c) + 2.5 + 8 * p["jmh"], {"location": location}, benchmarks="below40Frames",
                        location=location, pattern=PATTERN.replace("%c", "%C.%M:%L") if location == "true" else PATTERN,
                        flags=["-Dringlog.location.capture=" + location]) for c in self.chosen(JMH) for location in ("false", "true")]
        return [Run(scenario, c, "jmh", 5 * (start(c) + 2 + 8 * p["jmh"]), benchmarks=ALLOCATIONS) for c in self.chosen(JMH)]

    def rounds(self, scenario):
        # The iterations of JMH are its rounds.
        return 1 if scenario in ("location", "allocation") else self.profile["rounds"]

    def plan(self):
        total = 0
        print(f"{self.options.form} form, to {self.out}:")
        for scenario in self.scenarios:
            if scenario in self.applications:
                text, seconds = self.applications[scenario].plan()
            else:
                runs = self.runs(scenario)
                text = f"{len(runs)} runs in each of {self.rounds(scenario)} rounds"
                seconds = self.rounds(scenario) * sum(r.seconds + 0.4 for r in runs)
            total += seconds
            print(f"  {scenario:<11} {seconds / 60:5.1f} min: {text}")
        print(f"  in all about {total / 60:.0f} min", flush=True)

    def run(self, arguments):
        os.makedirs(self.out, exist_ok=True)
        self.end = time.monotonic() + 60 * self.options.minutes
        self.machine = Machine()
        try:
            for scenario in self.scenarios:
                self.file = os.path.join(self.out, scenario + ".json")
                earlier = read(self.file)
                self.done = {line["key"]: line for line in earlier if line["kind"] == "run" and "error" not in line}
                self.machine.trips = [line["round-trip"] for line in earlier if "round-trip" in line]
                application = self.applications.get(scenario)
                missing = application.is_missing(earlier) if application else self.missing(self.runs(scenario), self.rounds(scenario))
                if not missing:
                    continue
                self.write(self.environment(arguments))
                if application:
                    application.run()
                else:
                    self.measure_all(self.runs(scenario), self.rounds(scenario))
        finally:
            self.machine.close()
        print(f"The raw results are in {self.out}" + (": time is over" if self.is_late() else ""))
        return self.failures

    def missing(self, runs, rounds):
        return [(run, number) for number in range(1, rounds + 1) for run in runs if run.key(number) not in self.done]

    def measure_all(self, runs, rounds):
        for number in range(1, rounds + 1):
            # Each round begins with another one, so that none always follows the same.
            for index in range(len(runs)):
                run = runs[(index + number - 1) % len(runs)]
                if run.key(number) not in self.done and not self.is_late():
                    self.measure(run, number)
        # Runs in the other state of the machine are repeated once.
        for run, number in [(r, n) for n in range(1, rounds + 1) for r in runs]:
            if self.done.get(run.key(number), {}).get("far") and self.options.form != "smoke" and not self.is_late():
                self.measure(run, number)

    def write(self, line):
        with open(self.file, "a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")

    def environment(self, arguments):
        def output(*command):
            return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        with open("/proc/cpuinfo", encoding="utf-8") as cpus:
            processor = re.search(r"model name\s*: (.*)", cpus.read())
        changes = output("git", "status", "--porcelain", "--", ".", ":!docs/benchmarks").stdout
        return {"kind": "environment", "driver": 2, "date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
                "command": "benchmarks/run.sh " + shlex.join(a for a in arguments if not a.startswith("--out=")),
                "form": self.options.form,
                "flags": " ".join(self.profile["flags"]),
                "processor": f"{processor.group(1) if processor else os.uname().machine}, {os.cpu_count()} cores",
                "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') >> 30} GiB",
                "system": f"{os.uname().sysname} {os.uname().release}", "java": output(JAVA, "-version").stderr.splitlines()[-1],
                "load": os.getloadavg()[0], "libraries": ", ".join(self.classpaths.libraries()),
                "commit": output("git", "rev-parse", "--short", "HEAD").stdout.strip() + (" and changes" if changes else "")}

    def observed(self, line, measure):
        """Add the state of the machine, and the rows."""
        line.update({"started": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                     **self.machine.state(0 if self.options.form == "smoke" else 30)})
        self.machine.trips.append(line["round-trip"])
        try:
            line["rows"] = measure()
            self.done[line["key"]] = line
        except subprocess.TimeoutExpired as ex:
            self.failures += 1
            line["error"] = f"it had not ended after {ex.timeout:.0f} s"
        except Exception as ex:
            self.failures += 1
            line["error"] = str(ex)
        self.write(line)
        print(f"{time.strftime('%H:%M:%S')} {line['key']}" + (f" FAILED: {line['error']}" if "error" in line else ""), flush=True)

    def measure(self, run, number):
        line = {"kind": "run", "key": run.key(number), "scenario": run.scenario, "contender": run.contender,
                "label": run.stack.label, "asynchronous": run.stack.queue > 0, "parameters": run.parameters, "round": number,
                "queue": run.stack.queue, "lossless": run.stack.lossless}
        directory = tempfile.mkdtemp(dir=os.path.join(TARGET, "peers"))
        try:
            self.observed(line, lambda: (self.jmh if run.load == "jmh" else self.child)(run, directory, line))
        finally:
            shutil.rmtree(directory)

    def child(self, run, directory, line):
        options = [f"{name.rstrip('_')}={value}" for name, value in run.options.items() if name not in ("pattern", "location")]
        java = run.java(os.path.join(directory, "app.log"), self.profile)
        command = java + ["-cp", self.classpaths.of(run.contender), PACKAGE + "Load", f"backend={run.stack.backend}",
                          f"load={run.load}"] + options
        line["command"] = re.sub(r"-cp \S+", "-cp ...", " ".join(command)).replace(directory, "run")
        console = run.where or ("file" if run.configuration.startswith("team") else None)
        child = Child(command, directory, console, 60 + 10 * run.seconds)
        try:
            child.run()
        except Exception as ex:
            raise RuntimeError(f"{ex}: {tail(directory)}") from ex
        return child.rows

    def jmh(self, run, directory, line):
        results = os.path.join(directory, "results.json")
        seconds = str(max(10, int(self.profile["jmh"] * 1000))) + "ms"
        jvm = run.java("/dev/null", self.profile) + ["-Dpeers.backend=" + run.stack.backend, "-Djmh.ignoreLock=true"]
        command = jvm + ["-cp", self.classpaths.of(run.contender, jmh=True), "org.openjdk.jmh.Main",
                         rf"\.PublishBenchmark\.({run.options['benchmarks']})$", "-prof", "gc", "-f", "1", "-wi",
                         "1" if self.options.form == "smoke" else "2", "-w", "1s" if self.options.form != "smoke" else "10ms",
                         "-i", "5", "-r", seconds, "-foe", "true", "-rf", "json", "-rff", results]
        line["command"] = re.sub(r"-cp \S+", "-cp ...", " ".join(command)).replace(directory, "run")
        with open(os.path.join(directory, "output.txt"), "wb") as output:
            if subprocess.run(command, stdout=output, stderr=output, timeout=60 + 10 * run.seconds, check=False).returncode != 0:
                raise RuntimeError(tail(directory))
        rows = []
        with open(results, encoding="utf-8") as text:
            for benchmark in json.load(text):
                allocated = next(v for k, v in benchmark["secondaryMetrics"].items() if k.endswith("gc.alloc.rate.norm"))
                name = benchmark["benchmark"].rsplit(".", 1)[1]
                rows += [{"kind": "jmh", "benchmark": name, "nanos": nanos, "bytes": max(0, bytes_)} for nanos, bytes_ in
                         zip(benchmark["primaryMetric"]["rawData"][0], allocated["rawData"][0])]
        return rows


def tail(directory):
    with open(os.path.join(directory, "output.txt"), encoding="utf-8", errors="replace") as text:
        return text.read()[-1500:]


def main():
    # So that all that were started are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = options_of(sys.argv[1:])
    driver = Driver(options)
    driver.plan()
    if options.plan:
        return
    failures = driver.run(sys.argv[1:])
    if failures:
        sys.exit(f"{failures} runs failed; the same command runs them again")


if __name__ == "__main__":
    main()
