#!/usr/bin/env python3
"""Static functions that are named once besides their definition, and of those the ones of few lines, per file.

    scripts/lint/statics.py [FOLDER ...]        a table, the worst files first
    scripts/lint/statics.py --list FILE ...     which functions, with their lines
    scripts/lint/statics.py --why [FOLDER ...]  how many are named where, and could stand there

Not a check: a name may replace a comment. Good code of others has 18 % (box2d's src), this tree had 66 %.
"""
import collections
import pathlib
import re
import sys

SHORT = 8  # lines; what is shorter and called once reads as well where it is called

HEAD = re.compile(r"^static (?:inline )?(?!const )[^;=]*?\b(\w+)\([^;{]*\)\n\{\n(.*?)^\}", re.M | re.S)
TARGET = re.compile(r"[\w *\[\].>-]+ \+?=")

WHY = (
    "a row of a table, or handed on",
    "returns early: would need a flag or a goto",
    "within a condition or an expression",
    "no comment of its own: the name is it",
    "could stand where it is called",
)


class Static:
    def __init__(self, text, match):
        self.name, self.body = match[1], match[2]
        self.lines = self.body.count("\n")
        self.has_comment = text[: match.start()].endswith("*/\n")
        uses = [m for m in re.finditer(rf"\b{self.name}\b", text)]
        self.uses = len(uses) - 1
        self.use = next((m for m in uses if not match.start() <= m.start() < match.end()), None)


def statics(text):
    return [Static(text, match) for match in HEAD.finditer(text)]


def why(static, text):
    use = static.use
    if not use or text[use.end()] != "(":
        return WHY[0]

    before = text[text.rfind("\n", 0, use.start()) + 1 : use.start()].strip()
    returns = len(re.findall(r"\breturn\b", static.body))
    is_tail = before == "return"
    ends_in_return = static.body.rstrip().split("\n")[-1].lstrip().startswith("return")
    if returns > ends_in_return and not is_tail:
        return WHY[1]
    is_statement = not before or re.fullmatch(r"(?:for|if|while|else|case)\b.*[):]|else", before)
    if not is_tail and not (TARGET.fullmatch(before) if returns else is_statement):
        return WHY[2]
    return WHY[4] if static.has_comment else WHY[3]


def tell_why(files):
    total, short = collections.Counter(), collections.Counter()
    for path in files:
        text = path.read_text()
        for static in statics(text):
            if static.uses != 1:
                continue
            reason = why(static, text)
            total[reason] += 1
            short[reason] += static.lines < SHORT
    for reason in WHY:
        print(f"{total[reason]:5} {short[reason]:5} of them short  {reason}")


def main(args):
    roots = [pathlib.Path(a) for a in args if not a.startswith("-")] or [pathlib.Path("core")]
    files = sorted(f for root in roots for f in ([root] if root.is_file() else root.rglob("*.c")))
    if "--why" in args:
        return tell_why(files)

    rows = []
    for path in files:
        found = statics(path.read_text())
        once = [s for s in found if s.uses == 1]
        short = [s for s in once if s.lines < SHORT]
        rows.append((len(short), len(once), len(found), path))
        if "--list" in args:
            print("\n".join(f"{path}: {s.name} {s.lines}" for s in sorted(once, key=lambda s: s.lines)))
    if "--list" in args:
        return None

    for short, once, count, path in sorted(rows, key=lambda r: -r[0])[:40]:
        print(f"{count:4} statics {once:4} named once {short:4} of them short  {path}")
    short, once, count = (sum(row[i] for row in rows) for i in range(3))
    print(f"{count:4} statics {once:4} named once ({100 * once / max(count, 1):.0f} %) {short:4} short")
    return None


main(sys.argv[1:])
