#!/bin/bash
# tests/run.py: what it counts, which exit status it has, what it keeps in its folder, and that it ends a test whose time is over.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

program() { # NAME LINE...: a test program of these lines
	local path=$work/$1
	shift
	printf '%s\n' '#!/bin/bash' "$@" >"$path"
	chmod +x "$path"
}
run() { # EXIT NAME...: runs the programs of these names; their results are in $work/results
	local wanted=$1
	shift
	rm -rf "$work/results"
	RESULTS=$work/results exits "$wanted" tests/run.py "${@/#/$work/}"
}
counted() { # PASSED FAILED
	[ "$(cat "$work"/results/*.count)" = "$1 $2" ]
}
says() { grep -qE "$1" "$work/out"; }

program script 'echo "ok - one"' 'echo "ok - two"' 'echo "not ok - three"' 'exit 1'
program cmocka 'echo "[  PASSED  ] 5 test(s)."' 'echo "[  FAILED  ] 2 test(s), listed below:"' 'exit 2'
program silent 'exit 0'
program broken 'echo no library' 'exit 3'
program killed 'kill -SEGV $$'
program skipped 'echo no browser' 'exit 77'
program first "touch $work/begun" 'sleep 1' 'echo "ok - one"'
program slow 'trap "" TERM' 'sleep 0.1 & wait' 'echo "ok - before"' 'exec sleep 6173'
program second.sh "[ -e $work/tried ] && echo 'ok - now' && exit 0" "touch $work/tried" 'echo "not ok - at first"' 'exit 1'

counts_script() { run 1 script && counted 2 1 && says 'FAIL .*script \(1 of 3, exit 1' && says 'not ok - three'; }
counts_cmocka() { run 1 cmocka && counted 5 2; }
counts_silent() { run 0 silent && counted 1 0; }
counts_broken() { run 1 broken && counted 0 1 && says 'no library'; }
counts_killed() { run 1 killed && counted 0 1 && says 'exit 139'; }
counts_skipped() { run 0 skipped && counted 0 0 && says 'skip .*: no browser'; }
one_of_many() { run 1 silent script skipped && [ "$(cat "$work/results/failed")" = "$work/script" ] && [ "$(wc -l <"$work/results/processor")" = 3 ]; }
ends_slow() { TEST_TIMEOUT=1 run 1 slow && says 'exit 124' && says 'timed out' && ! pgrep -f 'sleep 6173' >/dev/null; }
tries_again() {
	TEST_RETRIES=1 run 0 second.sh && counted 1 0 && [ "$(cat "$work/results/flaky")" = "$work/second.sh" ] && grep -q 'at first' "$work"/results/*.first
}
waits_for_folder() { # two runs that want one folder for themselves: the second one begins when the first one has ended
	rm -rf "$work/results"
	ALONE=1 RESULTS=$work/results tests/run.py "$work/first" >"$work/out.first" &
	local first=$!
	until [ -e "$work/begun" ]; do sleep 0.05; done
	ALONE=1 RESULTS=$work/results tests/run.py "$work/script" >"$work/out" || true
	wait $first && grep -qx '1 passed, 0 failed' "$work/out.first" && says 'waiting until it ends' && says '^2 passed, 1 failed'
}
sums() { tests/sum.sh "$work/results" | grep -qx '1 passed, 0 failed'; }

check "of a script the lines ok and not ok are counted" counts_script
check "of a C test cmocka's own counts are read" counts_cmocka
check "a program that says nothing and ends well is one check that passed" counts_silent
check "a program that ends badly without a count is one check that failed" counts_broken
check "a program that a signal ends has failed" counts_killed
check "a program that ends with 77 is skipped, and its last line says why" counts_skipped
check "one program of several that fails is named, and each has its processor time" one_of_many
check "a program whose time is over is ended and has failed" ends_slow
check "a script that fails may be tried again, and is called flaky" tries_again
check "the counts are added up" sums
check "two runs that empty one folder of results follow one another" waits_for_folder
exit $failed
