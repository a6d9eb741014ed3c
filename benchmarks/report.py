#!/usr/bin/env python3
"""Makes the page, its plots and the tables of other pages from raw results.

    report.py DIRECTORY              the page and its plots, in the directory
    report.py --publish DIRECTORY [SECOND]   the same in docs/benchmarks, with a second run, and the tables of other pages
    report.py --check [ROOT]         whether each figure of the pages follows from the raw results of docs/benchmarks
    report.py --compare A B          how often the order of two stacks differs between two runs

A figure is the median of all rounds, a round being the median of what one JVM has measured in it; the lowest and the
highest round are its interval. Two figures whose intervals overlap do not differ. Plots need matplotlib.
"""
import collections
import glob
import itertools
import json
import math
import os
import re
import shutil
import statistics
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
Figure = collections.namedtuple("Figure", "name kind value larger")
Section = collections.namedtuple("Section", "scenario title text figures")
Value = collections.namedtuple("Value", "middle low high far")
SPLIT = ("threads", "rate", "shape", "benchmark")


def of(name, kind, field, scale=1.0, count=None, larger=False):
    return Figure(name, kind, lambda r: r[field] * scale / (r[count] if count else 1) if field in r else None, larger)


RATE = Figure("events/s", "flood", lambda r: r["written"] / r["nanos"] * 1e9, True)
RETURNED = Figure("events/s until the last call has returned", "flood", lambda r: r["events"] / r["callers"] * 1e9, True)
CPU = of("CPU per event, ns", "flood", "cpu", count="events")
APP = [of("CPU of logging per request, ms", "turn", "logging-cpu", 1e-6), of("CPU per request, ms", "turn", "cpu", 1e-6, "requests"),
       of("p50, ms", "turn", "p50", 1e-6), of("p99, ms", "turn", "p99", 1e-6), of("p99.9, ms", "turn", "p999", 1e-6),
       of("backlog at the end of the schedule", "turn", "backlog"), of("failed", "turn", "failed")]
SECTIONS = [
    Section("gateway", "Gateway at equal rates", "Requests by a schedule that no slow answer delays; a latency begins when its request "
            "was due. A request logs eight lines to console and file. \"CPU of logging\" is the CPU of a request minus that of the "
            "same gateway without logging, in the same round.", APP),
    Section("chat", "Chat at equal rates", "The same for messages over WebSocket, each of which logs four lines.", APP),
    Section("flood", "Floods", "Threads log as fast as they can, until the last line is in the file.", [CPU, RATE, RETURNED]),
    Section("users", "What users run", "Floods of two threads: Spring Boot's default configuration with the name of a file (`packaged`); "
            "a team's own `log4j2.xml` or `logback.xml` with console and rolling file (`team`); JSON (ECS) to standard output "
            "(`stdout-json`) and to a file (`file-json`); one event in a hundred with a stack trace (`exceptions`). Standard output "
            "is a pipe that is read.", [CPU, RATE]),
    Section("latency", "Latency at equal rates", "Threads call by a schedule that no slow call delays. A call that is late because the one "
            "before it was slow has waited since it was due; \"with sleep\" also has what the thread overslept.",
            [of("p50, µs", "paced", "p50", 1e-3), of("p99, µs", "paced", "p99", 1e-3), of("p99.9, µs", "paced", "p999", 1e-3),
             of("p99 with sleep, µs", "paced", "due-p99", 1e-3), of("CPU per event, ns", "paced", "cpu", count="events"),
             of("last line after the end of the schedule, ms", "paced", "behind", 1e-6)]),
    Section("bursts", "Bursts", "Threads make ten calls and pause for 0.85 ms.",
            [of("p50, ns", "bursts", "p50"), of("p99, ns", "bursts", "p99"), of("p99.9, ns", "bursts", "p999"),
             of("p99.99, ns", "bursts", "p9999"), of("max, ns", "bursts", "max"), of("CPU per event, ns", "bursts", "cpu", count="events")]),
    Section("shapes", "Shapes", "Floods of other events, with three keys of the MDC in the pattern.", [CPU, RATE]),
    Section("footprint", "Footprint", "An application that logs little. Spring Boot is in those whose name says so, and in Ringlog's.",
            [of("first line, ms", "start", "first-line-millis"), of("heap, MiB", "footprint", "heap-used", 2**-20),
             of("threads", "footprint", "threads-of-jvm"), of("idle CPU, ms per minute", "footprint", "idle-cpu", 60_000, "idle-nanos")]),
    Section("location", "Location", "A call below 40 frames, without and with the caller's class, method and line.",
            [of("ns per call", "jmh", "nanos"), of("bytes per call", "jmh", "bytes")]),
    Section("allocation", "Allocation", "Bytes that all threads allocate for a call, by JMH's `-prof gc`.", [of("bytes per call", "jmh", "bytes")]),
]


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class Results:
    """All values of a directory of raw results."""

    def __init__(self, directory):
        self.values, self.stacks, self.environments, self.lossy, self.lost, self.events, self.loads, self.others = {}, {}, {}, set(), {}, {}, [], []
        self.failed = 0
        raw = {s.scenario: lines for s in SECTIONS if (lines := read(f"{directory}/{s.scenario}.json"))}
        runs = [line for lines in raw.values() for line in lines if line["kind"] == "run"]
        self.failed = len({r["key"] for r in runs if "error" in r} - {r["key"] for r in runs if "error" not in r})
        runs = [run for run in runs if "error" not in run]
        self.trip = statistics.median([r["round-trip"] for r in runs] or [0])
        self.loads, self.others = [r["load"] for r in runs], [r["others"] for r in runs if "others" in r]
        self.far = sum(self.is_far(run) for run in runs)
        without = {(r["scenario"], r["parameters"]["sink"], r["round"], row["rate"]): row["cpu"] / row["requests"]
                   for r in runs if r["contender"] == "off" for row in r["rows"]}
        for scenario, lines in raw.items():
            self.environments[scenario] = [line for line in lines if line["kind"] == "environment"]
            for line in lines:
                if line["kind"] == "lines" and line["lost"]:
                    self.lost[scenario, line["contender"]] = self.lost.get((scenario, line["contender"]), 0) + line["lost"]
        for run in runs:
            self.add(run, without)

    def is_far(self, run):
        return run["round-trip"] > 2 * self.trip or run["round-trip"] < self.trip / 2

    def add(self, run, without):
        scenario, contender = run["scenario"], run["contender"]
        self.stacks[contender] = run
        shapes = (run.get("shapes") or "").split(",")
        groups = {}
        for row in run["rows"]:
            if row["kind"] == "turn" and contender != "off":
                base = without.get((scenario, run["parameters"]["sink"], run["round"], row["rate"]))
                if base is not None:
                    row["logging-cpu"] = row["cpu"] / row["requests"] - base
            split = {k: shapes[row[k]] if k == "shape" else str(row[k]) for k in SPLIT if k in row and (k != "shape" or len(shapes) > 1)}
            key = tuple(sorted({**run["parameters"], **split}.items()))
            groups.setdefault(key, []).append(row)
            missing = max(0, row.get("events", 0) - row.get("written", row.get("events", 0)), row.get("attempted", 0) - row.get("lines", 0))
            if missing:
                self.lossy.add((scenario, key, contender))
                self.lost[scenario, contender] = self.lost.get((scenario, contender), 0) + missing
            self.events[scenario, contender] = self.events.get((scenario, contender), 0) + row.get("events", 0)
        for (key, rows), figure in itertools.product(groups.items(), next(s for s in SECTIONS if s.scenario == scenario).figures):
            values = [v for v in (figure.value(row) for row in rows if row["kind"] == figure.kind) if v is not None]
            if values:
                cell = self.values.setdefault((scenario, key, figure.name), {}).setdefault(contender, ([], []))
                # The iterations of JMH are its rounds.
                cell[self.is_far(run)].extend(values if figure.kind == "jmh" else [statistics.median(values)])

    def keys(self, scenario, name):
        def order(key):
            return [(k, float(v) if v.replace(".", "").isdigit() else 0, v) for k, v in key]
        return sorted((key for s, key, figure in self.values if (s, figure) == (scenario, name)), key=order)

    def value(self, scenario, key, name, contender):
        near, far = self.values.get((scenario, key, name), {}).get(contender, ([], []))
        # Where all runs are far apart, they are all there is.
        near, far = (near, far) if near else (far, [])
        if not near:
            return None
        return Value(statistics.median(near), min(near), max(near), far)

    def contenders(self, scenario, key, name):
        return [c for c in self.values.get((scenario, key, name), {}) if self.value(scenario, key, name, c)]

    def ranked(self, scenario, key, figure, family=None):
        """The contenders that have lost nothing, the best first."""
        found = [c for c in self.contenders(scenario, key, figure.name) if c != "off" and (scenario, key, c) not in self.lossy
                 and self.stacks[c]["lossless"] and (family is None or self.stacks[c]["family"] == family)]
        return sorted(found, key=lambda c: self.value(scenario, key, figure.name, c).middle * (-1 if figure.larger else 1))

    def label(self, contender):
        return self.stacks[contender]["label"]


def overlap(one, other):
    return one.low <= other.high and other.low <= one.high


def number(value):
    """Three digits that count."""
    if value == 0 or abs(value) < 5e-4:
        return "0"
    digits = max(0, 2 - int(math.floor(math.log10(abs(value)))))
    rounded = round(value, 2 - int(math.floor(math.log10(abs(value)))))
    return f"{rounded:,.{digits}f}"


def shown(value):
    low, middle, high = number(value.low), number(value.middle), number(value.high)
    return middle if low == high else f"{middle} ({low}–{high})"


def name_of(key):
    return ", ".join(f"{v} thread{'' if v == '1' else 's'}" if k == "threads" else f"{int(v):,}/s" if k == "rate" else
                     f"{k} {v}" if k == "location" else v for k, v in key)


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)] + ["| " + " | ".join(r) + " |" for r in rows]) + "\n"


def section(results, part):
    """A table for each figure: a row for each stack, a column for each group of runs, and one of the runs far apart."""
    blocks = []
    for figure in part.figures:
        keys = results.keys(part.scenario, figure.name)
        columns, head = [], [figure.name]
        for key in keys:
            cells = results.values[part.scenario, key, figure.name]
            columns.append(lambda c, k=key: cell(results, part.scenario, k, figure, c))
            head.append(name_of(key) or "value")
            if any(near and far for near, far in cells.values()):
                columns.append(lambda c, cells=cells: number(statistics.median(cells[c][1])) if all(cells.get(c, ([], []))) else "")
                head.append("far")
        stacks = sorted({c for key in keys for c in results.values[part.scenario, key, figure.name]}, key=lambda c: place(results, part, keys, figure, c))
        if stacks:
            blocks.append(table(head, [[results.label(c)] + [column(c) for column in columns] for c in stacks]))
    lost = [f"{results.label(c)} {count:,}" for (s, c), count in sorted(results.lost.items()) if s == part.scenario]
    if not blocks:
        return ""
    return f"## {part.title}\n\n{part.text}\n\n" + "\n".join(blocks) + ("\nLost: " + "; ".join(lost) + ".\n" if lost else "\nNothing was lost.\n")


def place(results, part, keys, figure, contender):
    value = results.value(part.scenario, keys[-1], figure.name, contender)
    return (value is None, value.middle * (-1 if figure.larger else 1) if value else 0, contender)


def cell(results, scenario, key, figure, contender):
    value = results.value(scenario, key, figure.name, contender)
    return "" if value is None else shown(value) + (" lost" if (scenario, key, contender) in results.lossy else "")


def every(results):
    for part in SECTIONS:
        for figure in part.figures:
            for key in results.keys(part.scenario, figure.name):
                yield part, figure, key


def others_win(results):
    """Each figure of the page in which a stack that has lost nothing is better than Ringlog."""
    rows, same = [], []
    compared = 0
    for part, figure, key in every(results):
        own = results.value(part.scenario, key, figure.name, "ringlog")
        ranked = results.ranked(part.scenario, key, figure)
        if own is None or len(ranked) < 2:
            continue
        compared += 1
        better = [c for c in itertools.takewhile(lambda c: c != "ringlog", ranked)
                  if results.value(part.scenario, key, figure.name, c).middle != own.middle]
        apart = [c for c in better if not overlap(own, results.value(part.scenario, key, figure.name, c))]
        row = [f"{part.title}, {name_of(key)}: {figure.name}".replace(", :", ":"), shown(own)]
        if apart:
            best = results.value(part.scenario, key, figure.name, apart[0])
            more = f", and {len(apart) - 1} more" if len(apart) > 1 else ""
            rows.append(row + [f"{shown(best)}, {results.label(apart[0])}{more}"])
        elif better:
            best = results.value(part.scenario, key, figure.name, better[0])
            same.append(row + [f"{shown(best)}, {results.label(better[0])}"])
    text = (f"## Where others win\n\nIn {len(rows)} of {compared} figures of this page a stack that has lost nothing is better than Ringlog, "
            "and all its rounds are:\n\n" + table(["figure", "Ringlog", "best"], rows))
    return text + (f"\nIn {len(same)} more its median is better, but the intervals overlap: no difference.\n\n"
                   + table(["figure", "Ringlog", "best median"], same) if same else "")


def key_of(**parameters):
    return tuple(sorted((k, str(v)) for k, v in parameters.items()))


# The rows of the README: in English, in Chinese, scenario, figure, and the group of runs; without one, the median of all groups.
README = [
    ("CPU of logging one gateway request at 1,000/s, ms", "网关每秒 1,000 个请求时每个请求的日志 CPU，毫秒", "gateway", "CPU of logging per request, ms", key_of(sink="text", rate=1000)),
    ("p99 of the gateway at 1,000/s, ms", "网关每秒 1,000 个请求时的 p99，毫秒", "gateway", "p99, ms", key_of(sink="text", rate=1000)),
    ("CPU of logging one chat message at 4,000/s, ms", "聊天每秒 4,000 条消息时每条消息的日志 CPU，毫秒", "chat", "CPU of logging per request, ms", key_of(sink="text", rate=4000)),
    ("floods, CPU per event, ns", "日志洪峰，每个事件的 CPU，纳秒", "flood", "CPU per event, ns", None),
    ("floods, events/s", "日志洪峰，事件/秒", "flood", "events/s", None),
    ("JSON to standard output, events/s", "JSON 到标准输出，事件/秒", "users", "events/s", key_of(configuration="stdout-json", threads=2)),
    ("bursts, p99 of a call, ns", "突发，单次调用 p99，纳秒", "bursts", "p99, ns", None),
    ("heap of an idle application, MiB", "空闲应用的堆，MiB", "footprint", "heap, MiB", None),
]
# The tables of docs/how-it-works.md: figures of Ringlog divided by those of another stack.
ALTERNATIVES = {
    "log4j": ("Ringlog / Log4j, Disruptor 3.4.4", "log4j-async-tuned-disruptor3", "boot-log4j-async"),
    "logback": ("Ringlog / Logback", "logback-async-lossless", "boot-logback-async"),
}
BLOCK = re.compile(r"(<!-- figures of (\S+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


def median_of(values):
    values = [v for v in values if v]
    return Value(*(statistics.median([v[i] for v in values]) for i in range(3)), []) if values else None


def readme_table(results, chinese):
    head = ["", "Logback, default", "best Logback", "best Log4j", "Ringlog"] if not chinese else ["", "Logback 默认", "最好的 Logback", "最好的 Log4j", "Ringlog"]
    rows = []
    for english, translated, scenario, name, wanted in README:
        figure = next(f for s in SECTIONS if s.scenario == scenario for f in s.figures if f.name == name)
        keys = [k for k in results.keys(scenario, name) if wanted is None or k == wanted]
        default = next((c for k in keys for c in results.contenders(scenario, k, name) if results.stacks[c]["default"]), None)

        def best(family):
            stacks = {c for k in keys for c in results.ranked(scenario, k, figure, family)}
            # Only those that are there for each group and have lost nothing in any.
            found = [median_of([results.value(scenario, k, name, c) for k in keys]) for c in stacks
                     if all(c in results.ranked(scenario, k, figure) for k in keys)]
            return (max if figure.larger else min)(found, key=lambda v: v.middle, default=None)
        values = [median_of([results.value(scenario, k, name, default) for k in keys]) if default else None] + [best(f) for f in ("logback", "log4j", "ringlog")]
        there = [v for v in values if v]
        if values[3] and len(there) > 1:
            first = (max if figure.larger else min)(there, key=lambda v: v.middle)
            rows.append([f"{translated if chinese else english} {'↑' if figure.larger else '↓'}"]
                        + ["" if v is None else f"**{number(v.middle)}**" if overlap(v, first) else number(v.middle) for v in values])
    return table(head, rows)


def machine(results):
    found = [e for environments in results.environments.values() for e in environments]
    return f"{found[0]['processor']}, {found[0]['memory']}, {found[0]['java']}" if found else ""


def blocks(results):
    """What stands between the marks of other pages."""
    stack = ("flood", "log4j-async")
    lost = results.lost.get(stack)
    own = results.lost.get(("flood", "ringlog"))
    share = f"{100 * lost / results.events[stack]:.0f}%" if lost else ""
    made = {}
    for language, chinese in (("readme", False), ("readme-zh", True)):
        made[language] = ((f"{machine(results)}。中位数；↑ 越大越好，↓ 越小越好；粗体是最好的，或与最好的没有差别。\n\n" if chinese else
                           f"{machine(results)}. Medians; ↑ more is better, ↓ less is better; bold is the best, or does not differ from it.\n\n")
                          + readme_table(results, chinese))
        if lost:
            made[language] += (f"\nLog4j 的异步 logger 配 Disruptor 4 在洪峰中丢失了 {share} 的事件，Ringlog {f'丢失 {own} 个' if own else '没有丢失'}。\n" if chinese else
                               f"\nIn the floods Log4j's asynchronous loggers with Disruptor 4 lost {share} of the events, Ringlog {own or 'none'}.\n")
    for name, (head, plain, boot) in ALTERNATIVES.items():
        rows = []
        for scenario, figures, peer in (("flood", ("events/s", "CPU per event, ns"), plain), ("bursts", ("p50, ns", "p99, ns"), plain),
                                        ("gateway", ("CPU of logging per request, ms", "p50, ms", "p99, ms"), boot),
                                        ("chat", ("CPU of logging per request, ms", "p99, ms"), boot), ("footprint", ("idle CPU, ms per minute",), plain)):
            part = next(s for s in SECTIONS if s.scenario == scenario)
            for figure in (f for f in part.figures if f.name in figures):
                pairs = [(results.value(scenario, k, figure.name, "ringlog"), results.value(scenario, k, figure.name, peer))
                         for k in results.keys(scenario, figure.name)]
                ratios = [own.middle / other.middle for own, other in pairs if own and other and own.middle > 0 and other.middle > 0]
                if ratios:
                    low, high = number(min(ratios)), number(max(ratios))
                    rows.append([f"{part.title}: {figure.name} {'↑' if figure.larger else '↓'}", low if low == high else f"{low} to {high}"])
        made[name] = table(["", head], rows)
    return made


def compare(first, second):
    """How many pairs of stacks have another order in the second run."""
    pairs, differ, apart = 0, [], []
    for part, figure, key in every(first):
        stacks = [c for c in first.ranked(part.scenario, key, figure) if second.value(part.scenario, key, figure.name, c)]
        for better, worse in itertools.combinations(stacks, 2):
            a, b = (first.value(part.scenario, key, figure.name, c) for c in (better, worse))
            c, d = (second.value(part.scenario, key, figure.name, c) for c in (better, worse))
            pairs += 1
            if (c.middle < d.middle) if figure.larger else (c.middle > d.middle):
                row = [f"{part.title}, {name_of(key)}: {figure.name}".replace(", :", ":"), first.label(better), first.label(worse)]
                (differ if overlap(a, b) or overlap(c, d) else apart).append(row)
    text = (f"Of {pairs:,} pairs of stacks {len(differ) + len(apart):,} have their medians in another order in the second run; "
            f"in {len(apart):,} of them the intervals overlap in neither run.\n")
    return text + ("\n" + table(["figure", "better in the first run", "better in the second run"], apart) if apart else "")


METHOD = """## Method

Each stack has a JVM of its own for each round, with its own class path; the gateways and chat servers run for all rounds, and their turns are interleaved.
Each round takes all stacks and begins with another one. No round is left out.
A figure is the median of all rounds, with the lowest and the highest round; where these intervals overlap there is no difference.
The driver is a process of its own: it watches the file or standard output from outside, flushes buffers once at the end, and counts every line.
A stack that has lost events is marked, and is not called the best.
Buffers before a file have 256 KB in all stacks that do not flush each event.
Before each run the driver waits until the machine is idle; the load average, which includes the run before, and what other processes took during the run are in the raw results.
It also measures how long a cache line takes between two processors: runs that are more than a factor of two from the median are not mixed with the others; the columns "far" show them.
[The driver's page](../../benchmarks/README.md) lists the stacks and the commands.
"""


def page(directory, results, plots):
    raw = ", ".join(f"[{s}]({s}.json)" for s in results.environments)
    made = sorted({f"- {e['processor']}, {e['memory']}, {e['java']}, {e['system']}; commit {e['commit']}, {e['form']} form; {e['libraries']}"
                   for environments in results.environments.values() for e in environments})
    state = (f"Load average before a run: median {number(statistics.median(results.loads))}, highest {number(max(results.loads))}. "
             f"Other processes took {100 * statistics.median(results.others or [0]):.1f}% of the processors in the median run and "
             f"{100 * max(results.others or [0]):.1f}% in the worst one. Round trip of a cache line: median {results.trip:.0f} ns, "
             f"{results.far} of {len(results.loads)} runs far apart. {results.failed} runs failed.\n") if results.loads else ""
    second = os.path.join(directory, "second")
    parts = ["# Benchmarks\n", f"Made by `benchmarks/report.py` from the raw results: {raw}.\n", readme_table(results, False), others_win(results),
             "\n".join(f"![{plot}]({plot}.svg)\n" for plot in plots)]
    parts += [section(results, part) for part in SECTIONS]
    if os.path.isdir(second):
        again = ", ".join(f"[{s}](second/{s}.json)" for s in Results(second).environments)
        parts.append(f"## Second run\n\nOn the same commit and machine: {again}. {compare(results, Results(second))}")
    return "\n".join(part for part in parts + [METHOD, state, "Measured on:\n", "\n".join(made) + "\n"] if part)


PLOTS = [("gateway", "gateway", "CPU of logging per request, ms", "rate"), ("chat", "chat", "CPU of logging per request, ms", "rate"),
         ("floods", "flood", "CPU per event, ns", "threads"), ("latency", "latency", "p99, µs", "rate")]


def plots_of(results):
    return [name for name, scenario, figure, _ in PLOTS if results.keys(scenario, figure)]


def plot(directory, results):
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "ringlog"
    from matplotlib import pyplot
    for name, scenario, figure, axis in PLOTS:
        keys = [k for k in results.keys(scenario, figure) if dict(k).get("sink", "text") == "text"]
        if not keys:
            continue
        drawing, axes = pyplot.subplots(figsize=(8, 4.5))
        for contender in sorted({c for k in keys for c in results.contenders(scenario, k, figure) if (scenario, k, c) not in results.lossy}):
            points = [(dict(k)[axis], v) for k in keys if (v := results.value(scenario, k, figure, contender))]
            axes.errorbar([x for x, _ in points], [v.middle for _, v in points],
                          [[v.middle - v.low for _, v in points], [v.high - v.middle for _, v in points]], label=results.label(contender),
                          capsize=3, linewidth=3 if contender == "ringlog" else 1, marker="o", markersize=3)
        axes.set(title=f"{scenario}: {figure}", xlabel=axis)
        if scenario in ("flood", "latency"):
            axes.set_yscale("log")
        axes.legend(fontsize=6, loc="center left", bbox_to_anchor=(1, 0.5))
        drawing.savefig(os.path.join(directory, name + ".svg"), bbox_inches="tight", metadata={"Date": None})
        pyplot.close(drawing)


def with_blocks(text, made):
    return BLOCK.sub(lambda m: m.group(1) + made[m.group(2)] + m.group(3) if m.group(2) in made else m.group(0), text)


def pages(root):
    return sorted(glob.glob(f"{root}/*.md") + glob.glob(f"{root}/docs/**/*.md", recursive=True) + glob.glob(f"{root}/benchmarks/*.md")
                  + glob.glob(f"{root}/sample-gateway/*.md"))


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def text_of(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


NUMBER = r"[\d,]*\d(?:\.\d+)?"
FIGURE = re.compile(rf"(?:\[([^\]\n]*)\]\([^)\n]*\)|({NUMBER}(?: to {NUMBER})?))<!-- (\S+\.json) (.*?) -->")
ROWS = {
    "rate": lambda r: r["written"] / r["nanos"] * 1e9,
    "call-nanos": lambda r: r["elapsed"] / r["calls"] if "elapsed" in r else r["nanos"],
    "lost": lambda r: 100 * (1 - r["written"] / r["events"]),
    "requests": lambda r: r["requests"] / r["seconds"],
    "idle-cpu": lambda r: r["idle-cpu"] / r["idle-nanos"] * 60_000,
}


def marked(raw, file, figure, stacks, *filters):
    """The values of a figure with a source such as "flood.json rate ringlog/logback-sync threads=4", for each group of runs."""
    groups = {}
    for run in read(os.path.join(raw, file)):
        if "rows" in run and all(str(run["parameters"].get(f.split("=")[0])) == f.split("=")[1] for f in filters):
            value = ROWS.get("lost" if figure == "most-lost" else figure, lambda r: r[figure])
            values = [v for v in (applied(value, row) for row in run["rows"]) if v is not None]
            groups.setdefault(json.dumps(run["parameters"], sort_keys=True), {}).setdefault(run["contender"], []).append(values)

    def median(runs):
        values = [statistics.median(v) for v in runs if v]
        return (max(map(max, filter(None, runs))) if figure == "most-lost" else statistics.median(values)) if values else None

    def lossless(stack):
        runs = [r for r in read(os.path.join(raw, file)) if r.get("contender") == stack and "rows" in r]
        return not any(row.get("written", 0) < row.get("events", 0) for r in runs for row in r["rows"])
    found = []
    for group, stack in itertools.product(groups.values(), stacks.split(",")):
        own, _, other = stack.partition("/")
        peers = [other] if other != "best" else [c for c in group if not c.startswith("ringlog") and c != "floor" and lossless(c)]
        divisors = [v for v in (median(group.get(c, [])) for c in peers) if v] if other else [1]
        value = median(group.get(own, []))
        if value is not None and divisors:
            found.append(value / max(divisors))
    return found


def applied(value, row):
    try:
        return value(row)
    except (KeyError, TypeError, ZeroDivisionError):
        return None


def same_digits(text, values):
    numbers = re.findall(NUMBER, text)
    ends = [f"{v:,.{len(n.partition('.')[2])}f}" for v, n in zip((min(values), max(values)), (numbers[0], numbers[-1]))]
    return ends[0] if len(numbers) == 1 and ends[0] == ends[1] else " to ".join(ends)


def check(root):
    """What does not follow from the raw results."""
    raw, wrong, sources = os.path.join(root, "docs/benchmarks"), [], set()
    results = Results(raw) if any("driver" in read(f)[0] for f in glob.glob(f"{raw}/*.json")) else None
    if results and text_of(f"{raw}/README.md") != page(raw, results, plots_of(results)):
        wrong.append("docs/benchmarks/README.md is not what report.py makes of the raw results")
    for path in pages(root):
        text, name = text_of(path), os.path.relpath(path, root)
        if results and with_blocks(text, blocks(results)) != text:
            wrong.append(f"{name}: a table is not what report.py makes of the raw results")
        for figure in FIGURE.finditer(text):
            shown_text = re.search(rf"{NUMBER}(?: to {NUMBER})?", figure.group(1) or figure.group(2)).group()
            values = marked(raw, figure.group(3), *figure.group(4).split(" "))
            sources.add(figure.group(3))
            if not values or same_digits(shown_text, values) != shown_text:
                wrong.append(f"{name}: {figure.group()} should be {same_digits(shown_text, values) if values else 'in the raw results'}")
        wrong += [f"{name}: {link} has no source" for link in re.findall(r"\[[^\]\n]*\d[^\]\n]*\]\([^)\n]*benchmarks/[^)\n]*\)(?!<!-- )", text)]
        if name == "README.md":
            benchmarks = text[text.index("\n## Benchmarks\n"):].split("\n## ")[1]
            rest = re.sub(r"`[^`\n]*`", "", FIGURE.sub("", BLOCK.sub("", benchmarks) if results else benchmarks))
            wrong += [f"{name}: {found} has no source" for found in re.findall(r"\d+\.\d+|\d+(?: ?%| times)", rest)]
    listed = text_of(f"{raw}/README.md")
    wrong += [f"{f} is not listed on the page" for f in map(os.path.basename, glob.glob(f"{raw}/*.json")) if f"({f})" not in listed and f not in sources]
    return wrong


def publish(directory, second):
    target = os.path.join(ROOT, "docs/benchmarks")
    for old in glob.glob(f"{target}/*.json") + glob.glob(f"{target}/*.svg") + glob.glob(f"{target}/second/*.json"):
        os.remove(old)
    for source, to in [(directory, target)] + ([(second, f"{target}/second")] if second else []):
        os.makedirs(to, exist_ok=True)
        for name in (f"{s.scenario}.json" for s in SECTIONS):
            if os.path.exists(f"{source}/{name}"):
                shutil.copy(f"{source}/{name}", to)
    results = make(target)
    for path in pages(ROOT):
        text = with_blocks(text_of(path), blocks(results))

        def updated(figure):
            shown_text = re.search(rf"{NUMBER}(?: to {NUMBER})?", figure.group(1) or figure.group(2)).group()
            values = marked(target, figure.group(3), *figure.group(4).split(" "))
            return figure.group().replace(shown_text, same_digits(shown_text, values), 1) if values else figure.group()
        write(path, FIGURE.sub(updated, text))
    report(check(ROOT))


def make(directory):
    results = Results(directory)
    write(os.path.join(directory, "README.md"), page(directory, results, plots_of(results)))
    plot(directory, results)
    return results


def report(wrong):
    if wrong:
        sys.exit("\n".join(wrong))


def main(command, *arguments):
    if command == "--check":
        report(check(arguments[0] if arguments else ROOT))
    elif command == "--compare":
        print(compare(Results(arguments[0]), Results(arguments[1])), end="")
    elif command == "--publish":
        publish(arguments[0], arguments[1] if len(arguments) > 1 else None)
    else:
        make(command)
        print(os.path.join(command, "README.md"))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
