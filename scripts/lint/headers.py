#!/usr/bin/env python3
"""Public headers: guarded, explained, and with the spaces and units of what they carry.

A header of more than 20 lines has a comment on at least a quarter of its lines (half is the aim; the list
below is printed with -v). One whose declarations carry vertices, joints, positions or rotations says in a
comment which space they are in and in which unit (matrices have none).
"""
import re
import subprocess
import sys

LEAST = 0.25
GEOMETRY = re.compile(r"\b(vertices|joints|positions?|rotations|normals|translation|orientation|offsets?_local)\b")
SPACE = re.compile(r"\b(space|spaces|world|local|axes|model frame|root frame|frame)\b", re.I)
UNIT = re.compile(r"(3,3\)|\bmatri(x|ces)\b)|\b(metres?|centimetres?|radians?|degrees?|unit|units|pixels?|quaternions?)\b", re.I)
# pieces of one kernel, included by its own files only; the header without the ending is their public face
PRIVATE = ("_lanes.h", "_x86.h")


def split(text):
    """comments and code of a C text, both with the lines kept"""
    comments = re.sub(r"[^\n]", " ", text)
    code = list(text)
    out = list(comments)
    for match in re.finditer(r"/\*.*?\*/|//[^\n]*", text, flags=re.S):
        for i in range(match.start(), match.end()):
            if text[i] != "\n":
                out[i] = text[i]
                code[i] = " "
    return "".join(out), "".join(code)


def share(text):
    """Part of the lines that have a comment; bodies of inline functions and rows of tables do not count."""
    text = re.sub(r"(^static inline [^;{]*)\{.*?^\}", r"\1", text, flags=re.S | re.M)
    text = re.sub(r"^ *X\(.*\n(?: *\".*\n)*", "", text, flags=re.M)
    comments, code = split(text)
    lines = [(a.strip(), b.strip()) for a, b in zip(comments.split("\n"), code.split("\n"))]
    lines = [pair for pair in lines if pair[0] or pair[1]]
    return sum(1 for pair in lines if pair[0]) / max(1, len(lines)), len(lines)


def check(path):
    text = open(path, encoding="utf-8").read()
    comments, code = split(text)
    part, lines = share(text)
    if not re.search(r"^#ifndef PD_\w+_H$", text, flags=re.M) and not re.search(r"^#ifndef \w+_H$", text, flags=re.M):
        yield f"{path}:1: no include guard"
    if lines > 20 and part < LEAST:
        yield f"{path}:1: {part:.0%} of the lines have a comment; at least {LEAST:.0%} wanted"
    word = GEOMETRY.search(re.sub(r'"(\\.|[^"\\])*"', '""', code))
    if path.startswith("core/") and word:
        line = code[: word.start()].count("\n") + 1
        if not SPACE.search(comments):
            yield f"{path}:{line}: carries {word.group()} and does not say in which space"
        if not UNIT.search(comments):
            yield f"{path}:{line}: carries {word.group()} and does not say in which unit"


def main():
    files = subprocess.run(["git", "ls-files", "core", "train", "api", "config", "server", "tools"],
                           capture_output=True, text=True, check=True).stdout.split()
    files = [path for path in files if path.endswith(".h") and not path.endswith(PRIVATE)]
    if "-v" in sys.argv:
        for path in files:
            part, lines = share(open(path, encoding="utf-8").read())
            print(f"{part:4.0%} of {lines:4d} {path}")
    wrong = [message for path in files for message in check(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
