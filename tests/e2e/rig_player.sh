#!/bin/bash
# A rigged GLB file with controls, correctives and sculpts, played by the JavaScript client in three.js and by clients/blender in Blender. Its skin equals
# posed's mesh of the pose that the bones end in, and its limbs are where posed's IK puts them.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
python=/usr/bin/python3
ctl="$build/posedctl"
"$python" -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }

# The default body with a sculpt of the left elbow, rigged, in a pose.
made() {
	local bent="0" k
	for k in $(seq 1 71); do bent+=",$([ "$k" = 55 ] && echo -1.5707963 || echo 0)"; done
	exits 0 "$ctl" mesh --pose "$bent" -o "$work/bent.obj" && "$python" - "$work/bent.obj" "$work/flexed.obj" <<-'END' &&
		import sys, numpy as np
		lines = open(sys.argv[1]).read().splitlines()
		rows = [i for i, line in enumerate(lines) if line.startswith("v ")]
		v = np.array([[float(x) for x in lines[i].split()[1:4]] for i in rows])
		v[:, 1] += 0.03 * np.clip(1 - (np.linalg.norm(v - [0.38, 0.495, 0.03], axis=1) / 0.12) ** 2, 0, 1) ** 2
		for i, row in zip(rows, v):
		    lines[i] = "v %.6f %.6f %.6f" % tuple(row)
		open(sys.argv[2], "w").write("\n".join(lines) + "\n")
	END
		exits 0 "$ctl" sculpt --driven "biceps=$work/flexed.obj@left_elbow 0 -90 0" -o "$work/model.safetensors" &&
		echo '{"betas":[1,-0.5],"pose":[0,0.2,0,0.1,0,0,-0.1,0,0,0,0.1,0,0.3,0,0,0.2,0,0,0,0,0.1]}' >"$work/pose.json" &&
		"$python" -c 'import json, sys
d = json.load(open(sys.argv[1])); d["pose"] += [0.0] * (72 - len(d["pose"])); json.dump(d, open(sys.argv[1], "w"))' "$work/pose.json" &&
		exits 0 "$ctl" mesh --model "$work/model.safetensors" --request "$work/pose.json" --rig --controls --correctives 207 -o "$work/rig.glb"
}
# The skin of OUT.f32 against posed's mesh of the rotations of OUT.json: at most so many millimetres apart.
same_as_the_models() { # OUT MILLIMETRES
	"$python" -c 'import json, sys
played, pose = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
json.dump({"betas": pose["betas"], "quaternions": played["quaternions"], "include": ["vertices", "joints"]}, open(sys.argv[3], "w"))' "$1.json" "$work/pose.json" "$work/ask.json" &&
		exits 0 "$ctl" mesh --model "$work/model.safetensors" --request "$work/ask.json" --format npz -o "$work/own.npz" && "$python" - "$1.f32" "$work/own.npz" "$2" <<-'END'
			import sys, numpy as np
			z = np.load(sys.argv[2])
			off = 1e3 * np.linalg.norm(np.fromfile(sys.argv[1], "<f4").reshape(-1, 3) - (z["vertices"][0] - z["joints"][0, 0]), axis=1)
			print(f"the skin is at most {off.max():.4f} mm from the model's mesh")
			sys.exit(int(off.max() > float(sys.argv[3])))
		END
}
# Elbow and wrist against posed's own IK (two bones, closed form).
same_as_ik() { # OUT LIMB-END CHAIN TARGET POLE
	"$python" -c 'import json, sys
pose = json.load(open(sys.argv[1]))
joint, chain, target, pole = sys.argv[3:7]
split = lambda text: [float(x) for x in text.split(",")]
json.dump({"solver": "two_bone", "limits": False, "betas": pose["betas"], "pose": pose["pose"],
           "targets": [{"joint": joint, "chain": chain, "position": split(target), "pole": split(pole)}]}, open(sys.argv[2], "w"))' "$work/pose.json" "$work/ik.json" "$2" "$3" "$4" "$5" &&
		exits 0 "$ctl" ik --model "$work/model.safetensors" --request "$work/ik.json" --json && "$python" - "$1.json" "$work/out" "$2" <<-'END'
			import json, sys, numpy as np
			places, solved = np.array(json.load(open(sys.argv[1]))["places"]), json.load(open(sys.argv[2]))
			joints = np.array(solved["joints"])
			off = max(np.linalg.norm(joints - p, axis=1).min() for p in places[1:])
			print(f"elbow and wrist at most {1e3 * off:.3f} mm from posed's IK")
			sys.exit(int(off > 2e-4))
		END
}
check "a sculpted model is exported with controls" made
[ $failed = 0 ] || exit 1
if command -v node >/dev/null && tests/e2e/npm-ci >/dev/null; then
	played() { node tests/e2e/rig_player.mjs "$work/rig.glb" "$@"; }
	check "three.js bends an arm towards a target with a pole" played left_arm 0.35,0.35,0.35 0.6,-0.2,-0.3 world "$work/arm"
	check "the skin of the bent arm in three.js, with correctives and sculpt, is the model's" same_as_the_models "$work/arm" 0.02
	check "elbow and wrist in three.js are where posed's IK puts them" same_as_ik "$work/arm" left_wrist left_shoulder 0.35,0.35,0.35 0.6,-0.2,-0.3
	check "three.js bends a leg, in the space of the pelvis" played right_leg -0.1,-0.6,0.2 -0.3,-0.2,0.8 pelvis "$work/leg"
	check "the skin of the bent leg in three.js is the model's" same_as_the_models "$work/leg" 0.02
fi
if command -v blender >/dev/null; then
	in_blender() { timeout 300 blender -b --factory-startup -noaudio --python-exit-code 1 -P tests/e2e/rig_player_blender.py -- "$work/rig.glb" "$work/blender"; }
	check "Blender sets the file up and bends both arms" in_blender
	check "the skin in Blender, with correctives and sculpt, is the model's" same_as_the_models "$work/blender" 0.1
else
	echo "Blender is not installed: the script of clients/blender is not tried"
fi
exit $failed
