"""The scenarios request and start: a web application with each stack."""
import collections
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request

import report

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, "benchmarks/target")
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin/java") if os.environ.get("JAVA_HOME") else "java"
PACKAGE = "io.github.ringlog.benchmarks.request."
ASYNC = "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector"
FORMATS = {"text": [], "ecs": ["-Dlogging.structured.format.console=ecs", "-Dbenchmarks.format=structured-"]}
PORT = 18080
# Each line of a request has it.
MARK = "order 4711"
LINES = 8
# Stacks get requests at once while there are no more of them per second, or else in turns.
AT_ONCE = 100
# How many pairs of windows one start of the applications gets at most.
PAIRS_IN_TURNS, PAIRS_AT_ONCE = 40, 60
# Threads by the beginnings of their names.
GROUPS = (("callers", "http-ni"), ("writer", "ringlog-"), ("writer", "Log4j2-"), ("writer", "AsyncAp"), ("collector", "GC "),
          ("collector", "G1 "), ("collector", "VM Thr"), ("compiler", "C1 "), ("compiler", "C2 "))


class Stack:
    """Class path and options of a stack: what the packaged application has, without or with other libraries."""

    def __init__(self, name, label, without=None, peers=(), options=(), asynchronous=True):
        self.name, self.label, self.without, self.peers = name, label, without, peers
        self.options, self.asynchronous = list(options), asynchronous

    def class_path(self):
        app = os.path.join(TARGET, "application")
        jars = sorted(glob.glob(f"{app}/*.jar") + glob.glob(f"{app}/lib/*.jar"))
        jars = [jar for jar in jars if not (self.without and os.path.dirname(jar) != app and re.match(self.without, os.path.basename(jar)))]
        return ":".join(jars + [jar for peer in self.peers for jar in sorted(glob.glob(f"{TARGET}/peers/{peer}/*.jar"))])


NO_RINGLOG = "ringlog-|disruptor-"
NO_LOG4J = NO_RINGLOG + "|log4j-(?!api)|spring-boot-starter-log4j2"
STACKS = [
    Stack("ringlog", "Ringlog"),
    Stack("boot-log4j", "Spring Boot with Log4j", NO_RINGLOG, asynchronous=False),
    Stack("boot-logback", "Spring Boot with Logback", NO_LOG4J, ("logback", "boot-logback"), asynchronous=False),
    Stack("boot-log4j-async", "Spring Boot with Log4j async, Disruptor 3.4.4", NO_RINGLOG, ("disruptor3",), [ASYNC]),
    Stack("boot-logback-async", "Spring Boot with Logback's AsyncAppender, lossless", NO_LOG4J, ("logback", "boot-logback"),
          [f"-Dlogging.config={ROOT}/benchmarks/src/main/resources/peers/boot-logback-async.xml"]),
]


class Application:
    """The application with one stack. Another process drains its standard output, and counts the lines of requests."""

    def __init__(self, stack, sort, port, flags):
        self.url, self.logging_requests = f"http://127.0.0.1:{port}", 0
        command = ([JAVA] + flags + stack.options + FORMATS[sort] + ["-cp", stack.class_path(), PACKAGE + "OrderApplication",
                   f"--server.port={port}", "--server.tomcat.max-keep-alive-requests=-1"])
        self.started = time.monotonic()
        with socket.socket() as other:
            if other.connect_ex(("127.0.0.1", port)) == 0:
                raise RuntimeError(f"Something else answers at port {port}")
        # In sessions of their own: an interrupt is for the driver alone, which ends them.
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
        self.drain = subprocess.Popen(["grep", "-c", MARK], stdin=self.process.stdout, stdout=subprocess.PIPE, text=True,
                                      start_new_session=True)
        self.process.stdout.close()
        self.clock = (~self.process.pid << 3) | 2

    def await_answer(self):
        """The seconds until the first answer, and the CPU."""
        while True:
            try:
                self.get("/orders/1?log=false")
                return time.monotonic() - self.started, self.cpu()
            except OSError as ex:
                if self.process.poll() is not None or time.monotonic() > self.started + 120:
                    raise RuntimeError("Nothing answers at " + self.url) from ex
                time.sleep(0.005)

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return answer.read()

    def cpu(self):
        return time.clock_gettime_ns(self.clock)

    def threads(self):
        """For each thread its name, its nanoseconds on a processor, and how often it was put there."""
        directory, found = f"/proc/{self.process.pid}/task", {}
        for thread in os.listdir(directory):
            try:
                nanos, _, times = text_of(f"{directory}/{thread}/schedstat").split()
                found[thread] = (text_of(f"{directory}/{thread}/comm"), int(nanos), int(times))
            except OSError:
                pass  # It has ended meanwhile.
        return found

    def writes(self):
        return int(re.search(r"^syscw: (\d+)", text_of(f"/proc/{self.process.pid}/io"), re.MULTILINE).group(1))

    def resident(self):
        return 1024 * int(re.search(r"^VmRSS:\s+(\d+)", text_of(f"/proc/{self.process.pid}/status"), re.MULTILINE).group(1))

    def stop(self):
        """Stop, and return how many lines of requests have arrived."""
        end(self.process)
        return int(self.drain.communicate()[0] or 0)


class Client:
    """The load generator, one JVM for all, so that it is warm for all alike."""

    def __init__(self):
        self.process = subprocess.Popen([JAVA, "-Xmx512m", "-XX:+UseSerialGC", "-cp", STACKS[0].class_path(), PACKAGE + "LoadGenerator"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)

    def load(self, rate, seconds, applications, logs):
        """Send requests to each application, with or without lines."""
        addresses = [f"{a.url}/orders/4711?log={'true' if log else 'false'}" for a, log in zip(applications, logs)]
        self.process.stdin.write(" ".join([str(rate), str(seconds)] + addresses) + "\n")
        self.process.stdin.flush()
        answers = [json.loads(self.process.stdout.readline() or "null") for _ in applications]
        if None in answers:
            raise RuntimeError("The load generator has ended")
        for application, log, answer in zip(applications, logs, answers):
            answer["requests"] = sum(answer["latencies"].values())
            application.logging_requests += answer["requests"] if log else 0
        return answers

    def close(self):
        end(self.process)


class Requests:
    """All stacks are up at once; windows in which requests log or do not log follow each other in pairs."""

    def __init__(self, driver):
        self.driver, self.profile = driver, driver.profile
        self.stacks = chosen(driver)
        self.cells = [(sort, int(rate)) for sort in self.profile["formats"].split(",") for rate in self.profile["rates"].split(",")]
        self.pairs, self.tries = {}, collections.Counter()

    def at_once(self, rate):
        return rate * len(self.stacks) <= AT_ONCE

    def plan(self):
        p = self.profile
        pair = {rate: 2 * (p["window"] + 0.1) * (1 if self.at_once(rate) else len(self.stacks)) for _, rate in self.cells}
        least = sum(p["pairs"] * pair[rate] for _, rate in self.cells)
        starts = len({sort for sort, _ in self.cells}) * 2 * (p["app_warm_up"] * len(self.stacks) + 20)
        return (f"at least {p['pairs']} pairs of windows for each of {len(self.cells)} formats and rates, "
                f"at most {p['most_pairs']} while intervals are wide", starts + least)

    def is_missing(self, earlier):
        self.pairs = {cell: [] for cell in self.cells}
        for line in earlier:
            if line["kind"] == "pairs" and (line["format"], line["rate"]) in self.pairs:
                self.pairs[line["format"], line["rate"]].append(line["stacks"])
        return any(not self.is_enough(cell) for cell in self.cells)

    def is_enough(self, cell):
        """Whether there are enough pairs for intervals narrower than a third of the cost of the best peer."""
        pairs = self.pairs[cell]
        # A rate that the machine does not hold, or a machine that stands still again and again.
        if self.tries[cell] >= 10 + 2 * len(pairs):
            return True
        if len(pairs) < self.profile["pairs"] or len(pairs) >= self.profile["most_pairs"]:
            return len(pairs) >= self.profile["most_pairs"]
        costs = {s.name: report.interval([report.cost(p[s.name]) for p in pairs if s.name in p]) for s in self.stacks}
        best = min((cost[0] for name, cost in costs.items() if name != "ringlog"), default=0)
        return all(high - low < best / 3 for _, low, high in costs.values())

    def run(self):
        extract()
        while not self.driver.is_late() and any(not self.is_enough(cell) for cell in self.cells):
            for sort in dict.fromkeys(sort for sort, _ in self.cells):
                rates = [rate for s, rate in self.cells if s == sort and not self.is_enough((sort, rate))]
                if rates and not self.driver.is_late():
                    self.run_format(sort, rates)

    def run_format(self, sort, rates):
        applications, client = [], None
        try:
            for index, stack in enumerate(self.stacks):
                applications.append(Application(stack, sort, PORT + index, ["-Xms256m", "-Xmx256m"] + self.profile["jvm_options"]))
            for application in applications:
                application.await_answer()
            client = Client()
            # In turns: one that had all its warm-up before the others started was up to a third faster.
            for log in (True, False, True, True):
                for application in applications:
                    client.load(min(1500, 10 * max(rates)), self.profile["app_warm_up"] / 4, [application], [log])
            for rate in rates:
                for _ in range(PAIRS_AT_ONCE if self.at_once(rate) else PAIRS_IN_TURNS):
                    if not self.driver.is_late() and not self.is_enough((sort, rate)):
                        self.pair(client, applications, sort, rate)
                print(f"{time.strftime('%H:%M:%S')} request {sort} {rate}/s: {len(self.pairs[sort, rate])} pairs", flush=True)
        finally:
            if client:
                client.close()
            lines = {stack.name: (LINES * a.logging_requests, a.stop()) for stack, a in zip(self.stacks, applications)}
        self.driver.write({"kind": "lines", "format": sort, "expected": {s: n for s, (n, _) in lines.items()},
                           "lost": {s: expected - arrived for s, (expected, arrived) in lines.items()}})

    def pair(self, client, applications, sort, rate):
        """Two windows for each stack, with lines in the first or in the second one."""
        cell, number = self.pairs[sort, rate], len(self.pairs[sort, rate])
        self.tries[sort, rate] += 1
        groups = [list(range(len(applications)))] if self.at_once(rate) else [[i] for i in range(len(applications))]
        line = {"kind": "pairs", "format": sort, "rate": rate, "round-trip": self.driver.machine.round_trip(), "stacks": {}}
        for place in range(len(groups)):
            group = groups[(place + number) % len(groups)]
            windows = {index: {} for index in group}
            for half in (0, 1):
                logs = [(number + index + half) % 2 == 0 for index in group]
                for index, log, window in zip(group, logs, self.window(client, [applications[i] for i in group], rate, logs)):
                    windows[index]["on" if log else "off"] = window
            if all(None not in both.values() for both in windows.values()):
                line["stacks"].update({self.stacks[index].name: both for index, both in windows.items()})
        if line["stacks"]:
            self.driver.write(line)
            cell.append(line["stacks"])

    def window(self, client, applications, rate, logs):
        begin = time.monotonic()
        before = [(a.threads(), a.writes()) for a in applications]
        answers = client.load(rate, self.profile["window"], applications, logs)
        # What is written behind the requests is theirs.
        time.sleep(0.05)
        after = [(a.threads(), a.writes()) for a in applications]
        if time.monotonic() - begin > self.profile["window"] * 1.25 + 0.5:
            # The machine, or this process, has stood still.
            return [None] * len(applications)
        windows = []
        for (threads, writes), (later, more), answer, log in zip(before, after, answers, logs):
            cpu, times = {}, 0
            for thread, (name, nanos, scheduled) in later.items():
                _, earlier, previous = threads.get(thread, (name, 0, 0))
                group = next((group for group, prefix in GROUPS if name.startswith(prefix)), "others")
                cpu[group] = cpu.get(group, 0) + nanos - earlier
                times += scheduled - previous
            windows.append({"requests": answer["requests"], "failed": answer["failed"], "cpu": cpu, "scheduled": times,
                            "writes": more - writes, **({"latencies": answer["latencies"]} if log else {})})
        return windows


class Starts:
    """Starts of the application, in turns."""

    def __init__(self, driver):
        self.driver, self.profile, self.stacks = driver, driver.profile, chosen(driver)

    def plan(self):
        number = self.profile["starts"]
        return f"{len(self.stacks)} runs in each of {number} rounds", number * len(self.stacks) * (2 * self.profile["idle"] + 5)

    def key(self, stack, number):
        return f"start {stack.name} {number}"

    def is_missing(self, _):
        return any(self.key(stack, n) not in self.driver.done for stack in self.stacks for n in range(1, self.profile["starts"] + 1))

    def run(self):
        extract()
        for number in range(1, self.profile["starts"] + 1):
            for place in range(len(self.stacks)):
                stack = self.stacks[(place + number) % len(self.stacks)]
                if self.key(stack, number) not in self.driver.done and not self.driver.is_late():
                    self.driver.observed({"kind": "run", "key": self.key(stack, number), "scenario": "start", "contender": stack.name,
                                          "label": stack.label, "asynchronous": stack.asynchronous, "lossless": True,
                                          "parameters": {}, "round": number}, lambda stack=stack: self.start(stack))

    def start(self, stack):
        application = Application(stack, "text", PORT, ["-Xmx512m"] + self.profile["jvm_options"])
        try:
            seconds, cpu = application.await_answer()
            row = {"kind": "start", "millis": 1000 * seconds, "cpu": cpu, "resident": application.resident()}
            # The compiler is still busy with the start.
            time.sleep(self.profile["idle"])
            begin, before = time.monotonic_ns(), application.cpu()
            time.sleep(self.profile["idle"])
            row.update({"idle-cpu": application.cpu() - before, "idle-nanos": time.monotonic_ns() - begin,
                        **json.loads(application.get("/footprint"))})
        finally:
            application.stop()
        return [row]


def chosen(driver):
    wanted = driver.options.contenders.split(",")
    return [stack for stack in STACKS if stack.name in wanted or wanted == [""]]


def extract():
    """Unpack the application."""
    app = os.path.join(TARGET, "application")
    shutil.rmtree(app, ignore_errors=True)
    jar = next(j for j in glob.glob(os.path.join(ROOT, "benchmarks/application/target/ringlog-*.jar")) if "sources" not in j)
    subprocess.run([JAVA, "-Djarmode=tools", "-jar", jar, "extract", "--destination", app], check=True, stdout=subprocess.DEVNULL)
    # The manifest of the extracted one names all libraries, and so no stack could do without.
    shutil.copy(jar + ".original", os.path.join(app, os.path.basename(jar)))


def end(process):
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def text_of(path):
    with open(path, encoding="utf-8") as text:
        return text.read().strip()
