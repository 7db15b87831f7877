#!/bin/bash
# clients.sh [seconds per row]: what a frame of the stream costs each client, a character (root, contacts, trajectory, SMPL pose), beside JSON of the same
# content read by what the language has (C: jansson), in one run. CSV:
#     row,client,characters,value
# decode and json: microseconds of the processor a character; ratio: json by decode; bytes: of the frame and of the JSON. first_mesh: milliseconds from navigation
# to a mark of the page (Chromium, software WebGL, a fresh profile each time, median of 5; best: the quickest), where Chromium and playwright-core are.
# Other clients' rows: every executable bench/clients/*.sh, called with the folder of frames (bench/clients/content.py) and the seconds.
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-1} build=${BUILD:-build}
python=/usr/bin/python3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -B bench/clients/content.py "$folder" || exit 77
rows() {
	echo "row,client,characters,value"
	for n in 1 20; do
		echo "bytes,frame,$n,$(stat -c %s "$folder/frame-$n.bin")"
		echo "bytes,json,$n,$(stat -c %s "$folder/frame-$n.json")"
	done
	command -v node >/dev/null && node bench/clients/decode.mjs "$folder" "$seconds"
	"$python" -c 'import numpy' 2>/dev/null && "$python" -B bench/clients/decode.py "$folder" "$seconds" python_numpy
	POSED_NO_NUMPY=1 "$python" -B bench/clients/decode.py "$folder" "$seconds" python
	cc -O2 -I. -o "$folder/decode" bench/clients/decode.c clients/c/posed.c -ljansson -lm && "$folder/decode" "$folder" "$seconds"
	for other in bench/clients/*.sh; do [ -x "$other" ] && "$other" "$folder" "$seconds"; done
	return 0
}
rows | awk -F, '{print; fflush()} $1 == "decode" {d[$2 "," $3] = $4} $1 == "json" && ($2 "," $3) in d && d[$2 "," $3] > 0 {printf "ratio,%s,%s,%.1f\n", $2, $3, $4 / d[$2 "," $3]; fflush()}'
if [ -x "${CHROMIUM:-/usr/bin/chromium}" ] && [ -d tests/browser/node_modules/playwright-core ] && [ -x "$build/posed" ]; then
	node bench/clients/page.mjs "$build/posed" 5
fi
exit 0
