#!/bin/bash
# posed-factory train-tissue on one second of one body. Training pose blend shapes again does not change soft tissue.
cd "$(dirname "$0")/../../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3
# same A B PREFIX...: which tensors of two model files are the same bytes; soft-tissue directions are compared as numbers
cat >"$work/same.py" <<'EOF'
import json, struct, sys
import numpy as np
def tensors(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    text = header.pop("__metadata__")
    return text, {k: (v["shape"], data[8 + size + v["data_offsets"][0]:8 + size + v["data_offsets"][1]]) for k, v in header.items()}
def dense(t):
    shape, half = t["softdirs.values"]
    out = np.zeros((13380, 3, shape[2]), "f4")
    out[np.frombuffer(t["softdirs.vertices"][1], "i4")] = np.frombuffer(half, "f2").reshape(shape)
    return out
(_, a), (text, b) = tensors(sys.argv[1]), tensors(sys.argv[2])
prefix = sys.argv[3]
for name in sorted(set(a) | set(b)):
    if name.startswith("softdirs"):
        continue
    if name.startswith(prefix):
        assert a[name] == b[name], name
if prefix == "soft":
    assert np.array_equal(dense(a), dense(b))
assert text["provenance"].count("Soft tissue learned by") == 1, text["provenance"]
assert text["provenance"].count("Pose blend shapes learned by") == 1, text["provenance"]
EOF

learned_small() {
	exits 0 "$build/posed-factory" train-tissue --body female --builds 1 --held-out-builds 0 --motions 1 --held-out-motions 0 --seconds 0.5 --modes 2 --beta-terms 0 \
		--work "$work/flesh" --threads 1 --report "$work/report.json" -o "$work/soft.safetensors" || return 1
	"$python" "$work/same.py" models/female.safetensors "$work/soft.safetensors" posedirs &&
		"$python" -c 'import json, sys; r = json.load(open(sys.argv[1])); assert r[0]["runs"] == 1 and r[0]["frames"] >= 29 and r[0]["explained"] <= r[0]["reachable"] <= 1, r' "$work/report.json" &&
		"$build/posedctl" rollout --script examples/jog.yaml --body "$work/soft.safetensors" --soft -o "$work/jog.npz" --quiet &&
		"$python" -c 'import numpy as np, sys; d = np.load(sys.argv[1])["dmpls"]; assert d.shape[1] == 3 and np.abs(d).max() > 1e-6, d.shape' "$work/jog.npz"
}
goes_on() {
	exits 0 "$build/posed-factory" train-tissue --body female --builds 1 --held-out-builds 0 --motions 1 --held-out-motions 0 --seconds 0.5 --modes 2 --beta-terms 0 \
		--work "$work/flesh" --threads 1 -o "$work/again.safetensors" && grep -q '1 of 1 runs were made before and are used again' "$work/err" && cmp "$work/soft.safetensors" "$work/again.safetensors"
}
kept() {
	mkdir -p "$work/models" && cp models/default.safetensors "$work/models/" && "$python" - "$work/poses.npz" <<'EOF' || return 1
import sys
import numpy as np
poses = 0.3 * np.random.default_rng(1).normal(size=(5, 72))
poses[:, :3] = 0
np.savez(sys.argv[1], poses=poses.astype("f4"), held_out=np.array([0, 0, 0, 0, 1], "f4"))
EOF
	exits 0 "$build/posed-factory" train-pose-shapes --poses "$work/poses.npz" --models "$work/models" --only default --threads 1 \
		--damping 0.005 --largest 5 --report "$work/pose.json" &&
		"$python" -c 'import json, sys; k = json.load(open(sys.argv[1]))["default"]; assert 0.0049 < k["lbs"]["largest_m"] <= 0.005 and k["dqs"]["largest_m"] <= 0.005, k' "$work/pose.json" &&
		head -c 20000 "$work/models/default.safetensors" | grep -aq -- '--beta-terms 2 --damping 0.005 --largest 5, from' &&
		! cmp -s models/default.safetensors "$work/models/default.safetensors" &&
		"$python" "$work/same.py" models/default.safetensors "$work/models/default.safetensors" soft
}

# the shipped person's flesh is the default's, by the one command; and flesh moves roll-outs of every model that has it
borrowed() {
	exits 0 "$build/posed-factory" train-tissue --body person --from default --modes 4 --builds 1 --held-out-builds 0 --held-out-motions 0 --work "$work/judge" --threads 1 \
		-o "$work/person.safetensors" && cmp "$work/person.safetensors" models/person.safetensors &&
		exits 2 "$build/posed-factory" train-tissue --body person --from male --builds 1 --held-out-builds 0 --held-out-motions 0 --work "$work/judge" --threads 1 -o "$work/never.safetensors" &&
		grep -q 'beta 2 means something else' "$work/err" && [ ! -e "$work/never.safetensors" ] || return 1
	for body in default female male person; do
		"$build/posedctl" rollout --script examples/jog.yaml --body "$body" --soft --breathing 15 -o "$work/$body.npz" --quiet || return 1
	done
	# a dressed person gives an error that says what is expected; without clothes its soft tissue is animated morphs
	exits 2 "$build/posedctl" rollout --script examples/jog.yaml --body person --soft -o "$work/person.glb" && grep -q 'wear=none expected' "$work/err" &&
		exits 0 "$build/posedctl" rollout --script examples/jog.yaml --body person --soft --wear none -o "$work/person.glb" &&
		"$python" -c 'import json, struct, sys
d = open(sys.argv[1], "rb").read()
g = json.loads(d[20:20 + struct.unpack("<I", d[12:16])[0]])
assert g["meshes"][0]["extras"]["targetNames"] == ["dmpl_0", "dmpl_1", "dmpl_2", "dmpl_3", "breathing"], g["meshes"][0]["extras"]
assert any(c["target"]["path"] == "weights" for a in g["animations"] for c in a["channels"])' "$work/person.glb" || return 1
	"$python" - "$work" <<'EOF'
import sys
import numpy as np
for body, modes in (("default", 16), ("female", 16), ("male", 16), ("person", 4)):
    d = np.load(f"{sys.argv[1]}/{body}.npz")["dmpls"]
    assert d.shape[1] == modes + 1 and not d[0, :modes].any() and np.abs(d[:, :modes]).max() > 0.5 and 0.99 < d[:, modes].max() <= 1, (body, d.shape)
EOF
}

# models.sh runs its commands in order and leaves out the steps that are done. A script that only notes its
# arguments takes the place of posed-factory, whose training takes hours.
made_in_order() {
	mkdir -p "$work/mh/3dobjs" "$work/mh/rigs" "$work/mh/targets" "$work/mh/poseunits" "$work/capture" "$work/survey" "$work/hands"
	printf '#!/bin/sh\necho "$1" >>"%s/ran"\n[ "$1" != train-person ] || [ -e "%s/well" ]\n' "$work" "$work" >"$work/stub"
	chmod +x "$work/stub"
	FACTORY=$work/stub exits 1 factory/scripts/models.sh "$work/mh" "$work/capture" "$work/survey" "$work/hands" "$work/new" || return 1
	touch "$work/well"
	FACTORY=$work/stub exits 0 factory/scripts/models.sh "$work/mh" "$work/capture" "$work/survey" "$work/hands" "$work/new" || return 1
	[ "$(tr '\n' ' ' <"$work/ran")" = "train-body train-pose-shapes train-person train-person train-people train-faces train-people train-hands train-people train-faces train-people train-hands train-people train-faces train-people train-hands train-tissue train-tissue train-tissue train-tissue train-tissue train-tissue train-wardrobe train-skin " ] &&
		head -c 16000001 /dev/zero >"$work/new/person-male.safetensors" &&
		FACTORY=$work/stub exits 1 factory/scripts/models.sh "$work/mh" "$work/capture" "$work/survey" "$work/hands" "$work/new" && grep -q '16000001 bytes; at most 16000000 allowed' "$work/err" &&
		exits 2 factory/scripts/models.sh && exits 1 factory/scripts/models.sh "$work/mh" "$work/none" "$work/survey" "$work/hands" "$work/new" && grep -q 'none: no such folder' "$work/err"
}

check "half a second of one body's flesh is simulated, learned, and moves a roll-out; nothing else in the file changes" learned_small
check "what was simulated is used again, and gives the same bytes" goes_on
check "the flesh of person is the default's, and moves its roll-outs as theirs" borrowed
check "pose blend shapes learned anew leave soft tissue as it is" kept
check "factory/scripts/models.sh makes the body models in the order that they need one another, and goes on where it stopped" made_in_order
exit $failed
