#!/usr/bin/env python3
"""docs/architecture.md has a row for each room (a folder with sources), for no other, and the order of the folders of core.

    scripts/lint/rooms.py           says what differs; exit code 1 then
    scripts/lint/rooms.py --order   prints the order of the folders of core, which the page has as a block

The order is that of the table MAY in scripts/lint/layers.py: a line has the folders that use only folders of lines above it. The rooms that
ORDER in layers.py names have to exist too.
"""
import os
import re
import subprocess
import sys

import layers

PAGE = "docs/architecture.md"
AREAS = ["core", "api", "server", "config", "train", "tools", "factory"]
APART = "factory/tests"  # tests of the factory are no room
ROW = re.compile(r"^\| `((?:%s)(?:/[\w/]+)?)` \| " % "|".join(AREAS), re.M)


def rooms():
    files = subprocess.run(["git", "ls-files", *AREAS], capture_output=True, text=True, check=True).stdout.split()
    return {os.path.dirname(path) for path in files if path.endswith((".c", ".h")) and not path.startswith(APART)}


def order():
    """The folders of core in lines: each line uses only folders of lines above it."""
    height = {}

    def of(folder):
        if folder not in height:
            height[folder] = 1 + max((of(below) for below in layers.MAY[folder]), default=-1)
        return height[folder]

    core = [folder for folder in layers.MAY if folder.startswith("core/")]
    lines = [[] for _ in range(1 + max(map(of, core)))]
    for folder in core:
        lines[of(folder)].append(folder[len("core/"):])
    return "\n".join(", ".join(line) for line in lines)


def main():
    if sys.argv[1:] == ["--order"]:
        print(order())
        return 0

    text = open(PAGE, encoding="utf-8").read()
    named = ROW.findall(text)
    there = rooms()
    wrong = [f"{PAGE}: no row for the room {room}" for room in sorted(there - set(named))]
    wrong += [f"{PAGE}: {room} has a row, but no sources" for room in sorted(set(named) - there)]
    wrong += [f"{PAGE}: {room} has two rows" for room in sorted(set(named)) if named.count(room) > 1]
    if f"```\n{order()}\n```" not in text:
        wrong.append(f"{PAGE}: the order of core differs from scripts/lint/layers.py, which gives (scripts/lint/rooms.py --order)\n{order()}")

    # The tables of layers.py name folders that exist.
    for folder in layers.MAY:
        if folder != "clients" and not any(room == folder or room.startswith(folder + "/") for room in there):
            wrong.append(f"scripts/lint/layers.py: MAY names {folder}, which has no sources")
    for area, names in layers.ORDER.items():
        wrong += [f"scripts/lint/layers.py: ORDER names {area}/{name}, which has no sources"
                  for name in names if f"{area}/{name}".rstrip("/") not in there]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
