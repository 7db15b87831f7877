#!/bin/bash
# The page without a server (make site): its size, and in Debian's Chromium, over a line of 1.6 Mbit/s, that a person walks, jumps and reaches.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of a page that no sanitizer sees"; exit 77 ;; esac
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
check "make site writes a folder" node web/site/make.mjs "$work/site"
bytes=$(cat "$work"/site/* | wc -c)
small() { [ "$bytes" -le 3000000 ]; }
check "the folder has at most 3 MB: $bytes bytes" small
alone() { ! grep -nE "https?://" "$work"/site/*.html "$work"/site/*.js; }
check "the page asks no other server for anything" alone

chromium=${CHROMIUM:-/usr/bin/chromium}
[ -x "$chromium" ] || exit $failed
/usr/bin/python3 tests/e2e/site.py "$work/site" 1600000 >"$work/port" &
server=$!
for _ in $(seq 50); do [ -s "$work/port" ] && break; sleep 0.1; done
timeout 250 node tests/e2e/site.mjs "$chromium" "http://127.0.0.1:$(cat "$work/port")/" >"$work/said" 2>&1
kill $server
says() { cat "$work/said" && grep -qE "$1" "$work/said"; }
check "the page makes no error in Chromium" says "^(walks)"
none() { cat "$work/said" && ! grep -qiE "exception|error" "$work/said"; }
check "no exception is thrown" none
check "a recorded person walks before the model is there: $(sed -n 's/^walks \([0-9]*\) ready \([0-9]*\)$/\1 ms, the model after \2 ms/p' "$work/said")" says "^walks [0-9]+ ready [0-9]+"
check "a key makes the person walk a metre" says "^walked [1-9]"
check "the person jumps" says "^jumped true"
check "inverse kinematics reaches a target" says "^ik auto: reached"
check "Chromium gives the same bits as node" says "^bits true"
exit $failed
