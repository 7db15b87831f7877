#!/usr/bin/env python3
"""What no tracked text may hold: paths of one machine, unfinished marks, tabs in C."""
import re
import subprocess
import sys

MACHINE = re.compile(r"(?<![\w.$}])/(work|home/\w+|root/\w+|Users/\w+|shared)/\w")
MARKS = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
SELF = "scripts/lint/text.py"


def check(path):
    try:
        text = open(path, encoding="utf-8").read()
    except UnicodeDecodeError:
        return
    lines = text.split("\n")
    is_c = path.endswith((".c", ".h"))
    for number, line in enumerate(lines, 1):
        if MACHINE.search(line):
            yield f"{path}:{number}: a path of one machine"
        if MARKS.search(line):
            yield f"{path}:{number}: an unfinished mark"
        if is_c and "\t" in line:
            yield f"{path}:{number}: a tab"
        if is_c and line != line.rstrip():
            yield f"{path}:{number}: a space at the end"
    if text and not text.endswith("\n") and is_c:
        yield f"{path}:{len(lines)}: no newline at the end"


def main():
    files = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    skip = ("tests/fuzz/corpus/", "models/", "tests/golden/data/")
    texts = (".c", ".h", ".md", ".sh", ".py", ".yaml", ".yml", ".mk", ".in", ".js", ".mjs", ".json", ".html", ".csv", "Makefile",
             "Dockerfile", "run")
    wrong = []
    for path in files:
        if path and path != SELF and path.endswith(texts) and not path.startswith(skip):
            wrong += check(path)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
