#!/bin/bash
# Runs the code that the Motion tab of the page copies, in all its languages, against a daemon: the characters of the session walk, sit and reach.
# BUILD   folder of posed (build); run in the project's folder, for models/default.safetensors and models/motion.safetensors
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the page, whose times are not a sanitized daemon's"; exit 77 ;; esac
python=/usr/bin/python3
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
"$python" -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }

mkdir "$work/models" && ln -s "$PWD"/models/{default,motion}.safetensors "$work/models/" || exit 1
key=a-key-of-the-test
echo "page read,stream $(printf %s $key | sha256sum | cut -d' ' -f1)" >"$work/keys"
start_posed --models-dir "$work/models" --access-keys-file "$work/keys"
POSED_KEY=$key node tests/e2e/snippets.mjs "http://127.0.0.1:$port" "$work" || exit 1

# moved "lines": of ids and places, a second apart, as every program prints them: one walks on, one has walked its path, one is where it sits, one stands, one is about its middle
moved() {
	"$python" - "$work/lines" <<-'END'
		import re, sys
		places = {}
		for line in open(sys.argv[1], errors="replace"):
		    found = [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", line)]
		    if len(found) >= 4: places.setdefault(int(found[0]), []).append(found[1:4])
		walks, follows, sits, stands, wanders = (places[key] for key in sorted(places))
		far = lambda a, x, z: ((a[0] - x) ** 2 + (a[2] - z) ** 2) ** 0.5
		assert walks[-1][2] > 4 and abs(walks[-1][0]) < 1, walks[-1]
		assert far(follows[-1], 6, 4) < 1, follows[-1]
		assert far(sits[-1], -6, 3) < 0.8, sits[-1]
		assert far(stands[-1], -12, 0) < 0.6, stands[-1]
		assert far(wanders[-1], 12, 0) < 5 and max(far(w, *wanders[0][::2]) for w in wanders) > 0.5, wanders
	END
}
# until_moved COMMAND...: it prints until all of them have got there, or ends too early
until_moved() {
	"$@" >"$work/lines" &
	local program=$!
	for _ in $(seq 300); do
		sleep 1
		moved >"$work/missing" 2>&1 && kill $program && return
		kill -0 $program 2>/dev/null || break
	done
	kill $program 2>/dev/null
	cat "$work/missing"
	return 1
}
javascript() {
	sed -i "s|\"posed-client\"|\"$PWD/clients/js/src/index.js\"|" "$work/session.mjs"
	echo 'import WebSocket from "'"$PWD"'/tests/e2e/node_modules/ws/wrapper.mjs"; globalThis.WebSocket ??= WebSocket; await import("./session.mjs");' >"$work/run.mjs"
	until_moved node "$work/run.mjs"
}
in_python() { until_moved env "PYTHONPATH=$PWD/clients/python" "$python" -uB "$work/session.py"; }
compile() { ${CC:-gcc} -std=gnu99 -Wall -Wextra -Werror -O1 -I clients/c "$work/$1.c" clients/c/posed.c $(pkg-config --cflags --libs libwebsockets) -lm -o "$work/$1"; }
in_c() { compile session && until_moved "$work/session"; }
# Another program listens at the address, accepts the connection and sends nothing.
in_c_unanswered() {
	"$python" -u -c 'import socket, time; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1]); time.sleep(600)' >"$work/silent_port" &
	local silent=$! status
	until [ -s "$work/silent_port" ]; do sleep 0.1; done
	sed "s/\.port = $port\b/.port = $(cat "$work/silent_port")/" "$work/session.c" >"$work/unanswered.c"
	compile unanswered && timeout 300 "$work/unanswered" >"$work/said" 2>&1
	status=$?
	kill $silent
	[ $status = 1 ] && grep -q "no answer" "$work/said" || { cat "$work/said"; return 1; }
}
# Checks the positions by footstep events. Frames are not decoded.
in_shell() {
	command -v websocat >/dev/null || PATH=$PWD/tests/e2e:$PATH
	(cd "$work" && timeout 30 bash session.sh >events)
	[ $? = 124 ] && [ "$(head -c 4 "$work/person5.glb")" = glTF ] &&
		"$python" - "$work/events" <<-'END'
			import json, sys
			steps = {}
			for line in open(sys.argv[1], errors="replace"):
			    try: said = json.loads(line)
			    except ValueError: continue
			    if said.get("event") == "footstep": steps.setdefault(said["id"], []).append(said["position"])
			    assert said.get("type") != "error", said
			walks = [at for at in steps.values() if at[-1][2] > 3 and abs(at[-1][0]) < 1]
			assert len(walks) == 1 and len(steps) >= 3, {key: at[-1] for key, at in steps.items()}
		END
}

check "the code in Python walks, sits down and reaches" in_python
check "the code in C does, and compiles without a warning" in_c
check "the code in C ends with an error where nobody answers" in_c_unanswered
check "the code for curl and websocat does" in_shell
if reason=$(tests/e2e/npm-ci); then check "the code in JavaScript does" javascript; else echo "$reason"; fi
exit $failed
