#!/bin/bash
# games.sh FOLDER SECONDS: bench/clients.sh's rows of the clients for game engines. Godot (its add-on translated for godot3-server), Unity's C# (mono) and Unreal's C++
# (g++ -O2); what is not installed is left out. JSON: Godot's own reader, and those of the two clients.
cd "$(dirname "$0")/../.." || exit 1
frames=$1 seconds=${2:-1} work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rows() { # CLIENT COMMAND...: the command gets file, joints, seconds
	local client=$1 count took
	shift
	for count in 1 20; do
		took=$("$@" "$frames/frame-$count.bin" 31 "$seconds") && echo "decode,$client,$count,$took"
		took=$("$@" "$frames/frame-$count.json" 31 "$seconds") && echo "json,$client,$count,$took"
	done
}
in_godot() {
	POSED_FRAME=$1 POSED_JOINTS=$2 POSED_SECONDS=$3 HOME=$work timeout 60 godot3-server --path "$work/godot3" -s "$PWD/bench/clients/decode.gd" 2>/dev/null |
		sed -n 's/^took //p' | grep .
}
if command -v godot3-server >/dev/null; then
	tests/e2e/godot/godot3.py "$work/godot3" && rows godot in_godot
fi
if command -v mcs >/dev/null && mcs -optimize -out:"$work/golden.exe" tests/e2e/unity/Golden.cs clients/unity/Posed.cs; then
	rows unity mono "$work/golden.exe" --bench
fi
if ${CXX:-g++} -std=c++14 -O2 -I. tests/e2e/unreal/golden.cpp clients/unreal/Posed.cpp clients/c/posed.c -o "$work/golden"; then
	rows unreal "$work/golden" --bench
fi
exit 0
