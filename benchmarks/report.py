#!/usr/bin/env python3
"""Makes the page of the benchmarks and the tables of other pages.

    report.py DIRECTORY              the page of the raw results in a directory, beside them
    report.py --publish DIRECTORY    small files of the raw results, and the page, in docs/benchmarks; the tables of other pages
    report.py --publish              the page and the tables again, from the small files
    report.py --check [ROOT]         whether each figure of the pages follows from the small files of docs/benchmarks

A figure has an interval. That of a request is the median of paired differences, with an interval of 95 % by bootstrap; any
other is the median of all rounds, with the same interval if there are ten or more, or else with the lowest and the highest
one. Two figures whose intervals overlap do not differ.
"""
import collections
import glob
import itertools
import json
import math
import os
import random
import re
import statistics
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
Figure = collections.namedtuple("Figure", "name kind value larger")
# What stands in a column, in the order of the page; is_long: a row for each figure and stack, a column for each group of runs.
Section = collections.namedtuple("Section", "scenario title text figures is_long is_log")
Value = collections.namedtuple("Value", "middle low high")
SPLIT = ("threads", "benchmark")
RESAMPLES = 1000
# So many rounds make an interval by bootstrap; of fewer, the lowest and the highest are shown.
MANY_ROUNDS = 10
LATENCY_STEP = 1.02


def of(name, kind, field, scale=1.0, count=None, larger=False):
    return Figure(name, kind, lambda r: r[field] * scale / (r[count] if count else 1) if field in r else None, larger)


COST = "CPU of logging, µs"
REQUEST = [of(name, "pairs", "") for name in (COST, "of it on callers, µs", "of it on the writer, µs", "p50, ms", "p99, ms",
                                              "times on a processor", "write calls")]
CPU = of("CPU per event, ns", "flood", "cpu", count="events")
SECTIONS = [
    Section("request", "A request", "A web application answers requests that log eight lines to standard output, or none, in turns "
            "of two seconds. CPU is that of a request with lines minus that of one without; latencies begin when a request was due, and "
            "have the lines.", REQUEST, True, False),
    Section("users", "What users configure", "Two threads log as fast as they can: with Spring Boot's configuration and the name of a file "
            "(`packaged`), a team's own file with console and rolling file (`team`), JSON (ECS) to standard output or to a file, and one "
            "stack trace in a hundred events (`exceptions`). Standard output is a pipe that is read.", [CPU], False, False),
    Section("stall", "A console that stalls", "Four threads log 2,000 lines per second by a schedule, and in the middle nobody reads "
            "standard output for a second. A latency begins when its call was due.",
            [of(f"{name}, µs", "paced", field, 1e-3) for name, field in
             (("p50", "p50"), ("p99", "p99"), ("p99.9", "p999"), ("longest", "max"))], False, True),
    Section("flood", "Floods", "Threads log as fast as they can, until the last line is in the file.",
            [CPU, Figure("events/s", "flood", lambda r: r["written"] / r["nanos"] * 1e9, True)], False, False),
    Section("bursts", "Bursts", "Four threads make ten calls and pause for 0.85 ms.",
            [of(f"{name}, ns", "bursts", field) for name, field in
             (("p50", "p50"), ("p99", "p99"), ("p99.9", "p999"), ("p99.99", "p9999"))], False, True),
    Section("start", "Start and memory", "The application of the requests starts, answers, and is idle. Heap is what is used after a "
            "collection.",
            [of("first answer, ms", "start", "millis"), of("CPU until then, ms", "start", "cpu", 1e-6),
             of("resident, MB", "start", "resident", 1e-6), of("heap, MB", "start", "heap", 1e-6), of("classes", "start", "classes"),
             of("idle CPU, ms per minute", "start", "idle-cpu", 60_000, "idle-nanos")], False, False),
    Section("allocation", "Allocation", "Bytes that all threads allocate for a call, by JMH's `-prof gc`.", [of("bytes per call", "jmh", "bytes")],
            False, True),
    Section("location", "Location", "A call below 40 frames, without and with the caller's class, method and line.",
            [of("ns per call", "jmh", "nanos"), of("bytes per call", "jmh", "bytes")], False, True),
]


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def interval(values, statistic=statistics.median):
    """The median, and an interval of 95 % by bootstrap; the same for the same values."""
    chance = random.Random(len(values))
    found = sorted(statistic(chance.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return statistic(values), found[round(0.025 * RESAMPLES)], found[round(0.975 * RESAMPLES) - 1]


def cost(pair, value=lambda window: sum(window["cpu"].values()) / 1000):
    """What the lines of a request take: the difference of two windows."""
    return value(pair["on"]) / pair["on"]["requests"] - value(pair["off"]) / pair["off"]["requests"]


def percentile(share):
    def of_windows(windows):
        counts = collections.Counter()
        for window in windows:
            counts.update({int(step): n for step, n in window.items()})
        rest = share * sum(counts.values())
        for step in sorted(counts):
            rest -= counts[step]
            if rest <= 0:
                return LATENCY_STEP ** (step + 0.5) / 1e6
        return 0.0
    return of_windows


def request_figures(pairs):
    """The figures of a stack at one rate."""
    def on_threads(group):
        return lambda window: window["cpu"].get(group, 0) / 1000
    latencies = [pair["on"]["latencies"] for pair in pairs]
    values = [interval([cost(pair) for pair in pairs])]
    values += [interval([cost(pair, on_threads(group)) for pair in pairs]) for group in ("callers", "writer")]
    values += [interval(latencies, percentile(share)) for share in (0.5, 0.99)]
    values += [interval([cost(pair, lambda window, f=field: window[f]) for pair in pairs]) for field in ("scheduled", "writes")]
    return dict(zip((figure.name for figure in REQUEST), values))


class Summary:
    """What the small files have of the raw results in a directory."""

    def __init__(self, directory):
        raw = {s.scenario: lines for s in SECTIONS if (lines := read(f"{directory}/{s.scenario}.json"))}
        files = {scenario: self.file(scenario, lines) for scenario, lines in raw.items()}
        self.files = {scenario: file for scenario, file in files.items() if file["figures"]}

    def file(self, scenario, lines):
        environments = []
        for line in lines:
            found = {k: line[k] for k in ("processor", "memory", "java", "system", "commit", "form", "libraries")
                     } if line["kind"] == "environment" else None
            if found and found not in environments:
                environments.append(found)
        rest = self.requests(lines) if scenario == "request" else self.runs(scenario, lines)
        return {"measured-on": environments, **rest}

    @staticmethod
    def requests(lines):
        cells, lost = {}, collections.Counter()
        for line in lines:
            if line["kind"] == "pairs":
                for stack, pair in line["stacks"].items():
                    cells.setdefault(f"format={line['format']} rate={line['rate']}", {}).setdefault(stack, []).append(pair)
            elif line["kind"] == "lines":
                lost.update(line["lost"])
        figures = {}
        for key, stacks in cells.items():
            for stack, pairs in stacks.items():
                for name, values in request_figures(pairs).items():
                    figures.setdefault(name, {}).setdefault(key, {})[stack] = rounded(values)
        from web import STACKS
        every = [pair for stacks in cells.values() for pairs in stacks.values() for pair in pairs]
        return {"runs": {"pairs": {key: min(map(len, stacks.values())) for key, stacks in cells.items()},
                         "failed": sum(window["failed"] for pair in every for window in pair.values())},
                "stacks": {s.name: {"label": s.label, "asynchronous": s.asynchronous, "lossless": True} for s in STACKS},
                "lost": {s: {"lost": n} for s, n in lost.items() if n}, "lossy": [], "figures": figures}

    def runs(self, scenario, lines):
        tries = [line for line in lines if line["kind"] == "run"]
        runs = [run for run in tries if "error" not in run]
        cells, lossy, lost, events = {}, set(), collections.Counter(), collections.Counter()
        for run in runs:
            self.add(run, cells, lossy, lost, events)
        figures = {}
        for (figure, key), stacks in cells.items():
            figures.setdefault(figure, {})[text_of_key(key)] = {contender: summed(*values) for contender, values in stacks.items()}
        return {"runs": {"all": len(runs), "far": sum(run["far"] for run in runs),
                         "failed": len({r["key"] for r in tries if "error" in r} - {r["key"] for r in runs})},
                "stacks": {r["contender"]: {k: r[k] for k in ("label", "asynchronous", "lossless")} for r in runs},
                "lost": {c: {"lost": n, "events": events[c]} for c, n in lost.items() if n},
                "lossy": sorted([text_of_key(key), contender] for key, contender in lossy),
                "figures": figures}

    @staticmethod
    def add(run, cells, lossy, lost, events):
        groups = {}
        for row in run["rows"]:
            key = tuple(sorted({**run["parameters"], **{k: str(row[k]) for k in SPLIT if k in row}}.items()))
            groups.setdefault(key, []).append(row)
            missing = max(0, row.get("events", 0) - row.get("written", row.get("events", 0)), row.get("attempted", 0) - row.get("lines", 0))
            if missing:
                lossy.add((key, run["contender"]))
                lost[run["contender"]] += missing
            events[run["contender"]] += row.get("events", 0)
        for (key, rows), figure in itertools.product(groups.items(), next(s for s in SECTIONS if s.scenario == run["scenario"]).figures):
            values = [v for v in (figure.value(row) for row in rows if row["kind"] == figure.kind) if v is not None]
            if values:
                cell = cells.setdefault((figure.name, key), {}).setdefault(run["contender"], ([], []))
                # The iterations of JMH are its rounds.
                cell[run["far"]].extend(values if figure.kind == "jmh" else [statistics.median(values)])


def summed(near, far):
    """The median of the rounds and its interval; those in the other state of the machine only if there are no others."""
    values = near or far
    return rounded(interval(values) if len(values) >= MANY_ROUNDS else [statistics.median(values), min(values), max(values)])


def rounded(values):
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
        self.values = {(scenario, key_of(key), name): {c: Value(*v) for c, v in stacks.items()}
                       for scenario, file in files.items() for name, groups in file["figures"].items() for key, stacks in groups.items()}
        self.stacks = {c: stack for file in files.values() for c, stack in file["stacks"].items()}
        self.lossy = {(scenario, key, c) for scenario, file in files.items() for key, c in file["lossy"]}

    def keys(self, scenario, name):
        def order(key):
            # Text before JSON.
            return [(k, float(v) if v.replace(".", "").isdigit() else -len(v), v) for k, v in key if k != "configuration"]
        return sorted((key for s, key, figure in self.values if (s, figure) == (scenario, name)), key=order)

    def value(self, scenario, key, name, contender):
        return self.values.get((scenario, key, name), {}).get(contender)

    def is_lossy(self, scenario, key, contender):
        return (scenario, text_of_key(key), contender) in self.lossy

    def ranked(self, scenario, key, figure):
        """The contenders that have lost nothing, the best first."""
        found = [c for c in self.values.get((scenario, key, figure.name), {})
                 if not self.is_lossy(scenario, key, c) and self.stacks[c]["lossless"]]
        return sorted(found, key=lambda c: self.value(scenario, key, figure.name, c).middle * (-1 if figure.larger else 1))

    def label(self, contender):
        return self.stacks[contender]["label"]


def key_of(text):
    return tuple(tuple(pair.split("=", 1)) for pair in text.split())


def overlap(one, other):
    return one.low <= other.high and other.low <= one.high


def number(value):
    """Three digits that count."""
    if value == 0 or abs(value) < 5e-4:
        return "0"
    digits = max(0, 2 - int(math.floor(math.log10(abs(value)))))
    found = round(value, 2 - int(math.floor(math.log10(abs(value)))))
    return f"{found:,.{digits}f}"


def shown(value):
    low, middle, high = number(value.low), number(value.middle), number(value.high)
    return middle if low == high else f"{middle} ({low}–{high})"


def name_of(key):
    return ", ".join(f"{v} thread{'' if v == '1' else 's'}" if k == "threads" else f"{int(v):,}/s" if k == "rate" else
                     f"{k} {v}" if k == "location" else v for k, v in key)


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)] + ["| " + " | ".join(r) + " |" for r in rows]) + "\n"


def cells_of(results, part):
    """Figure and key of each cell of a table, and the stacks, the best first."""
    # The parts of a cost are in the files only: a synchronous stack has no writer.
    cells = [(f, key) for f in part.figures if not f.name.startswith("of it") for key in results.keys(part.scenario, f.name)]
    stacks = {c for figure, key in cells for c in results.values[part.scenario, key, figure.name]}

    def place(contender):
        value = results.value(part.scenario, cells[0][1], cells[0][0].name, contender)
        return (value is None, value.middle if value else 0, contender)
    return cells, sorted(stacks, key=place)


def section(results, part):
    cells, stacks = cells_of(results, part)
    if not cells:
        return ""

    def cell(figure, key, contender):
        value = results.value(part.scenario, key, figure.name, contender)
        return "" if value is None else shown(value) + (" lost" if results.is_lossy(part.scenario, key, contender) else "")
    if part.is_long:
        keys = list(dict.fromkeys(key for _, key in cells))
        text = table([""] + [name_of(key) for key in keys], [[f"{figure.name}: {results.label(c)}"] + [cell(figure, k, c) for k in keys]
                                                             for figure in dict.fromkeys(f for f, _ in cells) for c in stacks])
    else:
        names = [": ".join(filter(None, (name_of(key), figure.name if len(part.figures) > 1 else ""))) for figure, key in cells]
        head = part.figures[0].name if len(part.figures) == 1 else ""
        text = table([head] + names, [[results.label(c)] + [cell(f, k, c) for f, k in cells] for c in stacks])
    file = results.files[part.scenario]
    pairs = file["runs"].get("pairs")
    number_of = "Pairs: " + ", ".join(f"{name_of(key_of(key))} {n}" for key, n in pairs.items()) if pairs else f"Runs: {file['runs']['all']}"
    lost = [f"{results.label(c)} {count['lost']:,}" for c, count in sorted(file["lost"].items())]
    text += f"\n{number_of}. " + ("Lost: " + "; ".join(lost) + ".\n" if lost else "Nothing was lost.\n")
    picture = f"![{part.title}: {cells[0][0].name}, by stack]({part.scenario}.svg)\n"
    return f"## {part.title}\n\n{part.text}\n\n{picture}\n{text}"


def plot(results, part):
    """Bars of the first figure of a section, with intervals, as SVG."""
    cells, stacks = cells_of(results, part)
    figure = cells[0][0]
    groups = [key for f, key in cells if f is figure]
    values = {(key, c): v for key in groups for c in stacks if (v := results.value(part.scenario, key, figure.name, c))}
    low, high = min(v.middle for v in values.values()), max(v.high for v in values.values())
    floor = max(low, high / 1e6) / 2

    def x(value):
        share = math.log(max(value, floor) / floor) / math.log(high / floor) if part.is_log else max(value, 0) / high
        return 380 + 400 * share
    y, parts = 30, []
    for key in groups:
        parts.append(f'<text x="10" y="{y}" font-weight="bold">{name_of(key)}</text>')
        for c in (c for c in stacks if (key, c) in values):
            y, v = y + 18, values[key, c]
            color = "#1f6feb" if c == "ringlog" else "#8c959f"
            parts.append(f'<text x="370" y="{y}" text-anchor="end">{results.label(c)}</text>'
                         f'<rect x="380" y="{y - 11}" width="{x(v.middle) - 380:.1f}" height="12" fill="{color}"/>'
                         f'<path d="M{x(v.low):.1f} {y - 5}H{x(v.high):.1f}" stroke="#24292f"/>'
                         f'<text x="{max(x(v.middle), x(v.high)) + 6:.1f}" y="{y}">{number(v.middle)}</text>')
        y += 26
    scale = ", logarithmic" if part.is_log else ""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 {y}" font-family="sans-serif" font-size="12">\n'
            f'<title>{part.title}: {figure.name}</title>\n<rect width="860" height="{y}" fill="#ffffff"/>\n'
            f'<text x="10" y="12" fill="#57606a">{figure.name}{scale}; lines are intervals</text>\n' + "\n".join(parts) + "\n</svg>\n")


def others_win(results):
    """Each figure of the page in which a stack that has lost nothing is better than Ringlog."""
    rows, compared, same = [], 0, 0
    for part in SECTIONS:
        for figure, key in cells_of(results, part)[0]:
            own = results.value(part.scenario, key, figure.name, "ringlog")
            ranked = results.ranked(part.scenario, key, figure)
            if own is None or len(ranked) < 2:
                continue
            compared += 1
            better = list(itertools.takewhile(lambda c: c != "ringlog", ranked))
            apart = [c for c in better if not overlap(own, results.value(part.scenario, key, figure.name, c))]
            same += bool(better) and not apart
            if apart:
                best = results.value(part.scenario, key, figure.name, apart[0])
                more = f", and {len(apart) - 1} more" if len(apart) > 1 else ""
                rows.append([": ".join(filter(None, (part.title, name_of(key), figure.name))), shown(own),
                             f"{shown(best)}, {results.label(apart[0])}{more}"])
    return (f"## Where others win\n\nIn {len(rows)} of {compared} figures of this page a stack that has lost nothing is better than Ringlog. "
            f"In {same} more its median is better, but the intervals overlap.\n\n" + table(["figure", "Ringlog", "best"], rows))


# The rows of the README: in English, in Chinese, scenario, group of runs, and figures in both languages with, then without a ratio.
CPU_PER_LINE = {"CPU per event, ns": ("CPU per line, ns", "每行的 CPU，纳秒")}
COST_OF_REQUEST = {COST: ("CPU of logging, µs", "日志的 CPU，微秒")}
LATENCIES = {"p50, ms": ("p50, ms", "p50，毫秒"), "p99, ms": ("p99, ms", "p99，毫秒")}
README = [
    ("your own `log4j2.xml` or `logback.xml`", "自己的 `log4j2.xml` 或 `logback.xml`", "users", "configuration=team threads=2", CPU_PER_LINE, {}),
    ("JSON to standard output", "JSON 到标准输出", "users", "configuration=stdout-json threads=2", CPU_PER_LINE, {}),
    ("a request of eight lines, 100/s", "八行日志的请求，每秒 100 个", "request", "format=text rate=100", COST_OF_REQUEST, LATENCIES),
    ("a request of eight lines, 1,000/s", "八行日志的请求，每秒 1,000 个", "request", "format=text rate=1000", COST_OF_REQUEST, LATENCIES),
    ("a log call while the console stalls for a second", "控制台停顿一秒时的日志调用", "stall", "", {"p99.9, µs": ("p99.9, µs", "p99.9，微秒")}, {}),
    ("flood of 50 threads", "日志洪峰，50 个线程", "flood", "threads=50", CPU_PER_LINE, {}),
    ("start and memory of a web application", "Web 应用的启动和内存", "start", "",
     {"first answer, ms": ("first answer, ms", "首次应答，毫秒"), "resident, MB": ("resident, MB", "常驻内存，MB"), "heap, MB": ("heap, MB", "堆，MB")}, {}),
]
DEFAULTS = {"logback": ("boot-logback", "logback-sync"), "log4j": ("boot-log4j", "log4j-sync-flush")}
# The sentences of docs/how-it-works.md.
ALTERNATIVES = {"log4j": "boot-log4j-async", "logback": "boot-logback-async"}
SENTENCE = "At 1,000 requests/s the eight lines of a request cost {} µs of CPU in this way, and {} with Ringlog{}.\n"
BLOCK = re.compile(r"(<!-- figures of (\S+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


def readme_table(results, chinese):
    head = (["", "Spring Boot with Logback", "Spring Boot with Log4j", "best lossless asynchronous", "Ringlog"] if not chinese
            else ["", "Spring Boot 配 Logback", "Spring Boot 配 Log4j", "最好的不丢失的异步方案", "Ringlog"])
    rows = []
    for english, translated, scenario, text, compared, more in README:
        key = key_of(text)
        compared, more = ({name: texts[chinese] for name, texts in names.items() if results.value(scenario, key, name, "ringlog")}
                          for names in (compared, more))
        if compared:
            figure = next(f for s in SECTIONS if s.scenario == scenario for f in s.figures if f.name in compared)
            ranked = [c for c in results.ranked(scenario, key, figure) if c != "ringlog"]
            peers = [next((c for c in ranked if c in DEFAULTS[family]), None) for family in ("logback", "log4j")]
            peers.append(next((c for c in ranked if results.stacks[c]["asynchronous"]), None))
            label = (translated if chinese else english) + ("：" if chinese else ": ") + "; ".join([*compared.values(), *more.values()])
            rows.append([label] + [readme_cell(results, scenario, key, compared, more, c) for c in peers + ["ringlog"]])
    return table(head, rows)


def readme_cell(results, scenario, key, compared, more, contender):
    if contender is None:
        return ""
    parts = []
    for name in [*compared, *more]:
        value, own = (results.value(scenario, key, name, c) for c in (contender, "ringlog"))
        times = value.middle / own.middle if own.middle > 0 else 0
        shown_times = number(times) if times >= 1000 else f"{times:.{0 if times >= 10 else 1 if times > 1 else 2}f}"
        ratio = f" ({shown_times} ×)" if times > 0 and name in compared else ""
        parts.append(number(value.middle) + ("" if contender == "ringlog" else " (≈)" if overlap(value, own) else ratio))
    return "; ".join(parts)


def machines(results):
    found = [e for file in results.files.values() for e in file["measured-on"]]
    return ", ".join(" or ".join(dict.fromkeys(texts)) for texts in ([f"{e['processor']}, {e['memory']}" for e in found],
                                                                     [e["java"] for e in found]))


def blocks(results):
    """What stands between the marks of other pages."""
    flood = results.files.get("flood", {}).get("lost", {})
    lost, own = flood.get("log4j-async"), flood.get("ringlog", {}).get("lost")
    share = f"{100 * lost['lost'] / lost['events']:.0f}%" if lost else ""
    made = {}
    for language, chinese in (("readme", False), ("readme-zh", True)):
        made[language] = ((f"{machines(results)}。中位数，都是越小越好；括号里是 Ringlog 的几倍；≈：区间重叠，没有差别。\n\n" if chinese else
                           f"{machines(results)}. Medians; less is better in each row. In brackets: how many times that of Ringlog; "
                           "≈ is no difference, because intervals overlap.\n\n") + readme_table(results, chinese))
        if lost:
            made[language] += (f"\nLog4j 的异步 logger 配 Disruptor 4 在洪峰中丢失了 {share} 的事件，Ringlog {f'丢失 {own} 个' if own else '没有丢失'}。\n" if chinese else
                               f"\nIn the floods Log4j's asynchronous loggers with Disruptor 4 lost {share} of the events, Ringlog {own or 'none'}.\n")
    for name, peer in ALTERNATIVES.items():
        other, own = (results.value("request", key_of("format=text rate=1000"), COST, c) for c in (peer, "ringlog"))
        if own and other:
            made[name] = SENTENCE.format(number(other.middle), number(own.middle), ": no difference" if overlap(own, other) else "")
    return made


METHOD = """## Method

Each stack has a JVM of its own with its own class path. All stacks take turns, and each round begins with another one.
For requests all JVMs are up at once, one client sends by a schedule that no slow answer delays, and windows with and without lines follow each other, in either order.
The intervals of requests and starts are of 95 % by bootstrap; any other goes from the lowest to the highest round. Where intervals overlap there is no difference.
Spring Boot's stacks have their default settings, and Ringlog's lines also have a trace id; "lossless" is set so that nothing is discarded.
The driver watches file or standard output from outside, and counts every line. A stack that has lost events is marked, and is not called the best.
Before each run the driver measures how long a cache line takes between the processors; a run in the other state of the machine is repeated, and left out if there is another.
[The driver's page](../../benchmarks/README.md) lists the stacks and the commands. Raw results are a file of each release.
"""


def page(results):
    made = {}
    for scenario, file in results.files.items():
        for e in file["measured-on"]:
            made.setdefault(f"{e['processor']}, {e['memory']}, {e['java']}, {e['system']}; {e['libraries']}", []).append(f"{scenario} {e['commit']}")
    runs = [file["runs"] for file in results.files.values() if "all" in file["runs"]]
    state = f"Of {sum(r['all'] for r in runs)} runs {sum(r['far'] for r in runs)} were in the other state, and {sum(r['failed'] for r in runs)} failed.\n"
    parts = ["# Benchmarks\n", "What you win is CPU and waiting under load; what you pay is start-up time and memory.\n", readme_table(results, False)]
    parts += [others_win(results)] + [section(results, part) for part in SECTIONS]
    environments = "".join(f"- {', '.join(dict.fromkeys(scenarios))}: {text}\n" for text, scenarios in made.items())
    return "\n".join(part for part in parts + [METHOD + state, "Measured on:\n", environments] if part)


def pictures(results):
    return {f"{part.scenario}.svg": plot(results, part) for part in SECTIONS if part.scenario in results.files}


def with_blocks(text, made):
    return BLOCK.sub(lambda m: m.group(1) + made[m.group(2)] + m.group(3) if m.group(2) in made else m.group(0), text)


def pages(root):
    return sorted(glob.glob(f"{root}/*.md") + glob.glob(f"{root}/docs/**/*.md", recursive=True) + glob.glob(f"{root}/benchmarks/*.md")
                  + glob.glob(f"{root}/sample-gateway/*.md"))


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def text_of(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as text:
        return text.read()


NUMBER = r"[\d,]*\d(?:\.\d+)?"
FIGURE = re.compile(rf'({NUMBER})<!-- (\w+)\.json "([^"]+)" (\S+) (.*?) -->')


def marked(results, figure):
    """A figure with a source such as 'flood.json "events/s" ringlog threads=4', with as many digits as it is shown with."""
    value = results.value(figure.group(2), key_of(figure.group(5)), figure.group(3), figure.group(4))
    return None if value is None else f"{value.middle:,.{len(figure.group(1).partition('.')[2])}f}"


def check(root):
    """What does not follow from the small files."""
    directory, wrong = os.path.join(root, "docs/benchmarks"), []
    results = Results(published(directory))
    wrong += [f"docs/benchmarks/{name} is not what report.py makes of the files beside it"
              for name, text in {"README.md": page(results), **pictures(results)}.items() if text_of(f"{directory}/{name}") != text]
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
    known = {"README.md"} | {f"{s}.{kind}" for s in results.files for kind in ("json", "svg")}
    unknown = {os.path.basename(f) for f in glob.glob(f"{directory}/*")} - known
    return wrong + [f"docs/benchmarks/{name} is no file of the page" for name in sorted(unknown)]


def publish(directory=None):
    """The small files of a directory, in place of those of the same scenarios, and the pages of all."""
    target = os.path.join(ROOT, "docs/benchmarks")
    for scenario, file in (Summary(directory).files if directory else {}).items():
        write(f"{target}/{scenario}.json", saved(file))
    results = Results(published(target))
    for name, text in {"README.md": page(results), **pictures(results)}.items():
        write(f"{target}/{name}", text)
    for path in pages(ROOT):
        text = with_blocks(text_of(path), blocks(results))
        write(path, FIGURE.sub(lambda figure: figure.group().replace(figure.group(1), marked(results, figure) or figure.group(1), 1), text))
    report(check(ROOT))


def report(wrong):
    if wrong:
        sys.exit("\n".join(wrong))


def main(command, *arguments):
    if command == "--check":
        report(check(*arguments or [ROOT]))
    elif command == "--publish":
        publish(*arguments)
    else:
        results = Results(Summary(command).files)
        for name, text in {"README.md": page(results), **pictures(results)}.items():
            write(os.path.join(command, name), text)
        print(os.path.join(command, "README.md"))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
