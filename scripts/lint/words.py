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
    files = subprocess.run(["git", "ls-files", *FOLDERS], capture_output=True, text=True, check=True).stdout.split()
    found = 0
    for path in files:
        if not path.endswith((".c", ".h")):
            continue
        here = [(word, better) for word, better, exempt in table if not path.startswith(exempt)]
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            text = STRING.sub('""', line)
            for word, better in here:
                for hit in word.finditer(text):
                    print(f"{path}:{number}: {hit.group()}; {better} instead")
                    found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
