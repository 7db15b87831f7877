#!/bin/bash
# The clients for JavaScript, Python, C, Unreal (C++), Unity (C#) and Godot follow conformance/script.json against a daemon that is killed meanwhile.
# BUILD   folder of posed (build)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the clients, whose times are not a sanitized daemon's"; exit 77 ;; esac
python=/usr/bin/python3 here=tests/e2e/conformance
"$python" -c 'import numpy' 2>/dev/null || { echo "python3-numpy is not installed"; exit 77; }
# Two at a time: they wait more than they work.
run() { # NAME COMMAND...
	"$python" $here/run.py "$build/posed" "${@:2}" >"$work/$1.out" 2>"$work/$1.err" &
	[ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n
}
if ${CC:-gcc} -std=c99 -Wall -Wextra -Werror -O1 -I. $here/client.c clients/c/posed.c $(pkg-config --cflags --libs libwebsockets) -lm -o "$work/client"; then
	run C "$work/client"
else
	echo "not ok - C: compiles" && failed=1
fi
if ${CXX:-g++} -std=c++14 -O1 -I. $here/client.cpp clients/unreal/Posed.cpp clients/c/posed.c $(pkg-config --cflags --libs libwebsockets) -o "$work/client++"; then
	run Unreal "$work/client++"
else
	echo "not ok - Unreal: compiles" && failed=1
fi
if "$python" -c 'import websockets' 2>/dev/null; then run Python "$python" -B $here/client.py; else echo "python3-websockets is not installed"; fi
if reason=$(tests/e2e/npm-ci); then run JavaScript node $here/client.mjs; else echo "$reason"; fi
if command -v godot3-server >/dev/null; then run Godot "$python" $here/godot.py; else echo "godot3-server is not installed"; fi
if command -v mcs >/dev/null; then
	mcs -out:"$work/client.exe" $here/Client.cs clients/unity/Posed.cs && run Unity mono "$work/client.exe"
else
	echo "mcs (mono-mcs) is not installed"
fi
wait
for out in "$work"/*.out; do
	name=$(basename "$out" .out)
	sed -E "s/^(not ok|ok) - /\1 - $name: /" "$out"
	[ "$(tail -n 1 "$out")" = "ok - leaves" ] && ! grep -q '^not ok' "$out" && continue
	failed=1
	grep -q '^not ok' "$out" || echo "not ok - $name: ends well"
	tail -n 5 "$work/$name.err"
done
exit $failed
