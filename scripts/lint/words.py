#!/usr/bin/env python3
"""Identifiers and comments use the field's words, not those of scripts/lint/words.txt.

A line there is: regular expression (whole words, parts of identifiers between underscores too) | the field's word | folders or files exempt."""
import re
import subprocess
import sys

LIST = "scripts/lint/words.txt"
FOLDERS = ["core", "train", "api", "config", "server", "tools", "clients/c", "tests"]
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')


def rules():
    for number, line in enumerate(open(LIST, encoding="utf-8"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != 3:
            sys.exit(f"{LIST}:{number}: {len(cells)} columns; 3 needed: expression | word | exempt")
        # _ parts words of identifiers
        yield re.compile(rf"(?<![A-Za-z0-9])(?:{cells[0]})(?![A-Za-z0-9])", re.I), cells[1], tuple(cells[2].split())


def main():
    table = list(rules())
    # grep finds the files that have any of the words, ten times faster than re; strings are left out here.
    any_word = "|".join(word.pattern for word, _, _ in table)
    sources = [f"{folder}/**/*.{end}" for folder in FOLDERS for end in "ch"]
    grep = subprocess.run(["git", "grep", "-liP", any_word, "--", *(f":(glob){s}" for s in sources)], capture_output=True, text=True)
    if grep.returncode > 1:
        sys.exit(grep.stderr)
    found = 0
    for path in grep.stdout.split():
        text = STRING.sub('""', open(path, encoding="utf-8").read())
        for word, better, exempt in table:
            if path.startswith(exempt):
                continue
            for hit in word.finditer(text):
                print(f"{path}:{text.count(chr(10), 0, hit.start()) + 1}: {hit.group()}; {better} instead")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
