#!/bin/bash
# @long: starts each game engine.
# The clients for game engines: Godot's add-on (translated for Godot 3, which Debian has headless), Unity's C# (mono) and Unreal's C++ read the golden
# frames as the other clients do, and stand in their engine's axes as the frames say; Godot's demo walks against a live daemon. What is not installed
# is left out.
# BUILD   folder of posed (build); run in the project's folder, for models/motion.safetensors
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the clients, whose times are not a sanitized daemon's"; exit 77 ;; esac
golden=$PWD/tests/golden/stream walk=$PWD/tests/golden/walk
godot=(env "HOME=$work/home" LANG=en_US.UTF-8 godot3-server --path "$work/godot3" -s)

# says NAME COMMAND...: passes the ok and not ok lines on, with the name before them
says() {
	local name=$1 code=0
	shift
	timeout 300 "$@" >"$work/said" 2>&1 || code=$?
	grep -aE '^(ok|not ok) - ' "$work/said" | sed -E "s/^(not ok|ok) - /\1 - $name: /"
	[ $code = 0 ] && grep -aq '^ok' "$work/said" && ! grep -aqE '^not ok|SCRIPT ERROR|Parse Error' "$work/said" && return
	failed=1
	grep -aq '^not ok' "$work/said" && return
	echo "not ok - $name: ends well (exit code $code)"
	grep -av '^ok' "$work/said" | tail -n 8
}
# serve: starts a daemon. Sets server and port.
serve() {
	"$build/posed" --config /dev/null --listen 127.0.0.1:0 --models-dir models >"$work/listens" 2>/dev/null &
	server=$!
	for _ in $(seq 3000); do
		port=$(sed -nE 's/^posed listening on .*:([0-9]+)$/\1/p' "$work/listens")
		[ -n "$port" ] && break
		sleep 0.1
	done
}
stop_serving() {
	kill $server
	wait $server
}
demo() {
	serve
	POSED_URL=http://127.0.0.1:$port says "Godot's demo" "${godot[@]}" "$PWD/tests/e2e/godot/demo.gd"
	stop_serving
}

strict="-Wall -Wextra -Wshadow -Werror -O1"
check "Unreal: Posed.cpp is C++20 without exceptions and RTTI, as Unreal 5 has it" \
	${CXX:-g++} -std=c++20 -fno-exceptions -fno-rtti $strict -c clients/unreal/Posed.cpp -o "$work/posed.o"
check "Unreal: Posed.cpp is C++14, as Unreal 4 has it" \
	${CXX:-g++} -std=c++14 $strict -I. tests/e2e/unreal/golden.cpp clients/unreal/Posed.cpp clients/unreal/PosedDriven.cpp clients/c/posed.c -o "$work/golden"
says Unreal "$work/golden" "$golden" "$walk"
engine="-isystem tests/e2e/unreal/engine -Iclients/unreal -Iclients/unreal/example"
for source in clients/unreal/example/*.cpp; do
	check "Unreal: $(basename "$source") compiles against the engine's headers, as UE 5.3 to 5.6 compile it" \
		${CXX:-g++} -std=c++20 -fno-exceptions -fno-rtti $strict $engine -fsyntax-only "$source"
done
check "Unreal: its actors are built with the C client, which decodes" \
	${CXX:-g++} -std=c++20 -g -O1 -fsanitize=address $engine tests/e2e/unreal/stage.cpp clients/unreal/example/*.cpp clients/unreal/Posed.cpp clients/unreal/PosedDriven.cpp clients/c/posed.c -o "$work/stage"
says "Unreal's actors" env ASAN_OPTIONS=detect_leaks=0 "$work/stage" "$walk"
if command -v godot3-server >/dev/null; then
	mkdir -p "$work/home/.cache" "$work/home/.local/share" && tests/e2e/godot/godot3.py "$work/godot3"
	POSED_GOLDEN=$golden POSED_WALK=$walk says Godot "${godot[@]}" "$PWD/tests/e2e/godot/golden.gd"
	warned() { [ "$(grep -ac "posed: $1" "$work/said")" = "$2" ]; }
	check "Godot: an error that nobody listens to is a warning, once" warned 'range: /move/0: 5000; -1000 to 1000 allowed' 1
	check "Godot: the bye that is the end is one" warned 'too_many_errors: fifty' 1
	check "Godot: an error that has a listener is none" warned 'range: /speed' 0
	check "Godot: what a spawn reports as a likely mistake is a warning, to who asked" warned 'spawn: /facing: 90' 1
	check "Godot: what another message reports is one, once" warned 'sit: /facing: 90' 1
	check "Godot: what the header of a reply reports is one, once" warned 'http: /betas: 90' 1
	check "Godot: a camera_yaw in degrees is one, once" warned 'input: /camera_yaw: 90' 1
	demo
	# The scene of the guide, as a scene tree that ends when all fifty walk.
	tests/e2e/godot/godot3.py "$work/guide" && awk '/^```gdscript/ { on = 1; next } /^```/ { on = 0 } on' docs/guide/godot.md | tests/e2e/godot/godot3.py - >"$work/guide/main.gd"
	cp tests/e2e/godot/guide.gd "$work/guide/run.gd"
	serve
	sed -i "s/127.0.0.1:8080/127.0.0.1:$port/" "$work/guide/addons/posed/"*.gd
	says "Godot's guide" "${godot[@]:0:4}" --path "$work/guide" -s run.gd
	stop_serving
	edits() { timeout 300 "${godot[@]:0:4}" --path "$work/godot3" --editor --quit 2>&1 | tee "$work/said" && ! grep -qE 'SCRIPT ERROR|Parse Error|nable to load|Failed' "$work/said"; }
	check "Godot's editor opens the project with its plugin" edits
else
	echo "godot3-server is not installed"
fi
if command -v mcs >/dev/null; then
	# The engine's own symbols: an old Unity, Unity 2021 and Unity 6, a WebGL player, and the editor that builds one.
	unity=(-warn:4 -warnaserror -define:UNITY_5_3_OR_NEWER tests/e2e/unity/Engine.cs)
	new=(-define:UNITY_2020_2_OR_NEWER -define:UNITY_2021_3_OR_NEWER)
	compiles() { mcs -target:library -out:"$work/unity.dll" "${unity[@]}" "$@"; }
	check "Unity: PosedCharacter.cs compiles beside the engine's namespaces in a Unity without clocks in doubles" compiles clients/unity/*.cs
	check "Unity: all components compile in Unity 2021" compiles "${new[@]}" clients/unity/*.cs clients/unity/Components/*.cs
	check "Unity: all components compile in Unity 6" compiles "${new[@]}" -define:UNITY_6000_0_OR_NEWER clients/unity/*.cs clients/unity/Components/*.cs
	check "Unity: all components compile in a WebGL player" compiles "${new[@]}" -define:UNITY_WEBGL clients/unity/*.cs clients/unity/Components/*.cs
	check "Unity: all components compile in an editor that builds WebGL players" compiles "${new[@]}" -define:UNITY_WEBGL -define:UNITY_EDITOR clients/unity/*.cs clients/unity/Components/*.cs
	# Each block of C# of the guide with a MonoBehaviour is a script of its own.
	awk -v out="$work/guide" '/^```csharp/ { on = 1; file = out "" (++n) ".cs"; next } /^```/ { on = 0 } on { print > file }' docs/guide/unity.md
	for script in "$work"/guide*.cs; do
		check "Unity: script $(basename "$script" .cs | tr -dc 0-9) of docs/guide/unity.md compiles" compiles "${new[@]}" clients/unity/*.cs clients/unity/Components/*.cs "$script"
	done
	check "Unity: Posed.cs compiles without the engine, without a warning" \
		mcs -warn:4 -warnaserror -out:"$work/golden.exe" tests/e2e/unity/Golden.cs clients/unity/Posed.cs clients/unity/PosedDriven.cs
	says Unity mono "$work/golden.exe" "$golden" "$walk"
	if command -v node >/dev/null; then says "Unity's WebGL player" node tests/e2e/unity/jslib.mjs; fi
	mcs "${unity[@]}" "${new[@]}" -out:"$work/stage.exe" tests/e2e/unity/Stage.cs clients/unity/*.cs clients/unity/Components/*.cs
	"$build/posedctl" mesh --model person --rig --correctives 4 -o "$work/person.glb" >/dev/null 2>&1
	serve
	says "Unity's stage" mono "$work/stage.exe" "ws://127.0.0.1:$port/v1/stream" "$work/person.glb"
	stop_serving
else
	echo "mcs (mono-mcs) is not installed"
fi
exit $failed
