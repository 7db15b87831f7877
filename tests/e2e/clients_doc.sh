#!/bin/bash
# Runs every block of docs/guide/clients.md against a daemon, those of a page with stand-ins for a browser. What docs/reference/maths.md names exists.
# BUILD   folder of posed (build); run in the project's folder, for models/default.safetensors
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the clients, whose times are not a sanitized daemon's"; exit 77 ;; esac
python=/usr/bin/python3
"$python" -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }

mkdir "$work/models" && ln -s "$PWD"/models/{default,motion}.safetensors "$work/models/" || exit 1
start_posed --models-dir "$work/models"
ln -s "$PWD/clients" "$work/clients"

# block LANGUAGE NUMBER > file: the daemon's port is another here
block() { awk -v want="\`\`\`$1" -v n="$2" '$0 == "```" {on = 0} on {print} $0 == want && ++seen == n {on = 1}' docs/guide/clients.md | sed "s/127.0.0.1:8080/127.0.0.1:$port/; s/127.0.0.1 8080/127.0.0.1 $port/"; }
curls() { block sh 1 >"$work/curls.sh" && (cd "$work" && sh -e curls.sh && [ "$(head -c 4 body.glb)" = glTF ] && [ "$(head -c 4 walk.glb)" = glTF ] && grep -q '"reached"' pose.json); }
node_block() {
	block js "$1" | sed "s|\"posed-client\"|\"$PWD/clients/js/src/index.js\"|; s|from \"ws\"|from \"$PWD/tests/e2e/node_modules/ws/wrapper.mjs\"|" >"$work/block.mjs"
	timeout 300 node "$work/block.mjs" >"$work/out" 2>&1
	local code=$?
	cat "$work/out"
	[ $code = 0 ] && grep -q footstep "$work/out"
}
python_block() { block python 1 >"$work/block.py" && PYTHONPATH=clients/python timeout 300 "$python" -B "$work/block.py" >"$work/out" && grep -q '(13380, 3) (26756, 3)' "$work/out" && grep -q footstep "$work/out"; }
c_block() { block sh 2 >"$work/c.sh" && (cd "$work" && timeout 300 sh -e c.sh >out && grep -q 'left foot at' out); }

page_block() {
	block html 1 >"$work/block.html"
	timeout 300 node tests/e2e/page_block.mjs "$work/block.html" tests/e2e/node_modules/three/build/three.module.js clients/js/src/index.js tests/e2e/node_modules/ws/wrapper.mjs >"$work/out" 2>&1
	local code=$?
	cat "$work/out"
	[ $code = 0 ] && grep -q '^13380 vertices, 26756 triangles' "$work/out"
}
named_things() {
	local bad=0 name
	for name in $(grep -oE '`[a-z_/]+/[a-z_]+\.[a-z]+`' docs/reference/maths.md | tr -d '`'); do [ -e "$name" ] || { echo "docs/reference/maths.md: no $name"; bad=1; }; done
	for name in $(grep -oE '`pd_[a-z0-9_]+`' docs/reference/maths.md | tr -d '`'); do grep -rqw "$name" core --include='*.h' --include='*.c' || { echo "docs/reference/maths.md: no $name"; bad=1; }; done
	return $bad
}

csharp_block() { block csharp 1 >"$work/walk.cs" && mcs -out:"$work/walk.exe" "$work/walk.cs" clients/unity/Posed.cs && timeout 300 mono "$work/walk.exe" >"$work/out" && grep -q '^[1-4]: footstep left' "$work/out" && grep -q '^z ' "$work/out"; }
unreal_block() { # beside the project's folders, so that the commands stand as they are
	block cpp 1 >"$work/read.cpp" && mkdir -p "$work/build" && ln -sf "$(realpath "$build")/posedctl" "$work/build/" && ln -sfn "$PWD/examples" "$work/examples" || return 1
	block sh 4 | sed "s|posedctl record|posedctl record --url ws://127.0.0.1:$port/v1/stream|" >"$work/unreal.sh"
	(cd "$work" && timeout 300 sh -e unreal.sh >out && grep -qE '^X [1-9][0-9]* Y -?[0-9]+ Z (9|8|10)[0-9] cm' out)
}
# The scene is a SceneTree's here, that ends after four seconds; the add-on's own address is another.
godot_block() {
	tests/e2e/godot/godot3.py "$work/project" && mkdir -p "$work/.cache" "$work/.local/share" &&
		block gdscript 1 | tests/e2e/godot/godot3.py - >"$work/project/main.gd" || return 1
	sed -i "s/127.0.0.1:8080/127.0.0.1:$port/" "$work/project/addons/posed/"*.gd
	printf '%s\n' 'extends SceneTree' 'func _init():' '	root.add_child(preload("res://main.gd").new())' '	create_timer(4).connect("timeout", self, "quit")' >"$work/project/run.gd"
	HOME=$work timeout 300 godot3-server --path "$work/project" -s run.gd >"$work/out" 2>&1
	cat "$work/out"
	grep -q 'left foot at' "$work/out" && ! grep -q 'SCRIPT ERROR' "$work/out"
}

check "the files and functions that docs/reference/maths.md names exist" named_things
check "curl's commands give a body, measurements, a pose and a walk" curls
check "the Python program runs" python_block
check "the C example is compiled and run by the commands that it prints" c_block
check "the C++ program for Unreal reads a recording as its commands say" unreal_block
if command -v mcs >/dev/null; then check "the C# program for Unity walks" csharp_block; else echo "mcs (mono-mcs) is not installed"; fi
if command -v godot3-server >/dev/null; then check "Godot's script walks" godot_block; else echo "godot3-server is not installed"; fi
if reason=$(tests/e2e/npm-ci); then
	check "the page's script makes a body and walks it" page_block
	check "the node program with the library runs" node_block 1
	check "the node program with ws alone runs" node_block 2
else
	echo "$reason"
fi
exit $failed
