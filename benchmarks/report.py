#!/usr/bin/env python3
"""Makes the page of the benchmarks and the tables of other pages.

    report.py DIRECTORY              the page of the raw results in a directory, beside them
    report.py --publish DIRECTORY    small files of the raw results, and the page, in docs/benchmarks; the tables of other pages
    report.py --check [ROOT]         whether each figure of the pages follows from the small files of docs/benchmarks

A figure is the median of all rounds, a round being the median of what one JVM has measured in it; the lowest and the
highest round are its interval. Two figures whose intervals overlap do not differ. A small file has these three, and the
median of the runs that were far apart.
"""
import collections
import glob
import itertools
import json
import math
import os
import re
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


class Summary:
    """What the small files have of the raw results in a directory."""

    def __init__(self, directory):
        raw = {s.scenario: lines for s in SECTIONS if (lines := read(f"{directory}/{s.scenario}.json"))}
        runs = [line for lines in raw.values() for line in lines if line["kind"] == "run" and "error" not in line]
        self.trip = statistics.median([r["round-trip"] for r in runs] or [0])
        self.without = {(r["scenario"], r["parameters"]["sink"], r["round"], row["rate"]): row["cpu"] / row["requests"]
                        for r in runs if r["contender"] == "off" for row in r["rows"]}
        self.files = {scenario: self.file(scenario, lines) for scenario, lines in raw.items()}

    def is_far(self, run):
        return run["round-trip"] > 2 * self.trip or run["round-trip"] < self.trip / 2

    def file(self, scenario, lines):
        tries = [line for line in lines if line["kind"] == "run"]
        runs = [run for run in tries if "error" not in run]
        cells, lossy, lost, events = {}, set(), collections.Counter(), collections.Counter()
        for line in lines:
            if line["kind"] == "lines":
                lost[line["contender"]] += line["lost"]
        for run in runs:
            self.add(run, cells, lossy, lost, events)
        figures = {}
        for (figure, key), stacks in cells.items():
            figures.setdefault(figure, {})[text_of_key(key)] = {contender: summed(*values) for contender, values in stacks.items()}
        return {"measured-on": [{k: line[k] for k in ("processor", "memory", "java", "system", "commit", "form", "libraries")}
                                for line in lines if line["kind"] == "environment"],
                "runs": {"all": len(runs), "far": sum(map(self.is_far, runs)), "highest-load": max([r["load"] for r in runs] or [0]),
                         "most-of-others": max([r["others"] for r in runs if "others" in r] or [0]),
                         "failed": len({r["key"] for r in tries if "error" in r} - {r["key"] for r in runs})},
                "stacks": {r["contender"]: {k: r[k] for k in ("label", "family", "default", "lossless")} for r in runs},
                "lost": {c: {"lost": n, "events": events[c]} for c, n in lost.items() if n},
                "lossy": sorted([text_of_key(key), contender] for key, contender in lossy),
                "figures": figures}

    def add(self, run, cells, lossy, lost, events):
        scenario, contender = run["scenario"], run["contender"]
        shapes = (run.get("shapes") or "").split(",")
        groups = {}
        for row in run["rows"]:
            if row["kind"] == "turn" and contender != "off":
                base = self.without.get((scenario, run["parameters"]["sink"], run["round"], row["rate"]))
                if base is not None:
                    row["logging-cpu"] = row["cpu"] / row["requests"] - base
            split = {k: shapes[row[k]] if k == "shape" else str(row[k]) for k in SPLIT if k in row and (k != "shape" or len(shapes) > 1)}
            key = tuple(sorted({**run["parameters"], **split}.items()))
            groups.setdefault(key, []).append(row)
            missing = max(0, row.get("events", 0) - row.get("written", row.get("events", 0)), row.get("attempted", 0) - row.get("lines", 0))
            if missing:
                lossy.add((key, contender))
                lost[contender] += missing
            events[contender] += row.get("events", 0)
        for (key, rows), figure in itertools.product(groups.items(), next(s for s in SECTIONS if s.scenario == scenario).figures):
            values = [v for v in (figure.value(row) for row in rows if row["kind"] == figure.kind) if v is not None]
            if values:
                cell = cells.setdefault((figure.name, key), {}).setdefault(contender, ([], []))
                # The iterations of JMH are its rounds.
                cell[self.is_far(run)].extend(values if figure.kind == "jmh" else [statistics.median(values)])


def summed(near, far):
    """The median, the lowest and the highest of the rounds, and the median of those that were far apart."""
    # Where all runs are far apart, they are all there is.
    near, far = (near, far) if near else (far, [])
    values = [statistics.median(near), min(near), max(near)] + ([statistics.median(far)] if far else [])
    # More digits than any page shows.
    return [float(f"{value:.7g}") for value in values]


def text_of_key(key):
    return " ".join(f"{k}={v}" for k, v in key)


def saved(file):
    """A small file as text, with a line for each row of a table."""
    figures = ",\n".join(f'{json.dumps(name, ensure_ascii=False)}: {{\n' + ",\n".join(
        f"  {json.dumps(key)}: {json.dumps(stacks)}" for key, stacks in groups.items()) + "}" for name, groups in file["figures"].items())
    rest = "".join(f"{json.dumps(k)}: {json.dumps(v)},\n" for k, v in file.items() if k != "figures")
    return f'{{{rest}"figures": {{\n{figures}}}}}\n'


def published(directory):
    """The small files of a directory."""
    return {s.scenario: json.loads(text_of(path)) for s in SECTIONS if os.path.exists(path := f"{directory}/{s.scenario}.json")}


class Results:
    """All values of small files."""

    def __init__(self, files):
        self.files = files
        self.values = {(scenario, tuple(tuple(pair.split("=", 1)) for pair in key.split()), name):
                       {c: Value(*(v + [None])[:4]) for c, v in stacks.items()}
                       for scenario, file in files.items() for name, groups in file["figures"].items() for key, stacks in groups.items()}
        self.stacks = {c: stack for file in files.values() for c, stack in file["stacks"].items()}
        self.lossy = {(scenario, key, c) for scenario, file in files.items() for key, c in file["lossy"]}

    def keys(self, scenario, name):
        def order(key):
            return [(k, float(v) if v.replace(".", "").isdigit() else 0, v) for k, v in key]
        return sorted((key for s, key, figure in self.values if (s, figure) == (scenario, name)), key=order)

    def value(self, scenario, key, name, contender):
        return self.values.get((scenario, key, name), {}).get(contender)

    def is_lossy(self, scenario, key, contender):
        return (scenario, text_of_key(key), contender) in self.lossy

    def ranked(self, scenario, key, figure, family=None):
        """The contenders that have lost nothing, the best first."""
        found = [c for c in self.values.get((scenario, key, figure.name), {}) if c != "off" and not self.is_lossy(scenario, key, c)
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
            if any(value.far is not None for value in cells.values()):
                columns.append(lambda c, cells=cells: number(cells[c].far) if c in cells and cells[c].far is not None else "")
                head.append("far")
        stacks = sorted({c for key in keys for c in results.values[part.scenario, key, figure.name]}, key=lambda c: place(results, part, keys, figure, c))
        if stacks:
            blocks.append(table(head, [[results.label(c)] + [column(c) for column in columns] for c in stacks]))
    if not blocks:
        return ""
    lost = [f"{results.label(c)} {count['lost']:,}" for c, count in sorted(results.files[part.scenario]["lost"].items())]
    return f"## {part.title}\n\n{part.text}\n\n" + "\n".join(blocks) + ("\nLost: " + "; ".join(lost) + ".\n" if lost else "\nNothing was lost.\n")


def place(results, part, keys, figure, contender):
    value = results.value(part.scenario, keys[-1], figure.name, contender)
    return (value is None, value.middle * (-1 if figure.larger else 1) if value else 0, contender)


def cell(results, scenario, key, figure, contender):
    value = results.value(scenario, key, figure.name, contender)
    return "" if value is None else shown(value) + (" lost" if results.is_lossy(scenario, key, contender) else "")


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
    return Value(*(statistics.median([v[i] for v in values]) for i in range(3)), None) if values else None


def readme_table(results, chinese):
    head = ["", "Logback, default", "best Logback", "best Log4j", "Ringlog"] if not chinese else ["", "Logback 默认", "最好的 Logback", "最好的 Log4j", "Ringlog"]
    rows = []
    for english, translated, scenario, name, wanted in README:
        figure = next(f for s in SECTIONS if s.scenario == scenario for f in s.figures if f.name == name)
        keys = [k for k in results.keys(scenario, name) if wanted is None or k == wanted]
        default = next((c for k in keys for c in results.values[scenario, k, name] if results.stacks[c]["default"]), None)

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
    found = [e for file in results.files.values() for e in file["measured-on"]]
    return f"{found[0]['processor']}, {found[0]['memory']}, {found[0]['java']}" if found else ""


def blocks(results):
    """What stands between the marks of other pages."""
    flood = results.files.get("flood", {}).get("lost", {})
    lost, own = flood.get("log4j-async"), flood.get("ringlog", {}).get("lost")
    share = f"{100 * lost['lost'] / lost['events']:.0f}%" if lost else ""
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


METHOD = """## Method

Each stack has a JVM of its own for each round, with its own class path; the gateways and chat servers run for all rounds, and their turns are interleaved.
Each round takes all stacks and begins with another one. No round is left out.
A figure is the median of all rounds, with the lowest and the highest round; where these intervals overlap there is no difference.
The driver is a process of its own: it watches the file or standard output from outside, flushes buffers once at the end, and counts every line.
A stack that has lost events is marked, and is not called the best.
Buffers before a file have 256 KB in all stacks that do not flush each event.
Before each run the driver waits until the machine is idle; the load average includes the run before.
It also measures how long a cache line takes between two processors: runs that are more than a factor of two from the median are not mixed with the others; the columns "far" show them.
[The driver's page](../../benchmarks/README.md) lists the stacks and the commands.
"""


def page(results):
    sources = ", ".join(f"[{s}]({s}.json)" for s in results.files)
    made = sorted({f"- {e['processor']}, {e['memory']}, {e['java']}, {e['system']}; commit {e['commit']}, {e['form']} form; {e['libraries']}"
                   for file in results.files.values() for e in file["measured-on"]})
    runs = [file["runs"] for file in results.files.values()]
    state = (f"Of {sum(r['all'] for r in runs)} runs {sum(r['far'] for r in runs)} are far apart, and {sum(r['failed'] for r in runs)} failed. "
             f"The highest load average before a run was {number(max(r['highest-load'] for r in runs))}. "
             f"Other processes took at most {100 * max(r['most-of-others'] for r in runs):.1f}% of the processors during a run.\n") if runs else ""
    parts = ["# Benchmarks\n", f"Made by `benchmarks/report.py` from {sources}.\n", readme_table(results, False), others_win(results)]
    parts += [section(results, part) for part in SECTIONS]
    return "\n".join(part for part in parts + [METHOD, state, "Measured on:\n", "\n".join(made) + "\n"] if part)


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
FIGURE = re.compile(rf'({NUMBER})<!-- (\w+)\.json "([^"]+)" (\S+) (.*?) -->')


def marked(results, figure):
    """A figure with a source such as 'flood.json "events/s" ringlog threads=4', with as many digits as it is shown with."""
    value = results.value(figure.group(2), tuple(tuple(pair.split("=", 1)) for pair in figure.group(5).split()), figure.group(3), figure.group(4))
    return None if value is None else f"{value.middle:,.{len(figure.group(1).partition('.')[2])}f}"


def check(root):
    """What does not follow from the small files."""
    directory, wrong = os.path.join(root, "docs/benchmarks"), []
    results = Results(published(directory))
    if text_of(f"{directory}/README.md") != page(results):
        wrong.append("docs/benchmarks/README.md is not what report.py makes of the files beside it")
    for path in pages(root):
        text, name = text_of(path), os.path.relpath(path, root)
        if with_blocks(text, blocks(results)) != text:
            wrong.append(f"{name}: a table is not what report.py makes of docs/benchmarks")
        wrong += [f"{name}: {figure.group()} should be {marked(results, figure) or 'in docs/benchmarks'}"
                  for figure in FIGURE.finditer(text) if marked(results, figure) != figure.group(1)]
        wrong += [f"{name}: {link} has no source" for link in re.findall(r"\[[^\]\n]*\d[^\]\n]*\]\([^)\n]*benchmarks/[^)\n]*\)(?!<!-- )", text)]
        if name == "README.md":
            benchmarks = text[text.index("\n## Benchmarks\n"):].split("\n## ")[1]
            rest = re.sub(r"`[^`\n]*`", "", FIGURE.sub("", BLOCK.sub("", benchmarks)))
            wrong += [f"{name}: {found} has no source" for found in re.findall(r"\d+\.\d+|\d+(?: ?%| times)", rest)]
    unknown = {os.path.basename(f) for f in glob.glob(f"{directory}/*")} - {"README.md"} - {f"{s}.json" for s in results.files}
    return wrong + [f"docs/benchmarks/{name} is no file of the page" for name in sorted(unknown)]


def publish(directory):
    target = os.path.join(ROOT, "docs/benchmarks")
    files = Summary(directory).files
    for old in glob.glob(f"{target}/*"):
        os.remove(old)
    for scenario, file in files.items():
        write(f"{target}/{scenario}.json", saved(file))
    results = Results(published(target))
    write(f"{target}/README.md", page(results))
    for path in pages(ROOT):
        text = with_blocks(text_of(path), blocks(results))
        write(path, FIGURE.sub(lambda figure: figure.group().replace(figure.group(1), marked(results, figure) or figure.group(1), 1), text))
    report(check(ROOT))


def report(wrong):
    if wrong:
        sys.exit("\n".join(wrong))


def main(command, *arguments):
    if command == "--check":
        report(check(arguments[0] if arguments else ROOT))
    elif command == "--publish":
        publish(arguments[0])
    else:
        path = os.path.join(command, "README.md")
        write(path, page(Results(Summary(command).files)))
        print(path)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
