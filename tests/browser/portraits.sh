#!/bin/bash
# Portraits beside what three.js shows of the same people's GLB files, in Debian's Chromium with software WebGL (portraits.mjs). Each of
# the people takes ten seconds of a processor. Sheets of both are written to build/browser.
# BUILD    folder of posed (build); run in the project's folder, for models/
# SEEDS    number of people (4; the nightly run takes 24), or a list of seeds with commas
cd "$(dirname "$0")/../.." || exit 1
chromium=${CHROMIUM:-/usr/bin/chromium}
[ -x "$chromium" ] || { echo "$chromium is missing"; exit 77; }
command -v node >/dev/null || { echo "node is missing"; exit 77; }
[ -d tests/browser/node_modules/playwright-core ] || { echo "playwright-core is missing; tests/browser/page.sh installs it"; exit 77; }
[ -d web/node_modules/three ] || { echo "web/node_modules/three is missing"; exit 77; }
people=${SEEDS:-4}
[ -n "$NIGHTLY" ] && people=${SEEDS:-24}
work=$(mktemp -d)
trap 'kill $daemon 2>/dev/null; rm -rf "$work"' EXIT
"${BUILD:-build}/posed" --listen 127.0.0.1:0 --models-dir models >"$work/out" 2>"$work/log" &
daemon=$!
for _ in $(seq 100); do
	address=$(grep -o 'http://[0-9.:]*' "$work/out" | tail -1)
	[ -n "$address" ] && break
	sleep 0.1
done
[ -n "$address" ] || { cat "$work/log"; exit 1; }
CHROMIUM=$chromium node tests/browser/portraits.mjs "$address" "$people" "${BUILD:-build}/browser"
