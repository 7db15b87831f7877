#!/usr/bin/env python3
"""The limits in docs/guide/overview.md are the defaults of docs/reference/configuration.md."""
import re
import sys


def defaults():
    """{option: default} of the reference, which the daemon prints."""
    found, option = {}, ""
    for line in open("docs/reference/configuration.md", encoding="utf-8"):
        if line.startswith("## "):
            option = line[3:].strip()
        elif value := re.search(r"Default `([^`]*)`", line):
            found[option] = value.group(1)
    return found


def main():
    known, bad, count = defaults(), 0, 0
    for number, line in enumerate(open("docs/guide/overview.md", encoding="utf-8"), 1):
        row = re.fullmatch(r"\| [^|]+ \| ([^|]+) \| `(\w+\.\w+)` \|\n", line)
        if not row:
            continue
        count += 1
        if known.get(row.group(2)) != row.group(1):
            print(f"docs/guide/overview.md:{number}: {row.group(2)}: {row.group(1)}; {known.get(row.group(2))} expected")
            bad += 1
    if not count:
        print("docs/guide/overview.md: no row with an option")
    return bad > 0 or not count


sys.exit(main())
