#!/bin/bash
# posedctl measure against a NumPy version of its definitions, from the arrays of rollout --format measure.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3 ctl=$build/posedctl

# A walk with one activity from the third second on. Everything that varies within a stride or between strides is switched off.
cat >"$work/steady.yaml" <<'EOF'
seconds: 14
control: {vary_pace: 0, vary_phase: 0, vary_style: 0, root_follow: 0}
script:
  - {t: 0, move: [0, 1], gait: walk, speed: 1.4}
EOF

figures() {
	exits 0 "$ctl" rollout --quiet --script "$work/steady.yaml" --format measure -o "$work/walk.npz" &&
		exits 0 "$ctl" measure "$work/walk.npz" --json || return 1
	"$python" - "$work/walk.npz" "$work/out" <<'EOF2'
import json, numpy as np, sys
a = np.load(sys.argv[1])
told = json.load(open(sys.argv[2]))["scripts"][0]["activities"]
assert list(told) == ["walk"], list(told)
seconds, told = told["walk"]["seconds"], told["walk"]["figures"]
skip, f = 120, 60
parents = a["parents"]
heels, toes = a["heel_idx"], a["foot_idx"]
knees = parents[heels]
hips = parents[knees]

def gaussian(x, sigma):
    reach = int(np.ceil(3 * sigma))
    w = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    padded = np.concatenate([np.repeat(x[:1], reach, 0), x, np.repeat(x[-1:], reach, 0)])
    return np.stack([np.convolve(padded[:, c], w / w.sum(), "valid") for c in range(x.shape[1])], 1)

def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)

def angle(u, v):
    return np.arctan2(np.linalg.norm(np.cross(u, v), axis=-1), (u * v).sum(-1))

def spread(x, axis=0):
    x = np.degrees(x[skip:])
    return (np.percentile(x, 98, axis=axis) - np.percentile(x, 2, axis=axis)).mean()

def measure(joints):
    p = joints.astype(float)
    across = p[:, hips[0]] - p[:, hips[1]] + p[:, 18] - p[:, 25]
    across = unit(across)
    facing = unit(gaussian(np.stack([-across[:, 2], across[:, 0]], 1), 20))
    q = p - p[:, :1] * [1, 0, 1]
    q = np.stack([facing[:, None, 1] * q[..., 0] - facing[:, None, 0] * q[..., 2], q[..., 1], facing[:, None, 0] * q[..., 0] + facing[:, None, 1] * q[..., 2]], -1)
    knee = angle(q[:, knees] - q[:, hips], q[:, heels] - q[:, knees])
    ankle = angle(q[:, heels] - q[:, knees], q[:, toes] - q[:, heels])
    out = {}
    for name, x in (("knee", knee), ("ankle", ankle)):
        v = np.degrees(np.diff(x[skip:], axis=0)) * f
        out[name + "_speed"] = np.percentile(np.abs(v), 99)
        out[name + "_pops"] = (np.abs(np.diff(v, axis=0)) > 200).sum() / (len(v) - 1) * f
        out[name + "_range"] = spread(x)
    out["knee_peak"] = np.abs(np.degrees(np.diff(knee[skip:], axis=0)) * f).max()
    out["knee_jerk"] = np.abs(np.degrees(np.diff(knee[skip:], 3, axis=0))).mean() * f**3 / 1000
    toe_contact = a["contacts"][:, 1::2] > 0.5
    off = toe_contact[:-1] & ~toe_contact[1:]
    off[:skip] = False
    out["toe_off_knee"] = np.degrees(knee[:-1][off]).mean()
    out["duty"] = toe_contact[skip:].mean()
    upper = unit(q[:, [19, 26]] - q[:, [18, 25]])
    out["upper_arm"] = spread(np.arctan2(upper[..., 2], -upper[..., 1]))
    out["elbow"] = spread(angle(upper, q[:, [20, 27]] - q[:, [19, 26]]))
    shoulders, pelvis = unit(q[:, 18] - q[:, 25]), unit(q[:, 2] - q[:, 7])
    head = q[:, 16] - q[:, 14]
    out["shoulder_yaw"] = spread(np.arctan2(-shoulders[:, 2], shoulders[:, 0]))
    out["pelvis_yaw"] = spread(np.arctan2(-pelvis[:, 2], pelvis[:, 0]))
    out["pelvis_roll"] = spread(np.arcsin(pelvis[:, 1]))
    out["head_pitch"] = spread(np.arctan2(head[:, 2], head[:, 1]))
    line = p[0, 0] + np.linspace(0, 1, len(p))[:, None] * (p[-1, 0] - p[0, 0])
    off_way = p[:, 0] - line - gaussian(p[:, 0] - line, 30)
    out["sway"] = 100 / 57.29577951308232 * spread(facing[:, 1] * off_way[:, 0] - facing[:, 0] * off_way[:, 2])
    out["bob"] = 100 / 57.29577951308232 * spread(off_way[:, 1])
    out["jerk"] = np.linalg.norm(np.diff(q[skip:], 3, axis=0), axis=-1).mean() * f**3
    out["hips_acc"] = np.percentile(np.linalg.norm(np.diff(p[skip:, 0], 2, axis=0), axis=-1), 99) * f**2
    out["ankle_gap"] = 100 * np.percentile(np.linalg.norm(p[skip:, heels[0]] - p[skip:, heels[1]], axis=-1), 1)
    hand = unit(q[:, [21, 28]] - q[:, [20, 27]])[skip:]
    out["finger_speed"] = np.percentile(np.degrees(angle(hand[:-1], hand[1:])) * f, 99)
    return out

assert abs(seconds - (len(a["joints"]) - skip) / f) < 1e-9, seconds
most = 0
for key, joints in (("value", a["joints"]), ("before", a["joints_pre"])):
    for name, value in measure(joints).items():
        apart = abs(told[name][key] - value) / max(1e-3, abs(value))
        most = max(most, apart)
        assert apart < 1e-4, (name, key, told[name][key], value)
print("apart at most", most)
EOF2
}

bands() {
	exits 2 "$ctl" measure --capture "$work" walk.yaml && exits 1 "$ctl" measure --capture "$work/none" &&
		echo '{"activities": []}' >"$work/bands.json" && exits 1 "$ctl" measure "$work/walk.npz" --bands "$work/bands.json" &&
		grep -q "bands.json" "$work/err" || return 1
	exits 0 "$ctl" measure "$work/walk.npz" --figures && grep -q "people, p10 to p90" "$work/out" && grep -q "^walk  *walk  *[0-9.]* s  [0-9]* of [0-9]* within" "$work/out"
}
check "figures of a walk are those of a numpy transcription" figures
check "bands are read, and complained about" bands
exit $failed
