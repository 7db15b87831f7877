#!/bin/bash
# Draws docs/images/godot.png: the demo of clients/godot, translated for Debian's Godot 3, on a display without a screen and without a graphics card
# (Xvfb, Mesa llvmpipe). tests/e2e/godot/demo.gd plays the demo in real time, so another run differs by a frame or so.
# Needs Debian's godot3 and xvfb. Usage: factory/scripts/godot_picture.sh [posed] [picture]
set -euo pipefail
posed=${1:-build/posed} picture=${2:-docs/images/godot.png}
for program in godot3 Xvfb; do
	command -v $program >/dev/null || { echo "no $program: apt-get install godot3 xvfb" >&2; exit 77; }
done

work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done; wait; rm -rf "$work"' EXIT
mkdir -p "$work/home/.cache" "$work/home/.local/share" "$work/shots"
tests/e2e/godot/godot3.py "$work/godot3"

wait_for() { # SECONDS COMMAND...
	for _ in $(seq $(($1 * 10))); do
		"${@:2}" && return
		sleep 0.1
	done
	echo "not there after $1 s: ${*:2}" >&2
	return 1
}

"$posed" --config /dev/null --listen 127.0.0.1:0 --models-dir models >"$work/listens" 2>"$work/log" &
pids+=($!)
wait_for 30 grep -q 'posed listening' "$work/listens"
port=$(sed -nE 's/^posed listening on .*:([0-9]+)$/\1/p' "$work/listens")

Xvfb -displayfd 3 -screen 0 720x420x24 3>"$work/display" 2>"$work/xvfb" &
pids+=($!)
wait_for 10 test -s "$work/display"

HOME=$work/home DISPLAY=:$(cat "$work/display") LIBGL_ALWAYS_SOFTWARE=1 POSED_URL=http://127.0.0.1:$port POSED_SHOTS=$work/shots \
	timeout 120 godot3 --path "$work/godot3" --resolution 720x420 --audio-driver Dummy --video-driver GLES2 \
	-s "$PWD/tests/e2e/godot/demo.gd" >"$work/said" 2>&1 || { tail -n 20 "$work/said" >&2; exit 1; }
grep -q 'demo: done' "$work/said" || { tail -n 20 "$work/said" >&2; exit 1; }
cp "$work/shots/walks.png" "$picture"
echo "$picture: $(wc -c <"$picture") bytes"
