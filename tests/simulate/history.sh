#!/bin/bash
# history.sh [SECONDS] [WORDS]: puts bugs of the project's history back, one at a time, and says whether the simulated world finds each within SECONDS
# (600) of running in all, and when; one that is found leaves its time to the others. WORDS: only those with these words. Works in a copy of HEAD below
# build/history; not part of make test. Ends with 1 when less than nine of ten are found.
cd "$(dirname "$0")/../.." || exit 1
left=${1:-600} only=${2:-} copy=build/history found=0 all=0 rows=0
rm -rf $copy && mkdir -p $copy && git archive HEAD | tar -x -C $copy && cd $copy || exit 1
build() { make --no-print-directory -j"$(nproc)" build/tests/simulate/simulate >build.log 2>&1 || { tail -5 build.log; return 1; }; }
build || exit 1

# commit that mended it, file, what stands there today, what stood there (- for nothing), what it did; tabs between
rows() {
	grep -F -- "$only" <<'ROWS'
93600f1	server/stage/share.c	(tick - v->offset)	(tick + v->offset)	a divisor counted from minus the offset
93600f1	server/stage/tick.c	timeout_us > 0 && now_us	now_us	no input timeout stands still at once
93600f1	server/stage/session.c	pd_srv_equal_bytes(s->token_hash, hash, sizeof hash)	pd_srv_equal_bytes(s->token_hash, hash, 0)	any token is a token
02c537e	server/stage/session.c	if (resumes) subscriber->profile = s->profile;	-	a resumed session forgets its profile
43c3297	server/stream/client.c	return now_us - client->asked_us < ANSWER_US	return 1 || now_us - client->asked_us < ANSWER_US	frames go to who does not answer pings
47b525d	server/stage/share.c	(s->characters || v->shown)	s->characters	no frame tells that the last character has gone
6008ba3	server/stream/client.c	else if (client->subscriber && pd_srv_stage_is_taken	else if (0 && pd_srv_stage_is_taken	who was taken over hears nothing
3557202	server/stream/ws_connection.c	if (!c->ends_us && c->client->close_code)	if (!c->ends_us && c->client->close_code && !c->is_open)	who does not read its bye stays
4c8f6b7	server/stage/tick.c	update_slot(stage, slot, tick, (double)due * 1e-6)	update_slot(stage, slot, tick, (double)due_us * 1e-6)	a frame's time is not its slot's
65eb212	server/stage/character.c	if (status == PD_OK)\n        announce(	unlock(stage);\n    lock(stage);\n    if (status == PD_OK)\n        announce(	a tick between a character and its reply
ROWS
}
rows=$(rows | wc -l)
while IFS=$'\t' read -r commit file now before what; do
	seconds=$((left / (rows - all)))
	all=$((all + 1))
	cp "$file" kept
	python3 - "$file" "$now" "$before" <<'P' || exit 1
import sys
name, now, before = (a.replace("\\n", "\n") for a in sys.argv[1:])
before = "" if before == "-" else before
text = open(name).read()
sys.exit("%s: the line is not there any more: %s" % (name, now)) if text.count(now) != 1 else open(name, "w").write(text.replace(now, before))
P
	build || exit 1
	start=$EPOCHREALTIME
	timeout "$seconds" build/tests/simulate/simulate -s 1 -n 100000 -x >run.log 2>&1
	took=$(awk "BEGIN {printf \"%.1f\", $EPOCHREALTIME - $start}")
	left=$(awk "BEGIN {printf \"%d\", $left - $took}")
	if reason=$(grep -A1 "^not ok" run.log | grep -m1 -E "^  at|signal") && [ -n "$reason" ]; then
		found=$((found + 1))
		echo "found in $took s   $commit $what:$reason"
	else
		echo "NOT FOUND in $took s  $commit $what"
	fi
	cp kept "$file" && touch "$file"
done < <(rows)
echo "$found of $all found, with $left s left"
[ $((10 * found)) -ge $((9 * all)) ]
