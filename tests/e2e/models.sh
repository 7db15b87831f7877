#!/bin/bash
# Model files: posedctl import and inspect, and the daemon serving published files unchanged.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3
"$python" tests/support/smpl_pkl.py "$work" || exit 1

# An independent reader of safetensors: JSON and numpy.
converted_file() {
	exits 0 "$build/posedctl" import "$work/model_p2.pkl" -o "$work/body.safetensors" --dmpl "$work/dmpl_female.npz" &&
		"$python" - "$work" <<'EOF'
import json, sys, numpy as np
raw = open(sys.argv[1] + "/body.safetensors", "rb").read()
n = int.from_bytes(raw[:8], "little")
head = json.loads(raw[8:8 + n])
assert (8 + n) % 64 == 0 and head["__metadata__"]["gender"] == "female"
assert head["__metadata__"]["joint_names"].split(",")[1] == "left_hip"
def tensor(name):
    kinds = {"F32": "<f4", "F64": "<f8", "I32": "<i4", "U32": "<u4", "U8": "u1"}
    first, end = head[name]["data_offsets"]
    array = np.frombuffer(raw[8 + n + first:8 + n + end], kinds[head[name]["dtype"]]).reshape(head[name]["shape"])
    assert (8 + n + first) % array.itemsize == 0
    return array
model = np.load(sys.argv[1] + "/SMPL_FEMALE.npz", allow_pickle=True)
for name in ("v_template", "shapedirs", "posedirs"):
    assert np.array_equal(tensor(name), model[name].astype("f4")), name
assert tensor("softdirs").shape == (180, 3, 8) and tensor("parents")[0] == -1
dense = np.zeros((180, 24))
for joints, values in zip(tensor("weights.joints").T, tensor("weights.values").T):
    dense[np.arange(180), joints] += values
assert np.array_equal(dense.astype("f4"), model["weights"].astype("f4"))
EOF
}
inspected() {
	exits 0 "$build/posedctl" inspect --json "$work/body.safetensors" &&
		"$python" -c 'import json, sys; r = json.load(open(sys.argv[1])); b = r["body"]
assert r["container"] == "safetensors" and b["vertices"] == 180 and b["soft"] == 8 and len(b["joint_names"]) == 24
assert {"name": "faces", "dtype": "U32", "shape": [178, 3]} in r["arrays"]' "$work/out"
}
by_name() { # a shipped model by its name, as other commands take it
	exits 0 "$build/posedctl" inspect default && grep -q 'default.safetensors' "$work/out" && exits 0 "$build/posedctl" inspect motion &&
		exits 1 "$build/posedctl" inspect nobody && grep -q 'nobody' "$work/err" &&
		exits 0 "$build/posedctl" sparsify default --poses 2 -o "$work/sparse.safetensors" && grep -q '29583 of 29583 pairs' "$work/out"
}
unsound() {
	exits 1 "$build/posedctl" inspect "$work/bad_nan.pkl" && grep -q 'v_template\[10\]: nan' "$work/err" &&
		grep -q 'posedirs  *F64' "$work/out"
}
inspected_in_any_case() { # one JSON object a file, whatever is wrong with it
	exits 1 "$build/posedctl" inspect --json "$work/bad_system.pkl" "$work/nobody.pkl" "$work/body.safetensors" &&
		"$python" -c 'import json, sys
rest, found = open(sys.argv[1]).read().strip(), []
while rest:
    value, end = json.JSONDecoder().raw_decode(rest)
    found, rest = found + [value], rest[end:].strip()
assert len(found) == 3 and "posix.system" in found[0]["problem"] and "nobody" in found[1]["problem"] and "body" in found[2]' "$work/out"
}
over_itself() {
	cp "$work/model_p2.pkl" "$work/only.pkl" && ln -s only.pkl "$work/link.pkl" &&
		exits 2 "$build/posedctl" import "$work/only.pkl" -o "$work/link.pkl" && cmp "$work/model_p2.pkl" "$work/only.pkl"
}
program_in_a_pickle() {
	exits 1 "$build/posedctl" import "$work/bad_system.pkl" -o "$work/never.safetensors" &&
		grep -q '"posix.system"' "$work/err" && [ ! -e "$work/never.safetensors" ] && [ ! -e /tmp/posed-was-here ]
}
full_folder() {
	exits 1 "$build/posedctl" import "$work/model_p2.pkl" -o "$work/nowhere/body.safetensors" && grep -q "nowhere" "$work/err"
}
served() { # served FILE: posed loads it as it is and makes a body of it
	local code=1 config=$work/posed.yaml port
	printf 'builtin_models: false\nmodels:\n  - id: body\n    file: %s\n    default: true\n' "$1" >"$config"
	start_posed
	curl -sf "http://127.0.0.1:$port/v1/models/body/mesh?betas=1,-1&format=npz" -o "$work/mesh.npz" &&
		"$python" -c 'import numpy, sys; v = numpy.load(sys.argv[1])["vertices"]; assert v.shape[-2:] == (180, 3) and numpy.isfinite(v).all()' \
			"$work/mesh.npz" && code=0
	[ $code = 0 ] || cat "$work/told"
	stop_posed
	return $code
}

# An import with DMPL's directions takes soft as the shipped models do, in roll-outs and on the stream.
dmpl_moves() {
	local code=1 config=$work/posed.yaml port
	printf 'models:\n  - id: flesh\n    file: %s\n  - id: rigid\n    file: %s\n' "$work/body.safetensors" "$work/SMPL_FEMALE.npz" >"$config"
	start_posed
	"$python" - "http://127.0.0.1:$port/v1/" "$work" <<'EOF' && code=0
import asyncio, io, json, sys, urllib.error, urllib.request
import numpy as np
where = sys.argv[1]
def ask(path, body=None):
    try:
        return 200, urllib.request.urlopen(where + path, json.dumps(body).encode() if body else None).read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
jog = {"seconds": 2, "script": [{"t": 0, "move": [0, 1], "gait": "jog"}], "soft": True}
status, reply = ask("motions/rollout?format=npz", dict(jog, body="flesh"))
dmpls = np.load(io.BytesIO(reply))["dmpls"]
assert status == 200 and dmpls.shape == (120, 8) and not dmpls[0].any() and 1e-3 < np.abs(dmpls).max() < 100, np.abs(dmpls).max()
assert ask("motions/rollout?format=glb", dict(jog, body="flesh"))[0] == 200
status, reply = ask("motions/rollout?format=npz", dict(jog, body="flesh", breathing=12))
assert status == 409 and b"/breathing" in reply and b"no direction of breathing" in reply, reply
status, reply = ask("motions/rollout?format=npz", dict(jog, body="rigid"))
assert status == 409 and b"import --dmpl" in reply, reply
dynamics = {name: json.loads(ask("models/" + name)[1])["soft_dynamics"] for name in ("default", "flesh", "rigid")}
assert dynamics == {"default": "learned", "flesh": "oscillators", "rigid": "none"}, dynamics

import websockets
async def spawned():
    async with websockets.connect(where.replace("http", "ws") + "stream", subprotocols=["posed.v1"]) as socket:
        answers = {}
        await socket.send(json.dumps({"type": "join"}))
        for ref, body in (("soft", {"model": "flesh", "soft": True}), ("breath", {"model": "flesh", "soft": True, "breathing": 9}), ("none", {"model": "rigid", "soft": True})):
            await socket.send(json.dumps({"type": "spawn", "ref": ref, "body": body}))
        while len(answers) < 3:
            message = await asyncio.wait_for(socket.recv(), 20)
            if isinstance(message, str) and json.loads(message).get("ref"):
                answers[json.loads(message)["ref"]] = json.loads(message)
        return answers
answers = asyncio.run(spawned())
assert answers["soft"]["type"] == "spawned", answers
assert answers["breath"]["type"] == "error" and "no direction of breathing" in str(answers["breath"]), answers
assert answers["none"]["type"] == "error" and "import --dmpl" in str(answers["none"]), answers
EOF
	[ $code = 0 ] || cat "$work/told"
	stop_posed
	return $code
}

# A file of SMPL-DQBS: requests are skinned by dual quaternions unless they say otherwise.
dqbs_is_served() {
	exits 0 "$build/posedctl" import "$work/dqbs.pkl" -o "$work/dqbs.safetensors" || return 1
	local pose
	pose=$("$python" -c 'print(",".join(str(round(0.3 + 0.01 * i, 2)) for i in range(72)))')
	for file in "$work/dqbs.pkl" "$work/dqbs.safetensors"; do
		for how in "" "--skinning dqs" "--skinning lbs"; do
			exits 0 "$build/posedctl" mesh --model "$file" --betas 1,-1 --pose "$pose" $how --format json -o "$work/dqbs$how.json" || return 1
		done
		cmp "$work/dqbs.json" "$work/dqbs--skinning dqs.json" && ! cmp -s "$work/dqbs.json" "$work/dqbs--skinning lbs.json" || return 1
	done
	exits 0 "$build/posedctl" export "$work/dqbs.safetensors" -o "$work/again.pkl" &&
		"$python" -c 'import pickle, sys; assert pickle.load(open(sys.argv[1], "rb"), encoding="latin1")["bs_style"] == "dqbs"' "$work/again.pkl" &&
		exits 1 "$build/posedctl" export "$work/dqbs.safetensors" -o "$work/again.npz" && grep -q 'bs_style: dqbs; only lbs allowed in an npz' "$work/err"
}

check "a published pickle becomes safetensors that another reader agrees with" converted_file
check "inspect says what is in the converted file" inspected
check "a file of SMPL-DQBS is skinned by dual quaternions, stays so in safetensors and pkl, and is refused as npz" dqbs_is_served
check "inspect and sparsify take the names of shipped models" by_name
check "inspect ends with 1 for an unsound file, and names place and value" unsound
check "inspect --json says what is wrong with any file" inspected_in_any_case
check "import does not write over the file that it reads" over_itself
check "a pickle with a program in it is refused, nothing runs, nothing is written" program_in_a_pickle
check "an output that cannot be written is named" full_folder
"$python" -c 'import websockets' 2>/dev/null && check "an import with DMPL's directions takes soft, in roll-outs and on the stream" dmpl_moves
on_request() { # shipped models are on disk until somebody asks for them, unless preload names them
	local port
	start_posed --preload 'pose*'
	local url=http://127.0.0.1:$port
	curl -fsS "$url/v1/models" >"$work/before" && curl -fsS "$url/v1/models/female/joints" >/dev/null &&
		curl -fsS "$url/v1/models/female/mesh?format=glb" >/dev/null &&
		curl -fsS "$url/v1/models" >"$work/after" && curl -fsS "$url/readyz" >/dev/null &&
		"$python" -c 'import json, sys
before, after = ({m["id"]: m["resident"] for m in json.load(open(f))["models"]} for f in sys.argv[1:])
assert before["default"] and before["motion"] and before["pose-prior"] and not before["female"] and not before["person"], before
assert after["female"] and not after["person"], after' "$work/before" "$work/after"
}
check "shipped models are loaded at their first request, and preload names those that are not" on_request
body() { curl -fsS "http://127.0.0.1:$port/v1/models/$1/mesh?format=bin&betas=1,-0.5"; }
dressed() { curl -fsS "http://127.0.0.1:$port/v1/models/person/mesh?format=glb&wear=tee-shorts,sneakers,hair-ponytail"; }
mapped() { curl -fsS "http://127.0.0.1:$port/v1/models/$1" | grep -oE '"mapped_bytes":[0-9]+'; }
packed() { # bodies and clothes are mapped from the pack of the build, and read from their files where the pack is damaged: the same bytes
	local port
	stop_posed # of the check before: a script ends when its daemons have ended
	cp "$work/body.safetensors" "$work/own.safetensors" && exits 0 "$build/posedctl" pack "$work/own.safetensors" || return 1
	start_posed --models "own=$work/own.safetensors"
	[ "$(mapped default)" != '"mapped_bytes":0' ] && [ "$(mapped own)" != '"mapped_bytes":0' ] && body default >"$work/mapped" && body own >"$work/mapped_own" &&
		dressed >"$work/mapped_dressed" && [ "$(mapped wardrobe)" != '"mapped_bytes":0' ] || return 1
	stop_posed
	head -c 100000 "$build/models.pack" >"$work/cut.pack" && echo >>"$work/own.safetensors.pack"
	start_posed --models "own=$work/own.safetensors" --models-pack "$work/cut.pack"
	[ "$(mapped default)" = '"mapped_bytes":0' ] && [ "$(mapped own)" = '"mapped_bytes":0' ] && grep -q 'pack not used' "$work/told" &&
		body default | cmp - "$work/mapped" && body own | cmp - "$work/mapped_own" &&
		dressed | cmp - "$work/mapped_dressed" && [ "$(mapped wardrobe)" = '"mapped_bytes":0' ]
}
check "bodies and clothes are mapped from packs, and read from their files where a pack is damaged, with the same bytes" packed
check "posed serves a pickle as it is" served "$work/basicModel_f_p4.pkl"
check "posed serves an npz as it is" served "$work/SMPLX_NEUTRAL.npz"
exit $failed
