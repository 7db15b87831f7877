#!/usr/bin/python3
"""Descriptions that users see mean something with nothing around them.

Reads the generated reference (docs/reference/api.md and configuration.md) and the string literals of the tables of
fields, options and messages. A description begins with a capital letter and with a noun or a verb, ends with a period and has
three words at least and three sentences at most (details stand in docs/reference); no literal is broken inside a word or after a single word. The help of a posedctl option may begin with a small letter and has no
period.
"""
import re
import subprocess
import sys

FRAGMENTS = ("of its as the-same likewise that in-place what with where how who whose which whether there here").split()
LITERAL = r'"((?:\\.|[^"\\\n])*)"'
MOST_SENTENCES = 3
wrong = []


def begins_as_fragment(text):
    return any(re.match(word.replace("-", " ") + r"\b", text, re.I) for word in FRAGMENTS)


def check(place, text):
    if begins_as_fragment(text):
        wrong.append(f"{place}: begins as a part of a sentence: {text[:70]}")
    if not re.match(r"[A-Z0-9]", text):
        wrong.append(f"{place}: begins with no capital letter: {text[:70]}")
    if not text.endswith("."):
        wrong.append(f"{place}: ends without a period: ...{text[-50:]}")
    if len(text.split()) < 3:
        wrong.append(f"{place}: fewer than three words: {text}")
    count_sentences(place, text)


def count_sentences(place, text):
    sentences = [sentence for sentence in re.split(r"(?<=[.!?])\s+", text) if " " in sentence]
    if len(sentences) > MOST_SENTENCES:
        wrong.append(f"{place}: {len(sentences)} sentences; at most {MOST_SENTENCES}, details belong into docs/reference: {text[:60]}")


def lines(name):
    return enumerate(open(name, encoding="utf-8").read().split("\n"), 1)


# The rows of requests in api.md (replies have two columns) and the sentence under each heading of configuration.md.
for number, line in lines("docs/reference/api.md"):
    cells = re.match(r"\| `([\w.\[\]]+)` \| [^|]* \| [^|]* \| (.*) \|$", line)
    if cells:
        check(f"docs/reference/api.md:{number} {cells[1]}", re.sub(r" Example: `.*`$", "", cells[2]))
for paragraph in re.findall(r"^## \S+\n\n((?:.+\n)+)", open("docs/reference/configuration.md", encoding="utf-8").read(), re.M):
    check("docs/reference/configuration.md", " ".join(paragraph.split()))

# The descriptions of routes and of options, as the sources have them.
for name, row in ("api/routes.c", r"\.doc =\s*((?:" + LITERAL + r"\s*)+)"), ("config/options.h", r"(?:START|LIVE), \\\n\s*(" + LITERAL + ")"):
    source = open(name, encoding="utf-8").read()
    for match in re.finditer(row, source):
        count_sentences(f"{name}:{source.count(chr(10), 0, match.start()) + 1}", "".join(re.findall(LITERAL, match[1])))

# A text in several literals (`"one two " "three"`) must not be split within a word or after its first word.
for name in subprocess.check_output(["git", "ls-files", "api/*.[ch]", "config/*.h", "core/character/control/control.h"], text=True).split():
    if name == "api/docs/examples.c":
        continue  # JSON of replies
    source = open(name, encoding="utf-8").read()
    for match in re.finditer(LITERAL + r"(?=[ \t]*\\?\n[ \t]*" + LITERAL + ")", source):
        text = match[1]
        rest = source[match.end():].lstrip(" \t\\\n")
        if "\\" in text or re.search(r"[{}\[\]]", text) or not re.search(r"[A-Za-z]{2}", text):
            continue  # JSON and formats
        place = f"{name}:{source.count(chr(10), 0, match.start()) + 1}"
        if re.match(r'"[a-z]', rest) and re.search(r"[a-z]$", text):
            wrong.append(f"{place}: a word is broken: {text[-30:]}")
        if len(text.split()) == 1 and text.endswith(" "):
            wrong.append(f"{place}: broken after a single word: {text}")

# Help of posedctl's options: {"name", "VALUE", "help", ...}.
ROW = re.compile(r'\{\s*(?:\\\s*)?"[\w-]+",\s*(?:\\\s*)?(?:NULL|"[A-Za-z0-9.|:,=/_-]*"),\s*(?:\\\s*)?' + LITERAL)
for name in subprocess.check_output(["git", "ls-files", "tools/*.[ch]"], text=True).split():
    source = open(name, encoding="utf-8").read()
    if "PD_TOOL_END" not in source and not re.search(r"#define PD_TOOL_\w+(ROW|OPTIONS)", source):
        continue
    for match in ROW.finditer(source):
        if begins_as_fragment(match[1]):
            wrong.append(f"{name}:{source.count(chr(10), 0, match.start()) + 1}: begins as a part of a sentence: {match[1][:70]}")

print("\n".join(wrong))
sys.exit(bool(wrong))
