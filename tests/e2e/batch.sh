#!/bin/bash
# posedctl --list: one command for many lines, in shares, resumed after a kill, with one result.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

ctl=$build/posedctl
lines() { # lines COUNT: a list of bodies that differ in their first beta
	local i
	echo "# bodies"
	echo
	for ((i = 1; i <= $1; i++)); do echo "--betas 0.$i -o '$work/$i.obj'"; done
}
result() { # result EXPRESSION: over `rows`, the result file's rows
	python3 -c "
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
assert $1, rows" "$work/list.jsonl"
}

same_as_one_by_one() {
	{ printf "\xef\xbb\xbf"; lines 9; } >"$work/list" # with a byte order mark, as editors of Windows write
	exits 0 "$ctl" mesh --list "$work/list" --jobs 3 || return 1
	for i in 1 5 9; do
		"$ctl" mesh --quiet --betas 0.$i -o "$work/one.obj" && cmp "$work/one.obj" "$work/$i.obj" || return 1
	done
	result '[r["line"] for r in rows] == list(range(3, 12)) and all(r["status"] == 0 for r in rows)'
}
resumes() {
	local before
	before=$(stat -c %Y.%i "$work/2.obj")
	rm "$work/4.obj"
	exits 0 "$ctl" mesh --list "$work/list" && grep -qF '9 lines, of which 8 are done' "$work/err" && [ -e "$work/4.obj" ] &&
		[ "$before" = "$(stat -c %Y.%i "$work/2.obj")" ] && result 'len(rows) == 9'
}
# A line whose options changed is run again.
changed_line() {
	sed -i 's/--betas 0.3/--betas -0.3/' "$work/list"
	exits 0 "$ctl" mesh --list "$work/list" && grep -qF '9 lines, of which 8 are done' "$work/err" &&
		"$ctl" mesh --quiet --betas -0.3 -o "$work/one.obj" && cmp "$work/one.obj" "$work/3.obj"
}
shares() {
	rm -f "$work"/*.obj "$work"/list.jsonl
	lines 7 >"$work/list"
	OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 exits 0 "$ctl" mesh --list "$work/list" &&
		grep -qF '4 lines, of which 0 are done, share 0 of 2 (OMPI_COMM_WORLD_RANK); 1 at a time' "$work/err" &&
		result '[r["line"] for r in rows] == [3, 5, 7, 9]' &&
		exits 0 "$ctl" mesh --list "$work/list" --share 1/2 && result '[r["line"] for r in rows] == list(range(3, 10))'
}
# Two processes that append at the same time lose no row.
at_the_same_time() {
	rm -f "$work"/*.obj "$work"/list.jsonl
	lines 24 >"$work/list"
	"$ctl" mesh --quiet --list "$work/list" --share 0/2 --jobs 2 &
	local other=$!
	"$ctl" mesh --quiet --list "$work/list" --share 1/2 --jobs 2 && wait $other && result '[r["line"] for r in rows] == list(range(3, 27))'
}
a_killed_run_goes_on() {
	rm -f "$work"/*.obj "$work"/list.jsonl
	lines 40 >"$work/list"
	setsid "$ctl" mesh --quiet --list "$work/list" --jobs 2 &
	local run=$!
	while [ "$(wc -l 2>/dev/null <"$work/list.jsonl" || echo 0)" -lt 5 ] && kill -0 $run 2>/dev/null; do sleep 0.02; done
	kill -KILL -- -$run 2>/dev/null
	wait $run
	printf '{"line": 40, "opti' >>"$work/list.jsonl" # as a machine that lost its power leaves it
	exits 0 "$ctl" mesh --list "$work/list" && ! grep -qF 'of which 0 are done' "$work/err" && result '[r["line"] for r in rows] == list(range(3, 43))'
}
failures() {
	printf '%s\n' "--betas 1 -o $work/good.obj" "--betas 1 -o $work/nowhere/bad.obj" "--model nobody -o $work/none.obj" >"$work/list"
	rm -f "$work/list.jsonl"
	exits 1 "$ctl" mesh --list "$work/list" && grep -qF '3 lines run' "$work/err" &&
		result '[r["status"] for r in rows] == [0, 1, 1] and "nowhere" in rows[1]["error"] and "nobody" in rows[2]["error"]'
}
# A mistake in the list is reported with its line before anything runs.
mistakes() {
	printf '%s\n' "-o $work/first.obj" "--betsa 1" >"$work/list"
	rm -f "$work/list.jsonl"
	exits 2 "$ctl" mesh --list "$work/list" && grep -qF "in line 2 of $work/list" "$work/err" && grep -qF 'did you mean --betas?' "$work/err" &&
		[ ! -e "$work/first.obj" ] &&
		exits 2 "$ctl" mesh --jobs 2 && grep -qF -- '--jobs is for --list FILE' "$work/err" &&
		exits 2 "$ctl" mesh --list "$work/none" --share 2/2 && exits 1 "$ctl" mesh --list "$work/none"
}
other_commands() {
	printf 'seconds: 2\nscript:\n  - {t: 0, move: [0, 1], gait: walk}\n' >"$work/walk.yaml"
	printf '%s\n' "--script $work/walk.yaml -o $work/w.bvh" "--script $work/walk.yaml --style accad-female1 -o $work/f.bvh" >"$work/list"
	sed -i 's/ --style accad-female1//' "$work/list"
	rm -f "$work/list.jsonl"
	exits 0 "$ctl" rollout --list "$work/list" && cmp "$work/w.bvh" "$work/f.bvh" || return 1
	printf '%s\n' "--betas 1" "--betas -1" >"$work/list"
	rm -f "$work/list.jsonl"
	exits 0 "$ctl" measure --json --list "$work/list" && result 'all(isinstance(r["output"], dict) for r in rows) and rows[0]["output"] != rows[1]["output"]'
}

check "every line is what the command alone writes, and has a row" same_as_one_by_one
check "lines that are done are not run again, but where their file is gone" resumes
check "a line whose options changed is run again" changed_line
check "a process does its share, as mpirun or --share says" shares
check "processes at the same time lose no row" at_the_same_time
check "a killed run continues with the lines that are not done" a_killed_run_goes_on
check "a line that fails has its status and its error, and the others run" failures
check "a mistake in the list is found before anything runs" mistakes
check "rollout and measure take lists too; what they print is in the rows" other_commands
exit $failed
