#!/bin/bash
# named.sh NAME...: prints the C tests that each NAME means. A NAME is words joined by _. A test is printed when its path has all the words of a NAME;
# where no path has them all, when its path or its text has them.
cd "$(dirname "$0")/.." || exit 1
tests=$(find tests/unit tests/prop tests/golden -name 'test_*.c' | sort)
for name in "$@"; do
	IFS=_ read -ra words <<<"$name"
	in_paths=$tests in_texts=$tests
	for word in "${words[@]}"; do
		in_paths=$(grep -iF -- "$word" <<<"$in_paths")
		in_texts=$(while read -r file; do
			if grep -qiF -- "$word" <<<"$file" || grep -qiE -- "(^|[^a-z0-9])$word([^a-z0-9]|$)" "$file"; then echo "$file"; fi
		done <<<"$in_texts")
	done
	echo "${in_paths:-$in_texts}"
done | sort -u | sed '/^$/d'
