#!/usr/bin/env python3
"""The tables of docs/lab/motion.md that posedctl train-motion prints are those of the shipped network's training (models/report-motion.json).

--write puts them there."""
import json
import sys

DOCS, REPORT = "docs/lab/motion.md", "models/report-motion.json"


def count(text):
    return f"{round(float(text)):,}"


def part(text, digits):
    text = f"{float(text):.{digits}f}"
    return text[1:] if text.startswith("0.") else text


def tables(data):
    """Rows by the first cell of their table's head, as Markdown."""
    made, section = {"step": [], "feet": [], "kind": []}, None
    for line in data.splitlines():
        head = line.split()[0]
        if head in made or head in ("slopes", "seconds"):
            section = head
        elif section == "step":
            name, motions, seconds, share, *gaits = line.split()
            made["step"].append([name, count(motions), count(seconds), part(share, 3), *map(count, gaits)])
        elif section == "feet":
            name, slide, slide95, off, under, most, _, jerk = line.split()
            made["feet"].append([name, f"{part(slide, 4)}, {part(slide95, 4)}", part(off, 4), f"{part(under, 4)}, {part(most, 3)}", jerk])
        elif section == "kind":
            name, (rows, held, torn, seconds, share) = line[:26].strip(), line[26:].split()
            made["kind"].append([name, count(rows), count(held), count(torn), count(seconds), "1" if name == "all" else part(share, 3)])
    return made


def with_tables(text, made):
    lines, out, rows = text.split("\n"), [], None
    for line in lines:
        cells = [c.strip() for c in line.strip("|").split("|")] if line.startswith("|") else [None]
        if rows is not None and line.startswith("|"):
            continue
        rows = None
        out.append(line)
        if cells[0] == "---" and (head := out[-2].strip("|").split("|")[0].strip()) in made:
            rows = made[head]
            out += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(out)


def main():
    made = tables(json.load(open(REPORT))["data"])
    text = open(DOCS).read()
    wanted = with_tables(text, made)
    if "--write" in sys.argv:
        open(DOCS, "w").write(wanted)
    elif text != wanted:
        for a, b in zip(text.split("\n"), wanted.split("\n")):
            if a != b:
                sys.exit(f"{DOCS} has: {a}\n{REPORT} has: {b}\n(scripts/lint/motion_docs.py --write)")
        sys.exit(f"{DOCS}: a table has more rows than {REPORT}")


main()
