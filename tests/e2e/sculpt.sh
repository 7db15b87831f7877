#!/bin/bash
# posedctl sculpt: meshes with moved vertices, at rest and in a pose, return at weight 1, and half of the way at 0.5. Sculpts driven by the pose return in
# their poses from files and from a daemon, and three.js plays them.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3
"$python" -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }
bent="0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1.5707963,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
ctl="$build/posedctl"

# Vertices about a point go outward along y or z, the more the nearer: a bulge that NumPy makes of the file's own text.
bulge() { # IN OUT X Y Z RADIUS AXIS METRES
	"$python" - "$@" <<-'END'
		import sys, numpy as np
		path, out, *at = sys.argv[1:6]
		radius, axis, far = float(sys.argv[6]), int(sys.argv[7]), float(sys.argv[8])
		lines = open(path).read().splitlines()
		rows = [i for i, line in enumerate(lines) if line.startswith("v ")]
		v = np.array([[float(x) for x in lines[i].split()[1:4]] for i in rows])
		d = np.linalg.norm(v - np.array([float(x) for x in at]), axis=1)
		v[:, axis] += far * np.clip(1 - (d / radius) ** 2, 0, 1) ** 2
		for i, row in zip(rows, v):
		    lines[i] = "v %.6f %.6f %.6f" % tuple(row)
		open(out, "w").write("\n".join(lines) + "\n")
	END
}
make() {
	exits 0 "$ctl" mesh -o "$work/base.obj" && exits 0 "$ctl" mesh --betas 1,0.5 --pose "$bent" -o "$work/bent.obj" &&
		bulge "$work/base.obj" "$work/belly.obj" 0 -0.05 0.1 0.2 2 0.06 &&
		bulge "$work/bent.obj" "$work/flexed.obj" 0.38 0.495 0.03 0.12 1 0.03 &&
		exits 0 "$ctl" sculpt belly="$work/belly.obj" -o "$work/one.safetensors" &&
		exits 0 "$ctl" sculpt --model "$work/one.safetensors" --betas 1,0.5 --pose "left_elbow 0 -90 0" biceps="$work/flexed.obj" -o "$work/two.safetensors"
}
comes_back() { # SCULPTED FIELDS WITHOUT
	echo "$2" >"$work/a.json" && echo "$3" >"$work/b.json" &&
		exits 0 "$ctl" mesh --model "$work/two.safetensors" --request "$work/a.json" --format npz -o "$work/a.npz" &&
		exits 0 "$ctl" mesh --model "$work/two.safetensors" --request "$work/b.json" --format npz -o "$work/b.npz" &&
		"$python" - "$1" "$work/a.npz" "$work/b.npz" <<-'END'
			import sys, numpy as np
			wanted = np.array([[float(x) for x in line.split()[1:4]] for line in open(sys.argv[1]) if line.startswith("v ")])
			whole, plain = (np.load(f)["vertices"].reshape(-1, 3) for f in sys.argv[2:4])
			off, moved = np.linalg.norm(whole - wanted, axis=1), np.linalg.norm(whole - plain, axis=1)
			assert off.max() < 3e-5 and 0.02 < moved.max() < 0.07 and 50 < (moved > 1e-4).sum() < len(moved) / 3, (off.max(), moved.max(), (moved > 1e-4).sum())
		END
}
half_way() {
	for w in 0 0.5 1; do
		echo "{\"blend_shapes\":{\"belly\":$w}}" >"$work/$w.json"
		exits 0 "$ctl" mesh --model "$work/two.safetensors" --request "$work/$w.json" --format npz -o "$work/$w.npz" || return 1
	done
	"$python" -c 'import sys, numpy as np
a, b, c = (np.load(f)["vertices"] for f in sys.argv[1:4])
assert abs(a + c - 2 * b).max() < 1e-6, abs(a + c - 2 * b).max()' "$work/0.npz" "$work/0.5.npz" "$work/1.npz"
}
told() {
	exits 0 "$ctl" inspect "$work/two.safetensors" && grep -q "belly" "$work/out" && grep -q "biceps" "$work/out"
}
check "meshes that were sculpted become blend shapes, one model after the other" make
check "what was sculpted at rest comes back at weight 1" comes_back "$work/belly.obj" '{"blend_shapes":{"belly":1}}' '{}'
check "a mesh that was sculpted on another body in a pose comes back on that body in that pose" comes_back "$work/flexed.obj" \
	"{\"betas\":[1,0.5],\"pose\":[$bent],\"blend_shapes\":{\"biceps\":1}}" "{\"betas\":[1,0.5],\"pose\":[$bent]}"
check "half the weight is half the way" half_way
check "inspect prints the names of the sculpted blend shapes" told
check "the name of an existing blend shape is refused" exits 2 "$ctl" sculpt --model "$work/two.safetensors" belly="$work/belly.obj" -o "$work/three.safetensors"
other() { sed '0,/^v /{/^v /d}' "$work/belly.obj" >"$work/less.obj" && exits 2 "$ctl" sculpt x="$work/less.obj" -o "$work/three.safetensors" && grep -q "13379 vertices; 13380 expected" "$work/err"; }
check "a mesh with another number of vertices is refused" other
scaled() { sed 's/^v \([-0-9.]*\) /v 100\1 /' "$work/belly.obj" >"$work/far.obj" && exits 2 "$ctl" sculpt x="$work/far.obj" -o "$work/three.safetensors" && grep -q "metres" "$work/err"; }
check "a mesh that is elsewhere is refused, with what may be the matter" scaled
check "a word without a mesh is wrong usage" exits 2 "$ctl" sculpt belly -o "$work/three.safetensors"

# ---- driven by the pose: an elbow sculpted at 90 and at 135 degrees
driven() {
	exits 0 "$ctl" mesh --pose "$bent" -o "$work/bent.obj" && bulge "$work/bent.obj" "$work/flexed.obj" 0.38 0.495 0.03 0.12 1 0.03 &&
		echo '{"pose":['"$folded"']}' >"$work/folded.json" && exits 0 "$ctl" mesh --request "$work/folded.json" -o "$work/folded.obj" &&
		bulge "$work/folded.obj" "$work/fuller.obj" 0.38 0.495 0.03 0.12 1 0.045 &&
		exits 0 "$ctl" sculpt --driven "bent=$work/flexed.obj@left_elbow 0 -90 0" -o "$work/first.safetensors" && grep -q "driven by left_elbow: bent (width 1.41)" "$work/err" &&
		exits 0 "$ctl" sculpt --model "$work/first.safetensors" --driven "folded=$work/fuller.obj@left_elbow 0 -135 0" -o "$work/driven.safetensors"
}
folded=${bent/-1.5707963/-2.3561945}
# Vertices of posedctl mesh in a pose of so many degrees of the elbow, as float32.
elbow() { # DEGREES OUT FIELDS
	"$python" -c 'import json, sys
pose = [0.0] * 72
pose[3 * 18 + 1] = -3.141592653589793 * float(sys.argv[1]) / 180
print(json.dumps({"pose": pose, **json.loads(sys.argv[2])}))' "$1" "$3" >"$work/elbow.json" &&
		exits 0 "$ctl" mesh --model "$work/driven.safetensors" --request "$work/elbow.json" --format npz -o "$2"
}
in_its_pose() { # DEGREES SCULPTED
	elbow "$1" "$work/got.npz" '{}' && "$python" - "$2" "$work/got.npz" <<-'END'
		import sys, numpy as np
		wanted = np.array([[float(x) for x in line.split()[1:4]] for line in open(sys.argv[1]) if line.startswith("v ")])
		off = np.linalg.norm(np.load(sys.argv[2])["vertices"].reshape(-1, 3) - wanted, axis=1)
		assert off.max() < 3e-5, off.max()
	END
}
between() { # radial functions solved here, for poses that nobody sculpted
	for degrees in 0 40 90 110 135 -30; do
		elbow $degrees "$work/with$degrees.npz" '{"stage":"corrected"}' && elbow $degrees "$work/without$degrees.npz" '{"stage":"corrected","sculpts":false}' || return 1
	done
	"$python" - "$work" <<-'END'
		import sys, numpy as np
		def moved(d):
		    return (np.load(f"{sys.argv[1]}/with{d}.npz")["vertices"] - np.load(f"{sys.argv[1]}/without{d}.npz")["vertices"]).ravel()
		at = np.radians([90, 135, 0])
		apart2 = lambda a, b: 4 * np.sin((a - b) / 2) ** 2
		d = np.sqrt(apart2(at[:, None], at[None]) + 9 * np.eye(3))
		width = d.min(0).mean()
		phi = np.exp(-apart2(at[:, None], at[None]) / (2 * width ** 2))
		bent, folded = moved(90), moved(135)
		assert np.abs(bent).max() > 0.02 and np.abs(moved(0)).max() < 1e-6, (np.abs(bent).max(), np.abs(moved(0)).max())
		for degrees in (40, 110, -30):
		    weight = np.linalg.solve(phi, np.exp(-apart2(at, np.radians(degrees)) / (2 * width ** 2)))
		    off = np.abs(moved(degrees) - weight[0] * bent - weight[1] * folded).max()
		    assert off < 2e-6, (degrees, weight, off)
	END
}
check "sculpts are driven by the joints of their postures, one after the other" driven
check "a body in the pose of the first sculpt is that mesh" in_its_pose 90 "$work/flexed.obj"
check "a body in the pose of the second sculpt is that mesh" in_its_pose 135 "$work/fuller.obj"
check "weights of driven sculpts are those of radial functions in any pose; sculpts=false has none" between
check "inspect prints the driven sculpts" eval 'exits 0 "$ctl" inspect "$work/driven.safetensors" && grep -q psd_names "$work/out"'
check "a driven sculpt of the rest pose is refused" exits 2 "$ctl" sculpt --driven belly="$work/belly.obj" -o "$work/three.safetensors"
check "joints without --driven are wrong usage" exits 2 "$ctl" sculpt --joints left_elbow belly="$work/belly.obj" -o "$work/three.safetensors"
check "sculpts=false is refused for a model without sculpts" eval 'echo "{\"sculpts\":false}" >"$work/off.json" && exits 2 "$ctl" mesh --request "$work/off.json" -o "$work/off.npz" && grep -q "sculpts" "$work/err"'

# ---- what other programs see
played() { # FILE SECONDS DEGREES MOST: three.js plays FILE; its skin at SECONDS is the model's mesh with the elbow at DEGREES
	elbow "$3" "$work/want.npz" '{"include":["vertices","joints"]}' && "$python" -c 'import sys, numpy as np
z = np.load(sys.argv[1])
(z["vertices"][0] - z["joints"][0, 0]).astype("<f4").tofile(sys.argv[2])' "$work/want.npz" "$work/want.f32" &&
		echo "[{\"t\":$2,\"vertices\":\"$work/want.f32\"}]" >"$work/frames.json" && node tests/e2e/correctives.mjs "$1" "$work/frames.json" "$4"
}
rigged() {
	elbow 110 "$work/rigged.npz" '{}' && cp "$work/elbow.json" "$work/rigged.json" &&
		for names in smpl mixamo unreal; do
			exits 0 "$ctl" mesh --model "$work/driven.safetensors" --request "$work/rigged.json" --rig --correctives 207 --names $names -o "$work/$names.glb" &&
				played "$work/$names.glb" 0 110 1e-5 || return 1
		done
}
weights_of_a_walk() { # npz and glb have the same weights in every frame, and they change
	printf '{"seconds":1,"script":[{"t":0,"move":[0,1],"gait":"jog"}]}' >"$work/jog.json"
	for to in npz glb; do exits 0 "$ctl" rollout --script "$work/jog.json" --body "$work/driven.safetensors" -o "$work/jog.$to" || return 1; done
	(cd tests/e2e && "$python" - "$work") <<-'END'
		import sys, numpy as np
		from glb_file import opened, values
		document, binary = opened(open(sys.argv[1] + "/jog.glb", "rb").read())
		mesh, clip = document["meshes"][0], document["animations"][0]
		sculpts = mesh["extras"]["sculpts"]
		assert sculpts["names"] == ["bent", "folded"] and sculpts["count"] == 2, sculpts
		output = next(clip["samplers"][c["sampler"]]["output"] for c in clip["channels"] if c["target"]["path"] == "weights")
		weights = np.array(values(document, binary, output)).reshape(-1, len(mesh["extras"]["targetNames"]))[:, sculpts["first_target"]:]
		wanted = np.load(sys.argv[1] + "/jog.npz")["sculpts"]
		assert wanted.shape == weights.shape and np.abs(weights - wanted).max() < 1e-6 and np.ptp(wanted[:, 0]) > 0.05, (wanted.shape, weights.shape, np.ptp(wanted, 0))
	END
}
check "the GLB and the npz of a motion have the weights of every frame" weights_of_a_walk
if [ "$NIGHTLY" = 1 ] && command -v node >/dev/null && tests/e2e/npm-ci >/dev/null; then
	check "three.js shows the sculpts of a rigged GLB, and the client sets their weights, also under other names of joints" rigged
fi

# ---- a daemon whose person has a sculpt: files say what they leave out
person_with_a_sculpt() {
	printf '{"quaternions":[%s]}' "$("$python" -c 'print(",".join("[0,-0.70710678,0,0.70710678]" if k == 18 else "[0,0,0,1]" for k in range(55)))')" >"$work/person.json" &&
		exits 0 "$ctl" mesh --model person --request "$work/person.json" -o "$work/person.obj" &&
		bulge "$work/person.obj" "$work/person-flexed.obj" 0.38 0.495 0.03 0.3 1 0.03 && mkdir "$work/models" &&
		exits 0 "$ctl" sculpt --model person --driven "biceps=$work/person-flexed.obj@left_elbow 0 -90 0" -o "$work/models/person.safetensors" &&
		ln -s "$(realpath "${MODELS:-models}")"/wardrobe.safetensors "$work/models/"
}
post() { curl -sf -D "$work/head" -o "$2" -H 'Content-Type: application/json' -d @"$work/person.json" "http://127.0.0.1:$port/v1/models/person/mesh?format=glb&$1"; }
omitted() { # an avatar has no driven shapes: its reply says so; a rigged body has them, on skin and clothes
	post "rig=true&morphs=false" "$work/dressed.glb" && ! grep -qi "^Posed-Omitted" "$work/head" &&
		curl -sf -D "$work/head" -o "$work/avatar.glb" "http://127.0.0.1:$port/v1/models/person/mesh?format=glb&profile=three" && grep -qi "^Posed-Omitted: sculpts" "$work/head" &&
		(cd tests/e2e && "$python" - "$work" <<-'END'
			import sys, numpy as np
			from glb_file import opened, values
			document, binary = opened(open(sys.argv[1] + "/dressed.glb", "rb").read())
			mesh = document["meshes"][0]
			target = mesh["extras"]["sculpts"]["first_target"]
			assert mesh["extras"]["targetNames"][target] == "biceps" and abs(mesh["weights"][target] - 1) < 1e-5, mesh["weights"]
			moved = [np.abs(values(document, binary, p["targets"][target]["POSITION"])).max() for p in mesh["primitives"]]
			assert len(moved) > 3 and sum(m > 0.005 for m in moved) >= 2, moved
			document, _ = opened(open(sys.argv[1] + "/avatar.glb", "rb").read())
			assert all("sculpts" not in m.get("extras", {}) for m in document["meshes"])
		END
		)
}
told_by_the_model() { curl -sf "http://127.0.0.1:$port/v1/models/person" | grep -q '"sculpts":\["biceps"\]'; }
check "a person gets a sculpt that the elbow drives" person_with_a_sculpt
start_posed --models-dir "$work/models"
check "skin and clothes of a rigged person have the sculpt; an avatar leaves it out and says so in Posed-Omitted" omitted
check "the model's description names its sculpts" told_by_the_model
exit $failed
