#!/bin/bash
# named.sh NAME...: prints the C tests that each NAME means. A NAME is words joined by _. A test is printed when its path has all the words of a NAME;
# where no path has them all, when its path or its text has them.
cd "$(dirname "$0")/.." || exit 1
tests=$(find tests/unit tests/prop tests/golden -name 'test_*.c' | sort)
for name in "$@"; do
	IFS=_ read -ra words <<<"$name"
	in_paths=$tests in_texts=$tests
	for word in "${words[@]}"; do in_paths=$(grep -iF -- "$word" <<<"$in_paths"); done
	[ -n "$in_paths" ] && echo "$in_paths" && continue
	for word in "${words[@]}"; do
		[ -n "$in_texts" ] || break
		in_texts=$(
			grep -iF -- "$word" <<<"$in_texts"
			xargs -d '\n' grep -liE -- "(^|[^a-z0-9])$word([^a-z0-9]|$)" <<<"$in_texts"
		)
	done
	echo "$in_texts"
done | sort -u | sed '/^$/d'
