#!/bin/bash
# run.sh PROGRAM...: runs test programs, TEST_JOBS (3) at a time, and says which failed. cmocka's own counts are read; a script
# counts its lines "ok ..." and "not ok ..."; a program that ends badly without a count is one failure. Exit 77: skipped.
# RESULTS  folder for the logs and a file NAME.count ("passed failed") for each program; tests/sum.sh adds them up.
#          RESULTS/processor has a line "SECONDS PROGRAM" for each run: its processor time, with that of every program that it started and waited for.
# TEST_TIMEOUT  seconds for each program (900)
# TEST_RETRIES  how often a script (not a C test) that failed is run again (0); one that passes then is called flaky, with what failed
results=${RESULTS:-build/results}
mkdir -p "$results"

# Prints the failed checks of a log and its last 20 lines.
excerpt() { # LOG
	grep -A 12 -E '^(not ok|\[  FAILED  \]|\[  ERROR   \])' "$1" | head -n 40
	echo "..."
	grep -v '^\[ *\(RUN\|OK\) *\]' "$1" | tail -n 20
}

run_one() {
	TIMEFORMAT='%U %S'
	name=${1#build/} name=${name//\//-} log=$results/$name.log
	tries=0
	[[ $1 = *.sh ]] && tries=${TEST_RETRIES:-0}

	while :; do
		start=$EPOCHREALTIME
		{ time timeout -k 5 "${TEST_TIMEOUT:-900}" "$1" >"$log" 2>&1 </dev/null; } 2>"$log.time"
		code=$?
		read -r user system <"$log.time"
		processor=$(awk "BEGIN {printf \"%.1f\", $user + $system}")
		rm -f "$log.time"
		passed=$(sed -nE 's/^\[  PASSED  \] ([0-9]+) test.*/\1/p' "$log" | awk '{n += $1} END {print n + 0}')
		failed=$(sed -nE 's/^\[  FAILED  \] ([0-9]+) test.*/\1/p' "$log" | awk '{n += $1} END {print n + 0}')
		passed=$((passed + $(grep -c '^ok ' "$log"))) failed=$((failed + $(grep -c '^not ok ' "$log")))
		if [ $code != 0 ] && [ $code != 77 ] && [ $failed = 0 ]; then
			failed=1
			[ $code = 124 ] && echo "timed out" >>"$log"
		elif [ $code = 0 ] && [ $((passed + failed)) = 0 ]; then
			passed=1
		fi
		seconds=$(awk "BEGIN {printf \"%.1f\", $EPOCHREALTIME - $start}")

		[ $failed = 0 ] || [ $tries = 0 ] && break
		tries=$((tries - 1))
		{ echo "  FLAKY? $1 ($failed of $((passed + failed)), exit $code, $seconds s), once more"; excerpt "$log" | sed 's/^/       /'; }
		cp "$log" "$log.first"
		echo "$1" >>"$results/flaky"
	done

	echo "$passed $failed" >"$results/$name.count"
	echo "$processor $1" >>"$results/processor"
	if [ $code = 77 ]; then
		echo "  skip $1: $(tail -n 1 "$log")"
	elif [ $failed = 0 ]; then
		echo "  ok   $1 ($passed, $seconds s, processor $processor s)"
	else
		{ echo "  FAIL $1 ($failed of $((passed + failed)), exit $code, $seconds s)"; excerpt "$log" | sed 's/^/       /'; }
		echo "$1" >>"$results/failed"
	fi
	return $((failed > 0))
}
export -f run_one excerpt
export results
[ $# -gt 0 ] || exit 0
printf '%s\n' "$@" | xargs -P "${TEST_JOBS:-3}" -I{} bash -c 'run_one {}'
