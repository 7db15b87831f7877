#!/bin/bash
# games.sh SECONDS: what a frame costs the clients for game engines, and JSON of the same: CSV of the least microseconds a character (a biped: root, 31
# rotations of 48 bits, contacts). Godot 3 (godot3-server), Unity's C# (mono) and Unreal's C++ (g++ -O2); what is not installed is left out.
cd "$(dirname "$0")/../.." || exit 1
seconds=${1:-1} work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp tests/golden/stream/biped.bin "$work/frame.bin"
/usr/bin/python3 -c 'import json, sys
json.dump(next(f for f in json.load(open("tests/golden/stream/golden.json"))["frames"] if f["file"] == "biped.bin"), sys.stdout)' >"$work/frame.json" || exit 1

row() { [ -n "$3" ] && echo "decode,$1,$2,$3,us"; } # CLIENT frame|json MICROSECONDS
in_godot() {
	POSED_FRAME=$1 POSED_JOINTS=31 POSED_SECONDS=$seconds HOME=$work timeout 60 godot3-server --path "$work/godot3" -s "$PWD/bench/clients/decode.gd" 2>/dev/null |
		sed -n 's/^took //p' | tail -n 1
}
if command -v godot3-server >/dev/null; then
	cp -r clients/godot/godot3 "$work/"
	for form in bin json; do row godot $form "$(in_godot "$work/frame.$form")"; done
fi
if command -v mcs >/dev/null && mcs -optimize -out:"$work/golden.exe" tests/e2e/unity/Golden.cs clients/unity/Posed.cs; then
	for form in bin json; do row unity $form "$(mono "$work/golden.exe" --bench "$work/frame.$form" 31 "$seconds")"; done
fi
if ${CXX:-g++} -std=c++14 -O2 -I. tests/e2e/unreal/golden.cpp clients/unreal/Posed.cpp -o "$work/golden"; then
	for form in bin json; do row unreal $form "$("$work/golden" --bench "$work/frame.$form" 31 "$seconds")"; done
fi
exit 0
