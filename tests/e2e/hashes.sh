#!/bin/bash
# hashes.sh: every script of examples/ rolled out by gcc's and clang's build, on one thread and on four: the same bits. Prints a hash a script.
# OTHER  the other compiler's posedctl (build/clang/posedctl, which make hashes builds)
cd "$(dirname "$0")/../.." || exit 1
ours=${BUILD:-build}/posedctl other=${OTHER:-build/clang/posedctl}
[ -x "$other" ] || { echo "no $other: make hashes builds it"; exit 77; }
hash_of() { "$1" rollout --quiet --threads "$2" --script "$3" --format measure 2>&1 | sha256sum | cut -c1-16; }

failed=0
for script in examples/*.yaml examples/*/*.yaml; do
	first=$(hash_of "$ours" 1 "$script") threads=$(hash_of "$ours" 4 "$script") compiler=$(hash_of "$other" 1 "$script")
	if [ "$first" = "$threads" ] && [ "$first" = "$compiler" ]; then
		echo "ok - $script is $first with gcc and clang, on one thread and on four"
	else
		echo "not ok - $script is $first, $threads on four threads, $compiler by the other compiler"
		failed=1
	fi
done
exit $failed
