#!/usr/bin/env python3
"""No dead link: what a relative link of a tracked .md file points to is tracked, its #anchor is a heading there,
every docs/... that a tracked text names is there, and every source that an .md names in `code` too."""
import os
import re
import subprocess
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)|<(?:a href|img src)=\"([^\"]+)\"")
NAMED = re.compile(r"(?<![\w./-])docs/[\w./-]*[\w/]")
SOURCE = re.compile(r"`((?:core|api|server|config|tools|scripts|tests|web|clients|bench|examples|docker)/[\w./-]+\.(?:c|h|py|sh|js|mjs|yaml|txt|gd|cs|cpp))`")
BARE = re.compile(r"`([a-z_0-9]+\.[ch])`")
NOT_TEXT = ("web/dist/", "models/report", "tests/fuzz/corpus/", "tests/golden/data/")
SELF = "scripts/lint/links.py"


def prose(text):
    """The text without blocks of code and code in a line, lines kept."""
    text = re.sub(r"^```.*?^```", lambda m: "\n" * m.group().count("\n"), text, flags=re.S | re.M)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    """What GitHub makes of the headings: lower case, spaces to hyphens, other signs dropped, -1 for a second one."""
    made, seen = set(), {}
    for line in re.sub(r"^```.*?^```", "", text, flags=re.S | re.M).split("\n"):
        if not re.match(r"#{1,6} ", line):
            continue
        name = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line.lstrip("#").strip().lower())
        name = re.sub(r"[^\w\- ]", "", name).replace(" ", "-")
        made.add(f"{name}-{seen[name]}" if name in seen else name)
        seen[name] = seen.get(name, 0) + 1
    return made


def dead_links(path, text, tracked):
    for number, line in enumerate(prose(text).split("\n"), 1):
        for match in LINK.finditer(line):
            link = match.group(1) or match.group(2)
            if re.match(r"[a-z]+:", link):
                continue
            there, _, anchor = link.partition("#")
            there = os.path.normpath(os.path.join(os.path.dirname(path), there)) if there else path
            if there not in tracked:
                yield f"{path}:{number}: {link} is not there"
            elif anchor and there.endswith(".md") and anchor not in anchors(open(there, encoding="utf-8").read()):
                yield f"{path}:{number}: {link}: {there} has no such heading"


def dead_sources(path, text, tracked):
    """NAME in capitals stands for any; the changes tell of what was."""
    if path == "CHANGELOG.md":
        return
    names = {os.path.basename(file) for file in tracked}
    for number, line in enumerate(text.split("\n"), 1):
        for name in SOURCE.findall(line) + BARE.findall(line):
            beside = os.path.join(os.path.dirname(path), name)
            if not {name, beside} & tracked and "NAME" not in name and ("/" in name or name not in names):
                yield f"{path}:{number}: {name} is not there"


def main():
    files = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    files = [path for path in files if path and os.path.isfile(path)]
    tracked = set(files)
    for path in files:
        while path := os.path.dirname(path):
            tracked.add(path)
    wrong = []
    for path in files:
        if path.startswith(NOT_TEXT) or path == SELF:
            continue
        try:
            text = open(path, encoding="utf-8").read()
        except UnicodeDecodeError:
            continue
        if path.endswith(".md"):
            wrong += dead_links(path, text, tracked)
            wrong += dead_sources(path, text, tracked)
        for number, line in enumerate(text.split("\n"), 1):
            for match in NAMED.finditer(line):
                if match.group().rstrip("/") not in tracked:
                    wrong.append(f"{path}:{number}: {match.group()} is not there")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
