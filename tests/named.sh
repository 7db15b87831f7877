#!/bin/bash
# named.sh NAME: prints the C tests that NAME means. NAME is words joined by _; each word must be in the test's path, or, where no path has
# them all, in its path or its text.
cd "$(dirname "$0")/.." || exit 1
IFS=_ read -ra words <<<"$1"
found=$(find tests/unit tests/prop tests/golden -name 'test_*.c' | sort)
in_paths=$found in_texts=$found
for word in "${words[@]}"; do
	in_paths=$(grep -iF -- "$word" <<<"$in_paths")
	in_texts=$(while read -r file; do
		if grep -qiF -- "$word" <<<"$file" || grep -qiE -- "(^|[^a-z0-9])$word([^a-z0-9]|$)" "$file"; then echo "$file"; fi
	done <<<"$in_texts")
done
echo "${in_paths:-$in_texts}"
