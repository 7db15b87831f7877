#!/usr/bin/env python3
"""No dead link: what a relative link of a tracked .md file points to is tracked, and its #anchor is a heading there. Every docs/... that a tracked
text names is there. So is every path that an .md names in `code` or a comment of a source names: core/ik/job/, tools/posedctl/ik.c,
core/motion/write.{h,c}, tests/fuzz/fuzz_NAME.c (NAME, X and * stand for any text, but at least one file has to fit)."""
import fnmatch
import os
import re
import subprocess
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)|<(?:a href|img src)=\"([^\"]+)\"")
NAMED = re.compile(r"(?<![\w./-])docs/[\w./-]*[\w/]")
TOPS = "core|api|server|config|tools|train|factory|tests|scripts|web|clients|bench|examples|docker|models"
PATH = re.compile(r"(?<![\w./$%{}<>*~@+-])(?:" + TOPS + r")/[\w./{},*-]*[\w/}*]")
BARE = re.compile(r"(?<![\w./*<-])([a-z_0-9]+\.[ch])\b")
CODE = re.compile(r"`([^`\n]+)`")
# Made by a build or by npm, kept out of the repository, or no path at all (methods of MCP).
MADE = re.compile(r"(tests/(e2e|browser)|web)/node_modules\b|web/(mirror|licences\.txt)|bench/results/|docker/(secrets|keys)\b|models/mine\b|"
                  r"tools/(list|call)$|examples/play_npz\.py$|tests/test_freebvh\.bvh$|clients/s$")
NO_FILE = {"program.c", "lws.c", "posed_session.c"}  # examples of names
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


def braces(path):
    """a.{h,c} as a.h and a.c."""
    match = re.match(r"(.*?)\{([^{}]*)\}(.*)$", path)
    return [one for each in match[2].split(",") for one in braces(match[1] + each + match[3])] if match else [path]


def comments(path, text):
    """(line number, line) of the comments of a source."""
    if path.endswith((".c", ".h")):
        for match in re.finditer(r"/\*.*?\*/|//[^\n]*", text, re.S):
            first = text.count("\n", 0, match.start()) + 1
            yield from enumerate(match.group().split("\n"), first)
    else:
        for number, line in enumerate(text.split("\n"), 1):
            match = re.search(r"(?:^|\s)#\s(.*)", line)
            if match:
                yield number, match.group(1)


def dead_paths(path, text, tracked, names):
    """The changes of earlier versions tell of what was."""
    if path == "CHANGELOG.md":
        text = text.split("\n## 0.2.0", 1)[0]
    is_page = path.endswith(".md")
    for number, line in enumerate(text.split("\n"), 1) if is_page else comments(path, text):
        for part in CODE.findall(line) if is_page else [line]:
            for named in (one for match in PATH.finditer(part) for one in braces(match.group())):
                there = re.sub(r"NAME|\bX\b", "*", named.replace("**/", "*")).rstrip("/.")
                beside = os.path.normpath(os.path.join(os.path.dirname(path), there))
                found = fnmatch.filter(tracked, there) if "*" in there else {there, beside} & tracked
                if not found and not MADE.search(named):
                    yield f"{path}:{number}: {named} is not there"
            for name in BARE.findall(part):
                if name not in names and name not in NO_FILE and not part.startswith("<"):
                    yield f"{path}:{number}: {name} is not there"


def main():
    files = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    files = [path for path in files if path and os.path.isfile(path)]
    tracked = set(files)
    for path in files:
        while path := os.path.dirname(path):
            tracked.add(path)
    names = {os.path.basename(path) for path in files}
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
        if path.endswith((".md", ".c", ".h", ".py", ".sh", ".mk", ".yaml", ".yml")) or path == "Makefile":
            wrong += dead_paths(path, text, tracked, names)
        for number, line in enumerate(text.split("\n"), 1):
            for match in NAMED.finditer(line):
                if match.group().rstrip("/") not in tracked:
                    wrong.append(f"{path}:{number}: {match.group()} is not there")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
