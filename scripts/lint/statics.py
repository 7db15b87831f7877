#!/usr/bin/env python3
"""Static functions that are named once besides their definition, and of those the ones of few lines, per file.

    scripts/lint/statics.py [FOLDER ...]        a table, the worst files first
    scripts/lint/statics.py --list FILE ...     which functions, with their lines

Not a check: a name may replace a comment. Good code of others has 18 % (box2d's src), this tree had 66 %.
"""
import pathlib
import re
import sys

SHORT = 8  # lines; what is shorter and called once reads as well where it is called

HEAD = re.compile(r"^static (?:inline )?(?!const )[^;=]*?\b(\w+)\([^;{]*\)\n\{\n(.*?)^\}", re.M | re.S)


def statics(path):
    text = path.read_text()
    for match in HEAD.finditer(text):
        name, lines = match[1], match[2].count("\n")
        yield name, lines, len(re.findall(rf"\b{name}\b", text)) - 1


def main(args):
    show = "--list" in args
    roots = [pathlib.Path(a) for a in args if not a.startswith("-")] or [pathlib.Path("core")]
    files = sorted(f for root in roots for f in ([root] if root.is_file() else root.rglob("*.c")))
    rows = []
    for path in files:
        found = list(statics(path))
        once = [(name, lines) for name, lines, uses in found if uses == 1]
        short = [row for row in once if row[1] < SHORT]
        rows.append((len(short), len(once), len(found), path))
        if show:
            print("\n".join(f"{path}: {name} {lines}" for name, lines in sorted(once, key=lambda r: r[1])))
    if show:
        return
    for short, once, count, path in sorted(rows, key=lambda r: -r[0])[:40]:
        print(f"{count:4} statics {once:4} named once {short:4} of them short  {path}")
    short, once, count = (sum(row[i] for row in rows) for i in range(3))
    print(f"{count:4} statics {once:4} named once ({100 * once / max(count, 1):.0f} %) {short:4} short")


main(sys.argv[1:])
