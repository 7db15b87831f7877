#!/bin/bash
# posedctl clip on files made by NumPy, and posedctl train-poses on a folder made here.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3 ctl=$build/posedctl

"$python" - "$work" <<'EOF' || exit 1
import numpy as np, os, sys
work = sys.argv[1]
random = np.random.default_rng(1)
t = np.linspace(0, 1, 31)[:, None]
poses = 0.4 * np.sin(2 * np.pi * t + random.uniform(0, 6, 72)) * random.uniform(0, 1, 72)
poses[:, :3] += [np.pi / 2, 0, 0]  # AMASS: upright is Rx(90)
trans = np.hstack([t, 0 * t, 0.9 + 0 * t])
np.savez(work + "/walk.npz", poses=poses, trans=trans, mocap_framerate=30.0, betas=np.array([1.5, -0.5]))
np.savez(work + "/bad.npz", poses=poses[:, :60], trans=trans)
os.makedirs(work + "/data/sub")

# the layouts of AMASS, each joint with rotations of its own
whole = 0.3 * np.sin(2 * np.pi * t + random.uniform(0, 6, 165))  # SMPL-X: body, jaw, eyes, fingers
whole[:, :3] += [np.pi / 2, 0, 0]
smplh = np.hstack([whole[:, :66], whole[:, 75:]])
common = dict(trans=trans, mocap_framerate=120.0, betas=np.linspace(1, -1, 16))
np.savez(work + "/smplh.npz", poses=smplh, gender="male", dmpls=np.zeros((31, 8)), **common)
np.savez(work + "/smplh-woman.npz", poses=smplh.reshape(31, 52, 3), gender=b"female", **common)
np.savez(work + "/smplx.npz", poses=whole, gender="neutral", surface_model_type="smplx", trans=trans, mocap_frame_rate=120.0, betas=common["betas"])
np.savez(work + "/parts.npz", root_orient=whole[:, :3], pose_body=whole[:, 3:66], pose_jaw=whole[:, 66:69], pose_eye=whole[:, 69:75],
         pose_hand=whole[:, 75:], surface_model_type="smplx", **common)
np.savez(work + "/smplx-names.npz", global_orient=whole[:, :3], body_pose=whole[:, 3:66], left_hand_pose=whole[:, 75:120],
         right_hand_pose=whole[:, 120:], transl=trans, fps=120)
np.savez(work + "/pca.npz", root_orient=whole[:, :3], pose_body=whole[:, 3:66], pose_hand=whole[:, :12], trans=trans)
np.savez(work + "/half.npz", root_orient=whole[:, :3], trans=trans)
whole[3, 70] = np.nan
np.savez(work + "/nan.npz", poses=whole, trans=trans)
EOF
mkdir "$work/models" && "$python" tests/support/smpl_pkl.py "$work/models" || exit 1
smplh=$work/models/SMPLH_MALE.npz smplx=$work/models/SMPLX_NEUTRAL.npz

# same_rotations A B "first:last of A" "of B": columns of two files' poses, the body's turned into one another
same_rotations() {
	"$python" - "$@" <<'EOF'
import numpy as np, sys
a, b = (np.load(name)["poses"] if "poses" in np.load(name) else None for name in sys.argv[1:3])
one, two = (slice(*map(int, text.split(":"))) for text in sys.argv[3:5])
a, b = a.reshape(len(a), -1)[:, one], b.reshape(len(b), -1)[:, two]
assert a.shape == b.shape, (a.shape, b.shape)
assert np.abs(a - b).max() < 1e-5, np.abs(a - b).max()
EOF
}
columns() { "$python" -c 'import numpy, sys; z = numpy.load(sys.argv[1]); assert z["poses"].shape[1] == int(sys.argv[2]), z["poses"].shape' "$@"; }
betas_of() { "$python" -c 'import numpy, sys; b = numpy.load(sys.argv[1])["betas"]; assert abs(b - numpy.linspace(1, -1, 16)[:len(b)]).max(initial=0) < 1e-6 and len(b) == int(sys.argv[2]), b' "$@"; }
# mean_of FILE.npz: betas of the mean body, as many as AMASS has
mean_of() { "$python" -c 'import numpy, sys; b = numpy.load(sys.argv[1])["betas"]; assert b.shape == (16,) and not b.any(), b' "$1"; }
fingers_on_fingers() {
	exits 0 "$ctl" clip convert "$work/smplh.npz" --model "$smplh" -o "$work/h.npz" && grep -q 'dmpls' "$work/err" &&
		columns "$work/h.npz" 156 && same_rotations "$work/smplh.npz" "$work/h.npz" 0:156 0:156 && betas_of "$work/h.npz" 16 &&
		exits 0 "$ctl" clip convert "$work/smplx.npz" --model "$smplx" -o "$work/x.npz" &&
		columns "$work/x.npz" 165 && same_rotations "$work/smplx.npz" "$work/x.npz" 0:165 0:165 &&
		exits 0 "$ctl" clip convert "$work/h.npz" --model "$smplh" -o "$work/h.glb"
}
between_layouts() {
	exits 0 "$ctl" clip convert "$work/smplx.npz" --model "$smplh" -o "$work/xh.npz" &&
		grep -q 'no jaw and 2 more joints of the file: their rotations are left out' "$work/err" &&
		same_rotations "$work/smplx.npz" "$work/xh.npz" 0:66 0:66 && same_rotations "$work/smplx.npz" "$work/xh.npz" 75:165 66:156 &&
		exits 0 "$ctl" clip convert "$work/smplh.npz" --model "$smplx" -o "$work/hx.npz" &&
		same_rotations "$work/smplh.npz" "$work/hx.npz" 66:156 75:165 &&
		exits 0 "$ctl" clip convert "$work/smplh.npz" -o "$work/hs.npz" && grep -q 'no left_index1 and 29 more joints' "$work/err" &&
		same_rotations "$work/smplh.npz" "$work/hs.npz" 0:66 0:66 &&
		"$python" -c 'import numpy, sys; p = numpy.load(sys.argv[1])["poses"]; assert p.shape[1] == 72 and not p[:, 66:].any()' "$work/hs.npz"
}
in_parts() {
	exits 0 "$ctl" clip convert "$work/parts.npz" --model "$smplx" -o "$work/p.npz" &&
		same_rotations "$work/smplx.npz" "$work/p.npz" 0:165 0:165 &&
		exits 0 "$ctl" clip convert "$work/smplx-names.npz" --model "$smplx" -o "$work/n.npz" &&
		same_rotations "$work/smplx.npz" "$work/n.npz" 0:66 0:66 && same_rotations "$work/smplx.npz" "$work/n.npz" 75:165 75:165
}
foreign_betas() {
	exits 0 "$ctl" clip convert "$work/smplh.npz" -o "$work/hs.npz" && grep -q 'its 52 joints are those of SMPL or SMPL-H, not of this model' "$work/err" &&
		mean_of "$work/hs.npz" &&
		exits 0 "$ctl" clip convert "$work/smplh-woman.npz" --model "$smplh" -o "$work/w.npz" &&
		grep -q 'betas are of a female model, this one is male' "$work/err" && mean_of "$work/w.npz" &&
		exits 0 "$ctl" clip convert "$work/smplx.npz" --model "$smplh" -o "$work/w.npz" && grep -q 'betas are of SMPL-X' "$work/err" &&
		exits 0 "$ctl" clip convert "$work/walk.npz" --betas 1.5,-0.5 -o "$work/ours.npz" && ! grep -q betas "$work/err" &&
		exits 0 "$ctl" clip convert "$work/ours.npz" -o "$work/again.npz" && ! grep -q betas "$work/err" &&
		"$python" -c 'import numpy, sys; assert abs(numpy.load(sys.argv[1])["betas"][:2] - [1.5, -0.5]).max() < 1e-6' "$work/again.npz" &&
		exits 0 "$ctl" clip convert "$work/ours.npz" --model female -o "$work/again.npz" && grep -q "another model's shape space" "$work/err"
}
# height_of MODEL FILE.npz: of the body with the file's betas, millimetres
height_of() { "$ctl" measure --model "$1" --json --betas "$("$python" -c 'import numpy, sys; print(",".join(map(str, numpy.load(sys.argv[1])["betas"])))' "$2")" |
	"$python" -c 'import json, sys; print(round(1000 * json.load(sys.stdin)["bodies"][0]["height"]))'; }
betas_from_another() {
	exits 0 "$ctl" clip convert "$work/walk.npz" --betas 2,-0.5 -o "$work/ours.npz" &&
		exits 0 "$ctl" clip convert "$work/ours.npz" --model female --betas-from default -o "$work/hers.npz" && grep -q '16 betas of default' "$work/err" || return 1
	apart=$(($(height_of default "$work/ours.npz") - $(height_of female "$work/hers.npz")))
	test "$apart" -le 10 && test "$apart" -ge -10 || { echo "$apart mm apart"; return 1; }
	exits 1 "$ctl" clip convert "$work/ours.npz" --model female --betas-from male -o "$work/x.npz" && grep -q "are of another model's shape space" "$work/err" && ! grep -q 'left out' "$work/err" &&
		exits 0 "$ctl" clip convert "$work/ours.npz" --betas 1 --betas-from default -o "$work/x.npz" &&
		"$python" -c 'import numpy, sys; assert numpy.load(sys.argv[1])["betas"].tolist() == [1] + 15 * [0]' "$work/x.npz"
}
capture_with_fingers() {
	exits 0 "$ctl" clip convert "$work/walk.npz" -o "$work/walk.bvh" &&
		exits 0 "$ctl" clip convert "$work/walk.bvh" --model "$smplh" -o "$work/h.npz" && columns "$work/h.npz" 156 &&
		exits 0 "$ctl" clip convert "$work/walk.bvh" --model "$smplx" -o "$work/x.npz" && columns "$work/x.npz" 165
}
round_trip() {
	exits 0 "$ctl" clip convert "$work/walk.npz" --betas 1.5,-0.5 -o "$work/walk.bvh" &&
		exits 0 "$ctl" clip convert "$work/walk.bvh" --betas 1.5,-0.5 -o "$work/again.npz" &&
		"$python" - "$work" <<'EOF'
import numpy as np, sys
a, b = (np.load(sys.argv[1] + name) for name in ("/walk.npz", "/again.npz"))
from math import sin, cos
def matrix(v):
    angle = np.linalg.norm(v)
    x, y, z = v / max(angle, 1e-12)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + sin(angle) * k + (1 - cos(angle)) * k @ k
assert b["poses"].shape == (31, 72) and abs(b["mocap_framerate"] - 30) < 1e-4
for p, q in zip(a["poses"].reshape(-1, 3), b["poses"].reshape(-1, 3)):
    assert np.abs(matrix(p) - matrix(q)).max() < 1e-5
assert np.abs(a["trans"] - b["trans"]).max() < 1e-5
assert len(b["betas"]) == 16 and np.abs(b["betas"][:2] - [1.5, -0.5]).max() < 1e-7 and not b["betas"][2:].any()
EOF
}
animated() {
	exits 0 "$ctl" clip convert "$work/walk.npz" --rate 60 --mirror -o "$work/walk.glb" &&
		"$python" - "$work/walk.glb" <<'EOF'
import json, struct, sys
raw = open(sys.argv[1], "rb").read()
assert raw[:4] == b"glTF" and struct.unpack("<I", raw[8:12])[0] == len(raw)
scene = json.loads(raw[20:20 + struct.unpack("<I", raw[12:16])[0]])
assert len(scene["animations"]) == 1 and len(scene["animations"][0]["channels"]) == 25
times = scene["accessors"][scene["animations"][0]["samplers"][0]["input"]]
assert times["count"] == 61 and abs(times["max"][0] - 1) < 1e-5
EOF
}
drawn() {
	exits 0 "$ctl" clip render "$work/walk.npz" --count 3 --size 64 -o "$work/walk.png" &&
		[ "$(head -c 4 "$work/walk.png" | tail -c 3)" = PNG ]
}
told() {
	exits 0 "$ctl" clip info "$work/walk.bvh" && grep -q 'smpl *24 joints *31 frames *1.00 s *30.00/s' "$work/out"
}
npz_told() {
	"$python" - "$work" <<'PY'
import numpy as np, sys
for name, columns in (("h", 156), ("x", 165), ("other", 60)):
    np.savez(sys.argv[1] + f"/{name}.npz", poses=np.zeros((11, columns)), trans=np.arange(33.0).reshape(11, 3), mocap_framerate=20.0, betas=np.zeros(16), gender="female")
np.savez(sys.argv[1] + "/parts.npz", root_orient=np.zeros((4, 3)), pose_body=np.zeros((4, 63)), trans=np.zeros((4, 3)), mocap_framerate=30.0)
np.savez(sys.argv[1] + "/none.npz", things=np.zeros((3, 2)))
PY
	exits 0 "$ctl" clip info "$work/walk.npz" "$work/h.npz" "$work/x.npz" "$work/parts.npz" &&
		grep -q 'walk.npz *SMPL *24 joints *31 frames *1.00 s *30.00/s *2 betas *path 1.0 m' "$work/out" &&
		grep -q 'h.npz *SMPL-H *52 joints *11 frames *0.50 s *20.00/s *16 betas *female *path 42.4 m' "$work/out" &&
		grep -q 'x.npz *SMPL-X *55 joints' "$work/out" && grep -q 'parts.npz *SMPL-X *55 joints *4 frames' "$work/out" &&
		says "60 numbers a frame; 66 (SMPL's body)" 1 "$ctl" clip info "$work/other.npz" &&
		says 'poses: not there, nor "root_orient"' 1 "$ctl" clip info "$work/none.npz"
}
side_files() {
	printf '0.9\n0.95\n0.05\n0.1\n' >"$work/a.phase" && printf '0 .5 .5 0 0 0 0 0\n' >"$work/a.gait" &&
		printf '10 1\n90 0 *\n' >"$work/a_footsteps.txt" && printf '0 1 2\n3 4 5\n' >"$work/hmp_a_smooth.txt" &&
		exits 0 "$ctl" clip info "$work/a.phase" "$work/a.gait" "$work/a_footsteps.txt" "$work/hmp_a_smooth.txt" &&
		grep -q '4 frames *1 cycles' "$work/out" && grep -q '1 frames *walk 0.500 jog 0.500' "$work/out" &&
		grep -q '2, 1 marked, frames 10 to 90' "$work/out" && grep -q '2 x 3, 0 to 5' "$work/out" &&
		printf '0.9\n1.95\n' >"$work/bad.phase"
}
says() {
	local words=$1
	shift
	exits "$@" && grep -qF -- "$words" "$work/err"
}
on_biped() {
	exits 0 "$ctl" clip convert "$work/walk.bvh" --skeleton biped -o "$work/biped.bvh" &&
		exits 0 "$ctl" clip info "$work/biped.bvh" && grep -q 'biped *31 joints *61 frames *1.00 s *60.00/s' "$work/out" &&
		exits 0 "$ctl" clip render "$work/biped.bvh" --count 2 --size 64 -o "$work/body.png"
}
biped_of_bones() {
	exits 0 "$ctl" clip render "$work/walk.bvh" --skeleton biped --count 3 --size 64 -o "$work/bones.png" &&
		[ "$(head -c 4 "$work/bones.png" | tail -c 3)" = PNG ] &&
		exits 0 "$ctl" clip render "$work/walk.bvh" --skeleton biped --from 0.5 --seconds 0.2 --count 3 --size 64 -o "$work/part.png" &&
		! cmp -s "$work/bones.png" "$work/part.png" &&
		says "has 1" 2 "$ctl" clip render "$work/walk.bvh" --skeleton biped --from 5 -o "$work/late.png" &&
		says "it is for: a body" 2 "$ctl" clip render "$work/walk.bvh" --skeleton biped --stride -o "$work/late.png" &&
		exits 0 "$ctl" clip convert "$work/walk.bvh" --skeleton biped --mirror -o "$work/bones.glb" &&
		"$python" - "$work/bones.glb" <<'EOF'
import json, struct, sys
raw = open(sys.argv[1], "rb").read()
scene = json.loads(raw[20:20 + struct.unpack("<I", raw[12:16])[0]])
assert len(scene["animations"][0]["channels"]) == 32 and len(scene["skins"][0]["joints"]) == 31
EOF
}
posed_set() {
	cp "$work/walk.bvh" "$work/data/sub/a.bvh"
	for n in 1 2 3 4 5 6 7 8 9; do cp "$work/walk.bvh" "$work/data/sub/take$n.bvh"; done
	(
		echo 'file,description,first_usable_frame,last_usable_frame'
		for f in a take1 take2 take3 take4 take5 take6 take7 take8 take9; do echo "$f.bvh,\"one, two\",2,29"; done
	) >"$work/data/sub/index.csv"
	exits 0 "$ctl" train-poses --data "$work/data" --capture 12 --capture-held-out 2 --steps 1 --composites 5 \
		--composites-held-out 3 -o "$work/poses.npz" &&
		"$python" - "$work/poses.npz" <<'EOF'
import numpy as np, sys
z = np.load(sys.argv[1])
labels = bytes(z["labels"]).decode().splitlines()
assert z["poses"].shape[1] == 72 and len(labels) == len(z["poses"]) == len(z["kind"]) == len(z["held_out"])
capture = {side: {l.split()[0] for l, k, h in zip(labels, z["kind"], z["held_out"]) if k == 0 and h == side} for side in (0, 1)}
assert capture[0] and not capture[0] & capture[1] and all(name.startswith("sub/") for name in capture[0])
assert (z["kind"] == 2).sum() == 8 and np.all(z["poses"][:, :3] == 0)
EOF
}
# Expressions of an SMPL-X take: cut and at twice the rate on such a model, with a word on others.
expressions_kept() {
	"$python" - "$work" <<'EOF'
import numpy as np, sys
t = np.linspace(0, 1, 31)[:, None]
poses = np.zeros((31, 165))
poses[:, 0] = np.pi / 2
np.savez(sys.argv[1] + "/speech.npz", poses=poses, trans=np.hstack([0 * t, 0 * t, 0.9 + 0 * t]), expressions=np.hstack([2 * t, 1 - t]),
         surface_model_type="smplx", gender="neutral", fps=30)
EOF
	exits 0 "$ctl" clip convert "$work/speech.npz" --model "$smplx" --from 0.2 --seconds 0.5 --rate 60 -o "$work/s.npz" &&
		"$python" -c 'import numpy as np, sys; e = np.load(sys.argv[1])["expressions"]; t = 0.2 + np.arange(31) / 60; assert np.abs(e - np.stack([2 * t, 1 - t], 1)).max() < 1e-5' "$work/s.npz" &&
		exits 0 "$ctl" clip convert "$work/speech.npz" --model person -o "$work/s.npz" && grep -q "expressions (31, 2) are left out" "$work/err" &&
		exits 0 "$ctl" clip convert "$work/speech.npz" --model "$smplx" -o "$work/s.glb" && grep -q "expressions are left out" "$work/err"
}
# A rate, a sex and betas in every form of numpy's: 25 a second and the mean of 1 and 3.
every_form() {
	"$python" - "$work" <<'EOF'
import numpy as np, sys
def thing(value, shape=()):
    out = np.empty(shape, object)
    out[()] = value
    return out
work, own = sys.argv[1], dict(np.load(sys.argv[1] + "/ours.npz"))
for name in ("mocap_framerate", "mocap_frame_rate", "mocap_time_length", "num_betas"):
    del own[name]
betas = np.array([[1.0], [3.0]]).repeat([15, 16], 0) - [[0.0]] * 31
for i, (name, rate, shape) in enumerate([("fps", "25", betas), ("mocap_frame_rate", b"25.0", thing(betas.tolist())), ("framerate", thing(25), betas[None]),
                                         ("frame_rate", thing(np.float32(25), (1,)), betas), ("mocap_framerate", np.array([25], ">i2"), betas.astype("f2"))]):
    np.savez(f"{work}/form{i}.npz", **{**own, name: rate, "betas": shape, "gender": thing(b"neutral")})
np.savez(work + "/late.npz", **{**own, "fps": "soon"})
EOF
	for i in 0 1 2 3 4; do
		exits 0 "$ctl" clip convert "$work/form$i.npz" -o "$work/x.npz" && grep -q "differ from frame to frame" "$work/err" &&
			"$python" -c 'import numpy, sys; z = numpy.load(sys.argv[1]); assert z["mocap_framerate"] == 25 and abs(z["betas"][0] - 63 / 31) < 1e-3, (z["mocap_framerate"], z["betas"])' "$work/x.npz" || return 1
	done
	says 'late.npz: fps: the text "soon"; a number expected' 1 "$ctl" clip convert "$work/late.npz" -o "$work/x.npz"
}
options_of_npz() {
	says "--angles is not for a .bvh; it is for: an .npz" 2 "$ctl" clip convert "$work/walk.bvh" --angles degrees -o "$work/x.npz" &&
		exits 0 "$ctl" clip convert "$work/walk.bvh" --up y -o "$work/x.npz" &&
		says "both --up and --camera" 2 "$ctl" clip convert "$work/walk.npz" --up y --camera -o "$work/x.npz" &&
		exits 0 "$ctl" clip convert "$work/walk.npz" --skeleton biped -o "$work/x.bvh" && grep -q "mean body is assumed" "$work/err" &&
		says "posedctl clip convert reads it" 1 "$ctl" fit "$work/walk.npz" -o "$work/x.npz"
}
check "a motion survives npz, BVH and npz again" round_trip
check "expressions go where they are of, and are named where not" expressions_kept
check "fingers of SMPL-H and SMPL-X end on the fingers of such models" fingers_on_fingers
check "joints go by name from layout to layout, and what a model lacks is left out with a word" between_layouts
check "a pose in parts is the pose as a whole" in_parts
check "betas of another shape space are left out with a word" foreign_betas
check "a rate and betas are read in every form" every_form
check "options of an npz are refused for others, and a motion is not fitted to" options_of_npz
check "capture goes onto models with fingers" capture_with_fingers
check "betas of another body model are fitted to the body's" betas_from_another
check "hands as PCA coefficients are refused without a model that has components" says "give SMPL-H or SMPL-X as the file's body" 1 "$ctl" clip convert "$work/pca.npz" -o "$work/x.bvh"
check "an npz without a body's pose is refused" says '"pose_body"' 1 "$ctl" clip convert "$work/half.npz" -o "$work/x.bvh"
check "a number that is none is named by frame and place" says "frame 3, number 70" 2 "$ctl" clip convert "$work/nan.npz" -o "$work/x.bvh"
check "a motion becomes an animated GLB at twice the rate" animated
check "a motion becomes a contact sheet" drawn
check "info tells joints, frames and rate" told
check "a motion goes onto the biped, and from there onto a body" on_biped
check "the biped becomes a contact sheet and a GLB of bones" biped_of_bones
check "the biped has no npz" says ".bvh or .glb allowed" 2 "$ctl" clip convert "$work/walk.bvh" --skeleton biped -o "$work/x.npz"
check "a skeleton that is not known is wrong usage" says "body" 2 "$ctl" clip convert "$work/walk.bvh" --skeleton ape -o "$work/x.bvh"
check "info tells what an npz of motion is" npz_told
check "info tells side files of the original PFNN" side_files
check "a phase over 1 is refused with its line" says "bad.phase:2: phase is '1.95'" 2 "$ctl" clip info "$work/bad.phase"
check "an npz of no known layout is refused" says "60 numbers a frame; 66 (SMPL's body), 72 (SMPL), 156 (SMPL-H) or 165 (SMPL-X) expected" 1 "$ctl" clip convert "$work/bad.npz" -o "$work/x.bvh"
check "an unknown suffix is refused" says ".npz, .bvh, .glb or .vrma allowed" 2 "$ctl" clip convert "$work/walk.npz" -o "$work/x.fbx"
# A stride has its first and last pose alike; a row for each file, of the same part, with the stride of a swing of 1 s found.
beside() {
	"$python" - "$work/swing.npz" <<'EOF2'
import numpy as np, sys
t = np.arange(0, 3, 1 / 30)[:, None]
poses = np.zeros((len(t), 72))
poses[:, :3] = [np.pi / 2, 0, 0]
poses[:, 6:7] = -0.6 * np.sin(2 * np.pi * t)  # the right thigh
np.savez(sys.argv[1], poses=poses, trans=np.hstack([0 * t, 0 * t, 0.9 + 0 * t]), mocap_framerate=30.0)
EOF2
	exits 0 "$ctl" clip render "$work/swing.npz" "$work/walk.npz" "$work/swing.npz" --stride --count 5 --size 64 --yaw 90 -o "$work/beside.png" || return 1
	exits 2 "$ctl" clip render "$work/swing.npz" --from 9 -o "$work/x.png" && grep -q "from 9" "$work/err" || return 1
	exits 2 "$ctl" clip render "$work/swing.npz" "$work/walk.npz" --count 200 -o "$work/x.png" && exits 2 "$ctl" clip convert "$work/walk.npz" "$work/walk.npz" || return 1
	PYTHONPATH=tests/e2e PYTHONDONTWRITEBYTECODE=1 "$python" - "$work" <<'EOF2'
import numpy as np, png, sys
a = png.read(sys.argv[1] + "/beside.png").astype(int)
assert a.shape[:2] == (3 * 64, 5 * 64), a.shape
cell = lambda row, column: a[64 * row + 16:64 * row + 64, 64 * column:64 * column + 64]  # below the label
assert np.abs(cell(0, 0) - cell(0, 4)).mean() < 0.3 * np.abs(cell(0, 0) - cell(0, 2)).mean()
assert (cell(0, 1) == cell(2, 1)).all() and (cell(0, 1) != cell(1, 1)).any()
EOF2
}
check "render draws motions beside each other, in step" beside
# Half as far from the average, by NumPy's own quaternions; legs and place as they were; a piece of it; on the bones too.
# A roll-out with soft tissue, read by numpy.
soft_kept() {
	printf '{"seconds":1.5,"script":[{"t":0,"move":[0,1],"gait":"jog"}]}' >"$work/jog.json"
	"$ctl" rollout --script "$work/jog.json" --soft --quiet -o "$work/soft.npz" &&
		exits 0 "$ctl" clip convert "$work/soft.npz" -o "$work/soft-same.npz" && ! grep -q dmpls "$work/err" &&
		exits 0 "$ctl" clip convert "$work/soft.npz" --from 0.5 --seconds 0.5 -o "$work/soft-cut.npz" &&
		exits 0 "$ctl" clip convert "$work/soft.npz" --rate 120 -o "$work/soft-fast.npz" &&
		exits 0 "$ctl" clip convert "$work/soft.npz" -o "$work/soft.glb" && "$python" - "$work" <<'EOF'
import json, struct, sys
import numpy as np
load = lambda name: np.load(f"{sys.argv[1]}/{name}.npz")["dmpls"]
soft = load("soft")
assert soft.shape[0] == 90 and np.abs(soft).max() > 0.5, soft.shape
assert np.array_equal(load("soft-same"), soft)
assert np.array_equal(load("soft-cut"), soft[30:61])
fast = load("soft-fast")
assert fast.shape == (179, soft.shape[1]) and np.abs(fast[::2] - soft).max() < 1e-5
d = open(sys.argv[1] + "/soft.glb", "rb").read()
g = json.loads(d[20:20 + struct.unpack("<I", d[12:16])[0]])
assert g["meshes"][0]["extras"]["targetNames"][0] == "dmpl_0"
channel = next((a, c) for a in g["animations"] for c in a["channels"] if c["target"]["path"] == "weights")
assert g["accessors"][channel[0]["samplers"][channel[1]["sampler"]]["output"]]["count"] == soft.size
EOF
}
soft_of_amass() {
	exits 0 "$ctl" import "$smplh" --dmpl "$work/models/dmpl_female.npz" -o "$work/man.safetensors" && grep -q 'as oscillators of 7.2 Hz' "$work/err" &&
		"$python" - "$work" <<'EOF' &&
import sys
import numpy as np
d = dict(np.load(sys.argv[1] + "/smplh.npz"))
d["dmpls"] = np.random.default_rng(3).normal(0, 2, (31, 8)).astype("f4")
np.savez(sys.argv[1] + "/man.npz", **d)
np.savez(sys.argv[1] + "/woman.npz", **dict(d, gender="female"))
np.savez(sys.argv[1] + "/wide.npz", **dict(d, dmpls=np.ones((31, 9))))
np.savez(sys.argv[1] + "/huge.npz", **dict(d, dmpls=np.full((31, 8), 1e9)))
EOF
		exits 0 "$ctl" clip convert "$work/man.npz" --model "$work/man.safetensors" -o "$work/man-out.npz" && ! grep -q dmpls "$work/err" &&
		"$python" -c 'import numpy as np, sys; a, b = (np.load(n)["dmpls"] for n in sys.argv[1:]); assert np.array_equal(a, b)' "$work/man.npz" "$work/man-out.npz" &&
		exits 0 "$ctl" clip render "$work/man.npz" --model "$work/man.safetensors" --count 2 --size 64 -o "$work/man.png" &&
		exits 0 "$ctl" clip render "$work/smplh.npz" --model "$work/man.safetensors" --count 2 --size 64 -o "$work/still.png" && ! cmp -s "$work/man.png" "$work/still.png" &&
		says 'dmpls (soft tissue) are left out: they are of a female model, this one is male' 0 "$ctl" clip convert "$work/woman.npz" --model "$work/man.safetensors" -o "$work/x.npz" &&
		says 'dmpls (soft tissue) are left out: (31, 9); (31, 1 to 8) expected' 0 "$ctl" clip convert "$work/wide.npz" --model "$work/man.safetensors" -o "$work/x.npz" &&
		says 'dmpls (soft tissue) are left out: they are of SMPL with DMPL, not of this model' 0 "$ctl" clip convert "$work/man.npz" -o "$work/x.npz" &&
		says 'dmpls: frame 0, number 0: 1e+09; -1000 to 1000 allowed' 2 "$ctl" clip convert "$work/huge.npz" --model "$work/man.safetensors" -o "$work/x.npz"
}
soft_left_out() {
	local of='dmpls (soft tissue) are left out'
	says "$of: they are of another model" 0 "$ctl" clip convert "$work/soft.npz" --model female -o "$work/x.npz" &&
		says "--mirror: $of" 0 "$ctl" clip convert "$work/soft.npz" --mirror -o "$work/x.npz" &&
		! "$python" -c 'import numpy as np, sys; np.load(sys.argv[1])["dmpls"]' "$work/x.npz" 2>/dev/null &&
		says "$of: bvh has no skin" 0 "$ctl" clip convert "$work/soft.npz" -o "$work/x.bvh" &&
		says "$of: they are of a body's skin" 0 "$ctl" clip convert "$work/soft.npz" --skeleton biped -o "$work/x.bvh"
}
edited() {
	exits 0 "$ctl" clip convert "$work/walk.npz" -o "$work/plain.npz" && exits 0 "$ctl" clip convert "$work/walk.npz" --exaggerate 0.5 -o "$work/half.npz" &&
		exits 0 "$ctl" clip convert "$work/walk.npz" --exaggerate 2 --over 0.5 -o "$work/more.npz" &&
		exits 0 "$ctl" clip convert "$work/walk.npz" --from 0.2 --seconds 0.5 -o "$work/piece.npz" &&
		exits 0 "$ctl" clip convert "$work/walk.npz" --smooth 0.1 -o "$work/smooth.npz" &&
		exits 2 "$ctl" clip convert "$work/walk.npz" --over 1 -o "$work/x.npz" && exits 2 "$ctl" clip convert "$work/walk.npz" --exaggerate 9 -o "$work/x.npz" &&
		exits 2 "$ctl" clip convert "$work/walk.npz" --from 7 -o "$work/x.npz" && grep -q -- "--from: 7" "$work/err" || return 1
	"$python" - "$work" <<'EOF2'
import numpy as np, sys
read = lambda name: np.load(f"{sys.argv[1]}/{name}.npz")
plain, half, more, piece, smooth = (read(n)["poses"].reshape(-1, 24, 3) for n in ("plain", "half", "more", "piece", "smooth"))
def quat(v):
    a = np.linalg.norm(v, axis=-1, keepdims=True)
    return np.concatenate([np.cos(a / 2), v * np.where(a > 1e-9, np.sin(a / 2) / np.maximum(a, 1e-9), 0.5)], -1)
def mul(a, b):
    w, x, y, z = np.moveaxis(a, -1, 0); W, X, Y, Z = np.moveaxis(b, -1, 0)
    return np.stack([w*W - x*X - y*Y - z*Z, w*X + x*W + y*Z - z*Y, w*Y - x*Z + y*W + z*X, w*Z + x*Y - y*X + z*W], -1)
q, h = quat(plain), quat(half)
legs = [0, 1, 2, 4, 5, 7, 8, 10, 11]
assert (plain[:, legs] == half[:, legs]).all() and (plain[:, legs] == more[:, legs]).all() and (read("plain")["trans"] == read("more")["trans"]).all()
for t in range(1, len(q)):
    q[t] *= np.sign((q[t] * q[t - 1]).sum(-1, keepdims=True))
m = q.sum(0); m /= np.linalg.norm(m, axis=-1, keepdims=True)
d = mul(m * [1, -1, -1, -1], q); d *= np.sign(d[..., :1])
s = np.linalg.norm(d[..., 1:], axis=-1, keepdims=True)
angle = 2 * np.arctan2(s, d[..., :1])
want = mul(np.broadcast_to(m, q.shape), quat(0.5 * angle * d[..., 1:] / np.maximum(s, 1e-12)))
off = 2 * np.arccos(np.clip(np.abs((want * h).sum(-1)), 0, 1))
off[:, legs] = 0
assert np.quantile(off, 0.99) < 1e-3 and off.max() < 0.1, (off.max(0), np.quantile(off, 0.99))
assert len(piece) == 16 and np.abs(piece - plain[6:22]).max() < 1e-6, len(piece)
step = lambda p: np.abs(np.diff(p, axis=0)).mean()
assert step(smooth) < 0.95 * step(plain)
EOF2
}
check "a motion is cut, smoothed and exaggerated, and its feet stay" edited
check "soft tissue of posed's own files is kept, cut and resampled with its frames" soft_kept
check "AMASS's dmpls play on an import of SMPL-H with DMPL of the same gender, and on no other" soft_of_amass
check "what cannot hold soft tissue says that it is left out" soft_left_out
check "an unknown verb is wrong usage" says "info, convert or render allowed" 2 "$ctl" clip play "$work/walk.npz"
check "a missing file is named" says "nowhere.bvh" 1 "$ctl" clip info "$work/nowhere.bvh"
check "poses to learn from come from a folder with an index" posed_set
check "a folder without an index is refused" says "has an index.csv" 1 "$ctl" train-poses --data "$work" -o "$work/x.npz"
exit $failed
