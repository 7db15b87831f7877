#!/usr/bin/env python3
"""docs/guide/papers.md names files, functions and tests: each must exist. `FILE: NAME` asks that the file contains the name as a word; for a C test
that NAME is one of its tests."""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PAGE = "docs/guide/papers.md"


def main():
    bad, count = [], 0
    for number, line in enumerate(open(os.path.join(ROOT, PAGE), encoding="utf-8"), 1):
        for path, name in re.findall(r"`((?:core|train|api|server|tools|tests|scripts)/[\w./]+)(?:: (\w+))?`", line):
            count += 1
            place = os.path.join(ROOT, path)
            if not os.path.exists(place):
                bad.append(f"{PAGE}:{number}: {path}: no such file")
                continue
            if not name:
                continue
            text = open(place, encoding="utf-8").read()
            wanted = rf"cmocka_unit_test(?:_\w+)?\({name}\b" if path.startswith("tests/") else rf"\b{name}\b"
            if not re.search(wanted, text):
                bad.append(f"{PAGE}:{number}: {path} has no {'test ' if path.startswith('tests/') else ''}{name}")
    if count < 100:
        bad.append(f"{PAGE}: {count} names found; over 100 expected: did the table change its form?")
    print("\n".join(bad) or f"{count} names", file=sys.stderr if bad else sys.stdout)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
