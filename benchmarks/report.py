#!/usr/bin/env python3
"""Makes docs/benchmarks/README.md and its plots from the raw results beside it, with the standard library alone.

    report.py DIRECTORY                  the page and the plots
    report.py raw SCENARIO DIRECTORY     one raw file of results.csv, lines.csv and environment.txt of gateway or chat

Each figure is the median of all rounds, a round being the median of what one JVM has measured; the lowest and the
highest round stand beside it. No round is left out.
"""
import csv
import json
import math
import os
import statistics
import sys
from html import escape

OWN = ("ringlog", "ringlog-rolling", "packaged-ringlog", "team-ringlog", "team-json-ringlog", "json-ringlog", "lossless", "isolated")
NO_PEERS = ("floor", "off", "error", "boot-log4j")
STACKS = {
    "log4j": "Log4j, synchronous, Spring Boot's configuration", "logback": "Logback, Spring Boot's configuration",
    "logback-async": "Logback AsyncAppender, lossless, 262,144", "log4j-async": "Log4j async, Disruptor 3.4.4, 262,144",
    "stock": "Log4j async, Disruptor 4", "ringlog": "Ringlog", "lossless": "Ringlog, console isolated, nothing dropped",
    "lossless-boot": "Ringlog, the same with Spring Boot's JSON",
    "isolated": "Ringlog, console isolated, may drop", "error": "Log4j, level ERROR", "off": "no logging"}
SINKS = {"healthy": "console and file, both healthy", "stalling": "the console stalls for 100 ms of each second",
         "stopped": "nobody reads the console", "slow": "the file stalls for 250 ms of each second"}


class Results:
    """The raw results of a scenario."""

    def __init__(self, directory, scenario):
        self.scenario, self.environments, self.runs, self.labels, self.queues = scenario, [], {}, {}, {}
        self.lossy, self.failed = set(), 0
        path = os.path.join(directory, scenario + ".json")
        lines = [json.loads(line) for line in open(path, encoding="utf-8")] if os.path.exists(path) else []
        for line in lines:
            if line["kind"] == "environment":
                self.environments.append(line)
            elif "error" in line:
                self.failed += 1
            elif line["kind"] == "run":
                self.add(line)

    def add(self, run):
        key = tuple(sorted((k, v) for k, v in run["parameters"].items() if k != "calls"))
        self.runs.setdefault(key, {}).setdefault(run["contender"], []).append(run)
        self.labels[run["contender"]] = run.get("label") or STACKS[run["contender"]]
        self.queues[run["contender"]] = run.get("queue")
        if run.get("lost", 0) or any(row.get("written", 0) < row.get("events", 0) for row in run["rows"]):
            self.lossy.add((key, run["contender"]))

    def values(self, key, contender, figure):
        """A value for each round: a flood has several in one JVM."""
        rounds = []
        for run in self.runs.get(key, {}).get(contender, []):
            values = [v for v in (figure(row) for row in run["rows"]) if v is not None]
            if values:
                rounds.append(statistics.median(values))
        return rounds

    def figure(self, key, contender, figure):
        values = self.values(key, contender, figure)
        return statistics.median(values) if values else None

    def keys(self):
        return sorted(self.runs, key=lambda key: [(k, int(v) if v.isdigit() else -1, v) for k, v in key])

    def contenders(self, key):
        return self.runs.get(key, {})

    def lost(self, key, contender):
        return sum(run.get("lost", 0) + sum(max(0, row["events"] - row["written"]) for row in run["rows"] if "written" in row)
                   for run in self.contenders(key).get(contender, []))

    def best_peer(self, key, figure, larger=True):
        """The best peer that has lost nothing, and its figure."""
        peers = [(self.figure(key, c, figure), c) for c in self.contenders(key)
                 if c not in OWN + NO_PEERS and (key, c) not in self.lossy]
        peers = [peer for peer in peers if peer[0] is not None]
        return (max(peers) if larger else min(peers)) if peers else (None, None)


def of(kind, name, scale=1.0):
    return lambda row: row[name] * scale if row["kind"] == kind and name in row else None


def per(kind, name, count, scale=1.0):
    return lambda row: (row[name] * scale / row.get(count, row.get("events"))
                        if row["kind"] == kind and name in row else None)


def rate(row):
    return row["written"] / row["nanos"] * 1e9 if row["kind"] == "flood" else None


def callers_rate(row):
    return row["events"] / row["callers"] * 1e9 if row["kind"] == "flood" else None


def number(value):
    """Three digits that count."""
    if value is None:
        return ""
    if value == int(value) and abs(value) < 1000:
        return str(int(value))
    digits = 2 - int(math.floor(math.log10(abs(value))))
    return f"{round(value, digits):,.{max(0, digits)}f}"


def spread(values):
    if not values:
        return ""
    low, middle, high = number(min(values)), number(statistics.median(values)), number(max(values))
    return middle if low == high else f"{middle} ({low}–{high})"


def middle(values):
    return number(statistics.median(values)) if values else ""


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
                     + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def name(key):
    return ", ".join(f"{v} thread{'s' if v != '1' else ''}" if k == "threads" else SINKS.get(v, v)
                     if k in ("shape", "sink", "what") else f"{k} {v}" for k, v in key)


def by_stack(results, columns, sort=None):
    """A row for each stack; a column is its head and what makes a cell of a stack."""
    return table(["stack"] + [head for head, _ in columns],
                 [[results.labels[c]] + [cell(c) for _, cell in columns] for c in sorted(results.labels, key=sort)])


def queue(results):
    def cell(contender):
        size = results.queues[contender]
        return "" if size is None else f"{size:,}" if size else "none"
    return ("queue", cell)


def lost(results):
    return ("lost", lambda c: f"{sum(results.lost(key, c) for key in results.keys()):,}")


def cells(results, keys, cell):
    """A column for each group of runs."""
    return [(name(key), lambda c, key=key: cell(key, c) if c in results.contenders(key) else "") for key in keys]


def together(results, key, contender, figures):
    return "/".join(number(results.figure(key, contender, figure)) or "-" for figure in figures)


def section(results, title, text, figures, larger=True):
    """One table, of the only group of runs."""
    if not results.runs:
        return ""
    key, first, sign = results.keys()[0], figures[0][1], -1 if larger else 1
    columns = [(head, lambda c, figure=figure, text=spread if place < 2 else middle: text(results.values(key, c, figure)))
               for place, (head, figure) in enumerate(figures)]
    return f"## {title}\n\n{text}\n\n" + by_stack(results, [queue(results)] + columns + [lost(results)],
                                                   lambda c: sign * (results.figure(key, c, first) or 0))


def floods_section(results):
    """A column for each number of threads, sorted by the last."""
    keys = results.keys()
    if not keys:
        return ""

    def order(c):
        return -(results.figure(keys[-1], c, rate) or 0)

    def written(key, c):
        return spread([value / 1e6 for value in results.values(key, c, rate)])

    def others(key, c):
        return together(results, key, c, (lambda row: callers_rate(row) / 1e6, per("flood", "cpu", "events")))
    return "\n".join(["## Floods\n", "Threads log as fast as they can. Million events/s until the last line is in the file:\n",
                      by_stack(results, [queue(results)] + cells(results, keys, written) + [lost(results)], order),
                      "Million events/s until the last call has returned / CPU of the process, ns for each event:\n",
                      by_stack(results, cells(results, keys, others), order)])


def latency_section(results):
    """Rates up to the one at which the first stack falls behind."""
    if not paced(results):
        return ""
    parts = ["## Latency at equal rates\n", LATENCY + "\n"]
    for key in results.keys():
        def column(pace, key=key):
            def cell(c):
                if results.figure(key, c, at(pace, "behind")) != 0:
                    return "behind"
                return together(results, key, c, [at(pace, field, 1e-3) for field in ("p50", "p99", "p999", "due-p99")])
            return f"{pace:,}", cell
        parts.append(f"### {name(key)}\n\n" + by_stack(results, [column(pace) for pace in common_rates(results, key)]))
    return "\n".join(parts)


def at(pace, field, scale=1):
    return lambda row: row[field] * scale if row.get("rate") == pace and field in row else None


def turns_section(results, title, text, unit):
    """Gateway and chat: a column for each sink and load."""
    keys = results.keys()
    if not keys:
        return ""

    def turn(key, c):
        each = number(results.figure(key, c, per("turn", "requests", "seconds")))
        return each + ": " + together(results, key, c, [of("turn", field) for field in ("p50", "p99", "p999")])

    def cost(key, c):
        return together(results, key, c, (per("turn", "cpu", "requests"), of("turn", "failed"), of("turn", "backlog")))
    return "\n".join([f"## {title}\n", f"{text} {unit.capitalize()}/s: p50/p99/p99.9, ms:\n",
                      by_stack(results, cells(results, keys, turn) + [lost(results)]),
                      "CPU, ms each / failed / s until the last line was written, where it is measured:\n",
                      by_stack(results, cells(results, keys, cost))])


def common_rates(results, key):
    """The rates that all keep, and the first that one does not."""
    rates = sorted({row["rate"] for runs in results.contenders(key).values() for run in runs for row in run["rows"]})
    for index, pace in enumerate(rates):
        if any(results.figure(key, contender, at(pace, "behind")) != 0 for contender in results.contenders(key)):
            return rates[:index + 1]
    return rates


def comparisons(all_results):
    """What is compared with the best peer: title, results, key, figure, and whether more is better."""
    flood, bursts, latency = all_results["flood"], all_results["bursts"], all_results["latency"]
    for key in flood.keys():
        yield f"Flood, {name(key)}: events/s", flood, key, rate, True
        yield f"Flood, {name(key)}: CPU of an event", flood, key, per("flood", "cpu", "events"), False
    for key in bursts.keys():
        for field in ("p50", "p99", "p9999"):
            yield f"Bursts: {field}", bursts, key, of("bursts", field), False
        yield "Bursts: CPU of an event", bursts, key, per("bursts", "cpu", "events"), False
    for key in latency.keys():
        for pace in common_rates(latency, key)[-2:-1] if paced(latency) else []:
            for field in ("p50", "p99", "due-p99"):
                yield f"Latency, {name(key)}, {pace:,} events/s: {field} ns", latency, key, at(pace, field), False
    for key in all_results["shapes"].keys():
        yield f"Shapes, {name(key)}: events/s", all_results["shapes"], key, rate, True
        yield f"Shapes, {name(key)}: time of a call", all_results["shapes"], key, per("batch", "elapsed", "calls"), False
    for scenario in ("json", "packaged"):
        for key in all_results[scenario].keys():
            yield f"{scenario}, {name(key)}: events/s", all_results[scenario], key, rate, True
    for scenario, unit in (("gateway", "requests"), ("chat", "messages")):
        for key in all_results[scenario].keys():
            yield f"{scenario}, {name(key)}: {unit}/s", all_results[scenario], key, per("turn", "requests", "seconds"), True
            for field in ("p50", "p99"):
                yield f"{scenario}, {name(key)}: {field}", all_results[scenario], key, of("turn", field), False


def paced(latency):
    return any("behind" in row for runs in latency.runs.values() for c in runs for run in runs[c] for row in run["rows"])


def compared(all_results):
    """Ringlog beside the best lossless peer: the ratio is above 1 where Ringlog is better."""
    for title, results, key, figure, larger in comparisons(all_results):
        own_id = next((c for c in ("ringlog", "packaged-ringlog", "json-ringlog") if c in results.contenders(key)), "")
        own, (peer, peer_id) = results.figure(key, own_id, figure), results.best_peer(key, figure, larger)
        if own and peer:
            yield title, own, peer, f"`{peer_id}`", own / peer if larger else peer / own


def others_win(all_results):
    rows = sorted((ratio, [title, number(own), f"{number(peer)}, {label}", number(ratio)])
                  for title, own, peer, label, ratio in compared(all_results) if ratio < 0.97)
    return ("## Where others win\n\nEach figure in which the best lossless peer is at least 3% better than Ringlog; "
            "below 1 means that Ringlog is worse. [Which stack is which](../../benchmarks/README.md#stacks).\n\n"
            + table(["figure", "Ringlog", "best peer", "ratio"], [row for _, row in rows]))


def summary(all_results):
    """Six rows."""
    wanted = ("Flood, 1 thread: events/s", "Flood, 50 threads: events/s", "Latency, 4 threads", "json", "gateway", "chat")
    found = list(compared(all_results))
    rows = []
    for prefix in wanted:
        match = next((row for row in found if row[0].startswith(prefix)), None)
        if match:
            title, own, peer, label, ratio = match
            rows.append([title, number(own), f"{number(peer)}, {label}", number(ratio)])
    return table(["figure", "Ringlog", "best lossless peer", "times as good"], rows)


COLORS = ("#0b6e4f", "#d1495b", "#30638e", "#edae49", "#6a4c93", "#00798c", "#8d6a4f", "#7a7a7a", "#c05299", "#5c946e",
          "#ff7f0e", "#b08968", "#999900", "#cc5500")
STYLE = ("<style>text{font:12px sans-serif;fill:#222}.t{font-weight:bold}.g{stroke:#8886;fill:none}"
         "@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>")


def svg(path, width, height, body):
    with open(path, "w", encoding="utf-8") as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{STYLE}\n'
                  + "\n".join(body) + "\n</svg>\n")


def label(x, y, text, anchor="start", css=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" class="{css}">{escape(text)}</text>'


def line_plot(path, panels, labels, logarithmic=False):
    """A panel: its title, the names of the x axis, and for each stack a list of y, None where there is none."""
    width, top, bottom = (700 if len(panels) == 1 else 340), 30, 270
    body = []
    stacks = [s for s in labels if any(s in series for _, _, series in panels)]
    for index, (title, names, series) in enumerate(panels):
        left = 60 + index * (width + 60)
        values = [y for ys in series.values() for y in ys if y]
        if not values:
            continue
        high, low = max(values), min(values) if logarithmic else 0

        def place(y):
            part = math.log(y / low) / math.log(high / low) if logarithmic and high > low else y / high
            return bottom - part * (bottom - top)
        body.append(label(left, 15, title, css="t"))
        for step in range(5):
            y = low * (high / low) ** (step / 4) if logarithmic else high * step / 4
            body.append(f'<path class="g" d="M{left} {bottom - step / 4 * (bottom - top):.0f}h{width}"/>')
            body.append(label(left - 5, bottom + 4 - step / 4 * (bottom - top), number(y), "end"))
        for x, text in enumerate(names):
            body.append(label(left + x * width / max(1, len(names) - 1), bottom + 18, text, "middle"))
        for stack, ys in series.items():
            points = " ".join(f"{left + x * width / max(1, len(names) - 1):.1f},{place(y):.1f}"
                              for x, y in enumerate(ys) if y)
            body.append(f'<polyline points="{points}" fill="none" stroke="{COLORS[stacks.index(stack) % len(COLORS)]}" '
                        f'stroke-width="{3 if stack in OWN else 1.5}"/>')
    for index, stack in enumerate(stacks):
        x, y = 60 + (index % 2) * 380, 310 + (index // 2) * 18
        body.append(f'<path d="M{x} {y - 4}h24" stroke="{COLORS[index % len(COLORS)]}" stroke-width="3"/>')
        body.append(label(x + 30, y, labels[stack]))
    svg(path, max(800, 60 + len(panels) * (width + 60)), 330 + 18 * ((len(stacks) + 1) // 2), body)


def bar_plot(path, panels):
    """A panel: its title, and (label, value, whether it is Ringlog's)."""
    body, y = [], 20
    for title, bars in panels:
        body.append(label(10, y, title, css="t"))
        high = max([value for _, value, _ in bars] or [1])
        for text, value, own in bars:
            y += 22
            body.append(label(10, y, text))
            body.append(f'<rect x="380" y="{y - 12}" width="{value / high * 330:.0f}" height="16" '
                        f'fill="{COLORS[0] if own else COLORS[7]}"/>')
            body.append(label(385 + value / high * 330, y, number(value)))
        y += 40
    svg(path, 800, y, body)


def bars(results, key, figure, larger=True):
    values = [(results.labels[c], results.figure(key, c, figure), c in OWN) for c in results.contenders(key)]
    return sorted([bar for bar in values if bar[1]], key=lambda bar: bar[1], reverse=larger)


def plots(directory, all_results):
    flood, latency = all_results["flood"], all_results["latency"]
    keys = flood.keys()
    stacks = {c: label for c, label in flood.labels.items()
              if all(c in flood.contenders(key) and (key, c) not in flood.lossy for key in keys)}
    made = []
    if keys:
        series = {c: [flood.figure(key, c, rate) / 1e6 for key in keys] for c in stacks}
        line_plot(os.path.join(directory, "floods.svg"),
                  [("million events/s by threads", [dict(key)["threads"] for key in keys], series)], stacks)
        made.append("floods")
    if paced(latency):
        panels = []
        for key in latency.keys():
            rates = common_rates(latency, key)
            panels.append((f"p99 µs by events/s, {name(key)}", [f"{r // 1000}k" for r in rates],
                           {c: [None if latency.figure(key, c, at(r, "behind")) != 0 else latency.figure(
                               key, c, at(r, "p99", 1e-3)) for r in rates] for c in latency.contenders(key)}))
        line_plot(os.path.join(directory, "latency.svg"), panels, latency.labels, logarithmic=True)
        made.append("latency")
    for scenario, figures in (("gateway", (("requests/s", per("turn", "requests", "seconds")), ("p99 ms", of("turn", "p99")))),
                              ("json", (("events/s", rate),))):
        results = all_results[scenario]
        if results.runs:
            bar_plot(os.path.join(directory, scenario + ".svg"),
                     [(f"{title}, {name(key)}", bars(results, key, figure, title != "p99 ms"))
                      for key in results.keys() for title, figure in figures])
            made.append(scenario)
    return made


LATENCY = """Calls by a schedule that no slow call delays, with the same events per second for each stack.
A call that is late because the one before it was slow has waited since it was due.
What a thread oversleeps counts in the last of the four figures only: p50/p99/p99.9/p99 with oversleeping, µs.
Rates end where the first stack falls behind; a stack is behind if its last line is later than 5% after the schedule."""

FOOTPRINT = """An application that logs little.
Compare Ringlog with "Spring Boot, Log4j": the same application with `ringlog.enabled=false`.
The difference until the first line is for about 230 more classes, and for reading and checking the Log4j configuration.
The CPU clock has steps of 10 ms, and the application was watched for five seconds; the writer wakes up four times per second.
A smaller `ringlog.buffer.size` needs proportionally less heap.
A slot whose message was longer than 128 bytes keeps a buffer of 512 bytes: 8 MiB more if all slots had such messages.
A line of an idle application was on the console after 0.46 ms in the median of 100 samples, and after 13.3 ms in the worst one; that was measured earlier, with the serial collector.
A test checks that it takes less than 50 ms."""

METHOD = """## How it is measured

Every stack has a JVM of its own for each run, with its own class path; stacks take turns, and each round begins with another one.
A figure is the median of all rounds, with the lowest and the highest; no round is left out.
Every line is counted after every measurement; a stack that lost one is marked and not called the best.
Text is UTF-8 in all of them; a buffer of 256 KB is before the file in all that do not flush each event.
"queue" is the size of a stack's ring or queue; "none" means that the caller writes.
Each raw file begins with the processor, the JDK, the libraries, the commit and the load of the machine.
It also has, for each run, the time that a cache line took between the two processors before and after it (`round-trip`), measured outside the JVM of the contender.
[The harness](../../benchmarks/README.md) says what each stack is and how to run it again.
"""


def page(directory):
    names = ("flood", "bursts", "latency", "shapes", "location", "json", "packaged", "team", "footprint", "gateway", "chat")
    results = {scenario: Results(directory, scenario) for scenario in names}
    made = plots(directory, results)
    pictures = "\n".join(f"![{plot}]({plot}.svg)\n" for plot in made)
    raw = ", ".join(f"[{s}]({s}.json)" for s in names if results[s].runs)
    machines = {}
    for scenario in names:
        for e in results[scenario].environments:
            place = f"{e.get('processor')}, {e.get('java')}, commit {e.get('commit')}, {e.get('form')} form"
            machines.setdefault(place, {})[scenario] = None
    machines = [f"- {place}: {', '.join(scenarios)}" for place, scenarios in machines.items()]
    parts = [
        "# Benchmarks\n", f"Made by `benchmarks/run.sh report` from the raw results: {raw}.\n",
        others_win(results), "## Summary\n", summary(results), pictures,
        floods_section(results["flood"]),
        latency_section(results["latency"]),
        section(results["bursts"], "Bursts", "Threads make ten calls and pause for 0.85 ms: ns a call.",
                (("p50", of("bursts", "p50")), ("p99", of("bursts", "p99")), ("p99.99", of("bursts", "p9999")),
                 ("max", of("bursts", "max")), ("CPU ns an event", per("bursts", "cpu", "events"))), larger=False),
        compact(results["shapes"], "Shapes", "Four threads; events/s of a flood, and in brackets ns of a call while no "
                "queue is full.", rate, per("batch", "elapsed", "calls")),
        compact(results["shapes"], "Allocation", "The same shapes: bytes of a call on its own thread, and in brackets on "
                "all others.",
                per("batch", "caller-bytes", "calls"), per("batch", "others-bytes", "events")),
        compact(results["location"], "Location", "A call below 40 frames while no queue is full: ns, and in brackets the "
                "bytes.", per("batch", "elapsed", "calls"), per("batch", "caller-bytes", "calls")),
        section(results["json"], "JSON", "Floods of two threads, a JSON object a line.",
                (("events/s", rate), ("bytes a line", of("flood", "bytes")), ("CPU ns an event", per("flood", "cpu", "events")))),
        section(results["packaged"], "Packaged configuration", "What an application has that sets the name of a file "
                "and nothing else: two threads, console into a pipe, and a file.",
                (("events/s", rate), ("CPU ns an event", per("flood", "cpu", "events")))),
        section(results["team"], "A team's configuration", "Log4j's `Console` into a pipe and `RollingFile`, with their "
                "default attributes: two threads, a pattern and Spring Boot's ECS.",
                (("events/s", rate), ("CPU ns an event", per("flood", "cpu", "events")))),
        turns_section(results["gateway"], "Gateway", "180 connections; eight lines a request.", "requests"),
        turns_section(results["chat"], "Chat", "WebSocket clients in pairs; four lines a message.", "messages"),
        section(results["footprint"], "Footprint", FOOTPRINT,
                (("first line ms", of("footprint", "first-line-millis")), ("heap MiB", of("footprint", "heap-used", 2**-20)),
                 ("threads", of("footprint", "threads")),
                 ("idle CPU ms in a minute", per("footprint", "idle-cpu", "idle-nanos", 60_000))), larger=False),
        METHOD, "Measured on (`short` is two rounds of the main stacks, `full` five of all):\n", "\n".join(machines) + "\n"]
    text = "\n".join(part for part in parts if part)
    with open(os.path.join(directory, "README.md"), "w", encoding="utf-8") as out:
        out.write(text)
    print(f"{os.path.join(directory, 'README.md')}: {len(text.split())} words")


def compact(results, title, text, first, second):
    """A row for each shape, a column for each stack."""
    if not results.runs:
        return ""
    columns = sorted(results.labels, key=lambda c: (c not in OWN, c))

    def cell(key, contender):
        mark = " lost" if (key, contender) in results.lossy else ""
        return f"{number(results.figure(key, contender, first))} ({number(results.figure(key, contender, second))}){mark}"
    return (f"## {title}\n\n{text}\n\n" + table(["shape"] + [results.labels[c] for c in columns],
            [[name(key)] + [cell(key, c) if c in results.contenders(key) else "" for c in columns] for key in results.keys()]))


def raw(scenario, directory):
    """Turn the files of a load test into one; what is lost stands beside the first run that it was counted for."""
    def rows(file):
        with open(os.path.join(directory, file), encoding="utf-8") as lines:
            return list(csv.DictReader(lines))
    with open(os.path.join(directory, "environment.txt"), encoding="utf-8") as lines:
        environment = {"kind": "environment", **dict(line.rstrip("\n").split("=", 1) for line in lines)}
    print(json.dumps(environment))
    lines = {}
    for line in rows("lines.csv"):
        lines.setdefault((line["stack"], line["sink"]), []).append(line)
    for row in rows("results.csv"):
        counted = lines.get((row["stack"], row["sink"]), [])
        line = counted.pop(0) if counted else None
        turn = {"kind": "turn", "requests": int(row.get("requests") or row.get("messages")),
                **{field: float(row[field]) for field in ("seconds", "failed", "p50", "p99", "p999", "max")}}
        if row.get("backlog"):
            turn["backlog"] = float(row["backlog"])
        # The open load warms its client up; what the server takes meanwhile is not of the requests that count.
        if row.get("load") != "open":
            turn["cpu"] = float(row["cpu_after"]) - float(row["cpu_before"])
        parameters = {"sink": row["sink"], **({"load": row["load"]} if row.get("load") else {})}
        print(json.dumps({"kind": "run", "contender": row["stack"], "round": int(row["round"]), "parameters": parameters,
                          "lines": line, "lost": lost_lines(scenario, row["stack"], line, environment), "rows": [turn]}))


def lost_lines(scenario, stack, line, environment):
    """What is missing in both sinks and was not counted as dropped."""
    if line is None or stack in ("off", "error"):
        return 0
    every = float(line["all"])
    # Five lines for each request and three for each attempt to send it on; four for each message and two for each client.
    expected = (5 * every + 3 * float(line.get("attempts") or every) if scenario == "gateway"
                else 4 * every + 2 * float(environment["clients"]))
    dropped = 2 * float(line.get("dropped") or 0) + float(line.get("isolated") or 0)
    return max(0, round(2 * expected - int(line["console"]) - int(line["file"]) - dropped))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "raw":
        raw(sys.argv[2], sys.argv[3])
    else:
        page(sys.argv[1])
