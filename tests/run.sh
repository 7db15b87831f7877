#!/bin/bash
# run.sh PROGRAM...: runs test programs, two at a time, and says which failed. cmocka's own counts are read; a script
# counts its lines "ok ..." and "not ok ..."; a program that ends badly without a count is one failure. Exit 77: skipped.
# RESULTS  folder for the logs and a file NAME.count ("passed failed") for each program; tests/sum.sh adds them up.
# TEST_TIMEOUT  seconds for each program (300)
results=${RESULTS:-build/results}
mkdir -p "$results"
run_one() {
	name=${1#build/} name=${name//\//-} log=$results/$name.log
	start=$EPOCHREALTIME
	timeout -k 5 "${TEST_TIMEOUT:-300}" "$1" >"$log" 2>&1 </dev/null
	code=$?
	passed=$(sed -nE 's/^\[  PASSED  \] ([0-9]+) test.*/\1/p' "$log" | awk '{n += $1} END {print n + 0}')
	failed=$(sed -nE 's/^\[  FAILED  \] ([0-9]+) test.*/\1/p' "$log" | awk '{n += $1} END {print n + 0}')
	passed=$((passed + $(grep -c '^ok ' "$log"))) failed=$((failed + $(grep -c '^not ok ' "$log")))
	if [ $code = 77 ]; then
		echo "  skip $1: $(tail -n 1 "$log")"
	elif [ $code != 0 ] && [ $failed = 0 ]; then
		failed=1
		[ $code = 124 ] && echo "timed out" >>"$log"
	elif [ $code = 0 ] && [ $((passed + failed)) = 0 ]; then
		passed=1
	fi
	echo "$passed $failed" >"$results/$name.count"
	[ $code = 77 ] && return
	seconds=$(awk "BEGIN {printf \"%.1f\", $EPOCHREALTIME - $start}")
	if [ "$failed" = 0 ]; then
		echo "  ok   $1 ($passed, $seconds s)"
	else
		{ echo "  FAIL $1 ($failed of $((passed + failed)), exit $code, $seconds s)"; grep -v '^\[ *\(RUN\|OK\) *\]' "$log" | tail -n 60 | sed 's/^/       /'; }
	fi
	return $((failed > 0))
}
export -f run_one
export results
[ $# -gt 0 ] || exit 0
printf '%s\n' "$@" | xargs -P "${TEST_JOBS:-2}" -I{} bash -c 'run_one {}'
