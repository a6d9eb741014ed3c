#!/usr/bin/env python3
"""Prints how long tests took and how many JVMs they started: src/test/times.py [CLASSES]

Reports of earlier builds count until ./mvnw clean.
"""
import collections
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SUITE = re.compile(r'<testsuite [^>]*?name="([^"]+)" time="([\d.,]+)" tests="(\d+)"')


def rows():
    """(module, class, seconds, tests, JVMs) for each class."""
    for reports in glob.glob(f"{ROOT}/**/target/*-reports", recursive=True):
        module, starts = os.path.dirname(os.path.dirname(reports)), collections.Counter()
        if os.path.exists(f"{module}/target/jvm-starts.txt"):
            with open(f"{module}/target/jvm-starts.txt", encoding="utf-8") as lines:
                starts.update(line.strip() for line in lines)
        for report in glob.glob(f"{reports}/TEST-*.xml"):
            with open(report, encoding="utf-8", errors="replace") as text:
                suite = SUITE.search(text.read(4096))
            if suite:
                name = suite.group(1)
                yield (os.path.relpath(module, ROOT), name.rsplit(".", 1)[-1], float(suite.group(2).replace(",", "")),
                       int(suite.group(3)), starts[name])


def table(heads, lines):
    print("| " + " | ".join(heads) + " |\n|---" + "|--:" * (len(heads) - 1) + "|")
    for line in lines:
        print("| " + " | ".join(f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in line) + " |")


def main():
    classes = sorted(rows(), key=lambda row: -row[2])
    modules = collections.defaultdict(lambda: [0, 0.0, 0, 0])
    for module, _, seconds, tests, starts in classes:
        modules[module] = [sum(pair) for pair in zip(modules[module], (1, seconds, tests, starts))]
    table(("module", "classes", "seconds", "tests", "JVMs"), [[module] + sums for module, sums in sorted(modules.items())])
    print("\nSeconds are those of the classes, of which two run at once; JVMs are those that the tests started.\n")
    most = int(sys.argv[1]) if len(sys.argv) > 1 else len(classes)
    table(("class", "module", "seconds", "tests", "JVMs"), [(name, module, *rest) for module, name, *rest in classes[:most]])


if __name__ == "__main__":
    main()
