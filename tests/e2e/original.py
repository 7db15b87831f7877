"""The original's training data in small, made up, and its generate_database.py written down once more in NumPy.

    original.py make FOLDER          clips with their labels, patches.npz, kinds.csv
    original.py compare FOLDER NPZ   the rows of NPZ against those of the transcription below
"""
import pathlib
import sys

import numpy as np

WINDOW, SCALE = 60, 5.6444
NAMES = ("Hips LHipJoint LeftUpLeg LeftLeg LeftFoot LeftToeBase RHipJoint RightUpLeg RightLeg RightFoot RightToeBase LowerBack Spine Spine1 Neck Neck1 Head "
         "LeftShoulder LeftArm LeftForeArm LeftHand LeftFingerBase LeftHandIndex1 LThumb RightShoulder RightArm RightForeArm RightHand RightFingerBase "
         "RightHandIndex1 RThumb").split()
PARENTS = [-1, 0, 1, 2, 3, 4, 0, 6, 7, 8, 9, 0, 11, 12, 13, 14, 15, 13, 17, 18, 19, 20, 21, 20, 13, 24, 25, 26, 27, 28, 27]
# centimetres
OFFSETS = np.array([
    [0, 0, 0], [0, 0, 0], [9.9, -9.2, 4.9], [-.7, -39.4, 0], [-.7, -40.5, 0], [0, -3.5, 10.5], [0, 0, 0], [-9.9, -9.2, 4.9], [.7, -39.4, 0], [.7, -40.5, 0],
    [0, -3.5, 10.5], [0, 0, 0], [0, 11.3, -.8], [0, 11.4, .1], [0, 11.4, .5], [0, 9, -1.5], [0, 9, .3], [0, 11.4, .5], [18.1, 7.4, 1.4], [27.9, 0, 0],
    [18, 0, 0], [9, 0, 0], [3.4, 0, 0], [9, 0, 0], [0, 11.4, .5], [-18.1, 7.4, 1.4], [-27.9, 0, 0], [-18, 0, 0], [-9, 0, 0], [-3.4, 0, 0], [-9, 0, 0]])
CLIPS = {"aFlat": "flat", "bRocky": "rocky", "cBar": "beam", "cBar_mirror": "beam", "LocomotionFlat12_000": "jumpy"}


def write_clip(folder, name, seed, frames=760):
    rng = np.random.RandomState(seed)
    t = np.arange(frames) / 120.0
    beat = (t * (.9 + .1 * rng.uniform())) % 1.0
    going = np.clip(np.sin(2 * np.pi * beat), 0, None)  # stands for half of each cycle: feet are still then
    speed = going * (1.2 + .3 * rng.uniform())
    yaw = .5 * np.sin(.7 * t + rng.uniform() * 6) + .3 * t * rng.uniform(-1, 1)
    yaw = np.interp(np.cumsum(going) / 120, t, yaw)
    root = np.stack([np.cumsum(speed * np.sin(yaw)) * 100 / 120, 93 + 2.5 * going + 6 * np.sin(.4 * t) * going, np.cumsum(speed * np.cos(yaw)) * 100 / 120], 1)
    angles = np.zeros((frames, 31, 3))  # degrees about z, y, x
    angles[:, 0, 1] = np.degrees(yaw)
    lift = np.clip(-np.sin(4 * np.pi * beat), 0, None) * (beat > .5)
    for side, first in ((1, 2), (-1, 7)):
        own = lift * ((np.floor(t * .9) % 2 == (side > 0)))
        angles[:, first, 2] = -35 * own - 20 * side * going
        angles[:, first + 1, 2] = 55 * own + 15 * going
        angles[:, first + 2, 2] = -20 * own
    for j in (12, 13, 15, 16, 18, 19, 20, 25, 26, 27):
        a, b, c = rng.uniform(-15, 15, 3)
        wave = going * np.sin(2 * np.pi * t * .6 + j)
        angles[:, j] = np.stack([a * wave, b * wave, c * wave], 1)
    angles[:, 18, 0] -= 70
    angles[:, 25, 0] += 70

    lines = ["HIERARCHY"]

    def joint(j, depth):
        pad = "\t" * depth
        lines.append(f"{pad}{'ROOT' if depth == 0 else 'JOINT'} {NAMES[j]}")
        lines.append(pad + "{")
        lines.append(pad + "\tOFFSET " + " ".join(f"{v / SCALE:.6f}" for v in OFFSETS[j]))
        lines.append(pad + ("\tCHANNELS 6 Xposition Yposition Zposition" if depth == 0 else "\tCHANNELS 3") + " Zrotation Yrotation Xrotation")
        children = [k for k in range(31) if PARENTS[k] == j]
        for k in children:
            joint(k, depth + 1)
        if not children:
            lines.extend([pad + "\tEnd Site", pad + "\t{", pad + "\t\tOFFSET 0 0 0.5", pad + "\t}"])
        lines.append(pad + "}")

    joint(0, 0)
    lines += ["MOTION", f"Frames: {frames}", "Frame Time: 0.0083333"]
    rows = np.concatenate([root / SCALE, angles.reshape(frames, -1)], 1)
    lines += [" ".join(f"{v:.6f}" for v in row) for row in rows]
    (folder / f"{name}.bvh").write_text("\n".join(lines) + "\n")
    np.savetxt(folder / f"{name}.phase", beat, fmt="%.5f")
    gait = rng.dirichlet(np.ones(8) * .4, frames // 20 + 2)
    gait = np.stack([np.interp(np.arange(frames) / 20, np.arange(len(gait)), gait[:, g]) for g in range(8)], 1)
    np.savetxt(folder / f"{name}.gait", gait, fmt="%.5f")
    starts = [f for f in range(1, frames) if beat[f] < beat[f - 1]]
    steps = [f"{f} {f + 31}" for f in starts]
    steps[2] += " *"
    steps.append(str(frames - 4))
    (folder / f"{name}_footsteps.txt").write_text("\n".join(steps) + "\n")


def make(folder):
    for seed, name in enumerate(CLIPS):
        write_clip(folder, name, seed + 3)
    (folder / "kinds.csv").write_text("# what ground there was\ncBar,beam\ncBar_mirror,beam\n")
    rng = np.random.RandomState(8)
    at = np.arange(40) - 20
    patches = np.zeros((50, 40, 40), np.float32)
    for p in patches:
        for _ in range(4):
            fx, fz, phase = rng.normal(0, .12, 2).tolist() + [rng.uniform(0, 6)]
            p += (2 * rng.normal() * np.cos(fx * at[:, None] + fz * at[None, :] + phase)).astype(np.float32)
        if rng.uniform() < .3:
            p[:, np.abs(at) > 5] -= 15
    np.savez_compressed(folder / "patches.npz", X=patches, C=np.zeros((50, 3), np.float32))


# ---- the transcription

def axis_matrix(axis, degrees):
    a = np.radians(degrees)
    c, s, o, i = np.cos(a), np.sin(a), np.zeros_like(a), np.ones_like(a)
    rows = {"X": [[i, o, o], [o, c, -s], [o, s, c]], "Y": [[c, o, s], [o, i, o], [-s, o, c]], "Z": [[c, -s, o], [s, c, o], [o, o, i]]}[axis]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def load(folder, name):
    """World positions (T,31,3) and rotations (T,31,3,3) of every second frame, from what the file says."""
    text = (folder / f"{name}.bvh").read_text().split("MOTION")
    offsets = np.array([[float(v) for v in line.split()[1:]] for line in text[0].splitlines() if "OFFSET" in line and line.strip()[:6] == "OFFSET"])
    keep, skip = [], False
    for line in text[0].splitlines():
        skip = skip or "End Site" in line
        if "OFFSET" in line:
            keep.append(not skip)
            skip = False
    offsets = offsets[np.array(keep)] * SCALE
    rows = np.array([[float(v) for v in line.split()] for line in text[1].splitlines()[3:] if line.strip()])[::2]
    frames = len(rows)
    local = np.zeros((frames, 31, 3, 3))
    for j in range(31):
        z, y, x = rows[:, 3 + 3 * j:6 + 3 * j].T
        local[:, j] = axis_matrix("Z", z) @ axis_matrix("Y", y) @ axis_matrix("X", x)
    positions, rotations = np.zeros((frames, 31, 3)), np.zeros((frames, 31, 3, 3))
    for j, up in enumerate(PARENTS):
        if up < 0:
            positions[:, j], rotations[:, j] = rows[:, :3] * SCALE, local[:, j]
        else:
            rotations[:, j] = rotations[:, up] @ local[:, j]
            positions[:, j] = positions[:, up] + rotations[:, up] @ offsets[j]
    return positions, rotations


def facing(positions):
    across = (positions[:, 18] - positions[:, 25]) + (positions[:, 2] - positions[:, 7])
    across = across / np.sqrt((across ** 2).sum(axis=-1))[:, None]
    raw = np.cross(across, np.array([[0, 1, 0]]))
    weights = np.exp(-.5 * (np.arange(-80, 81) / 20.0) ** 2)
    weights /= weights.sum()
    padded = np.concatenate([raw[:1].repeat(80, 0), raw, raw[-1:].repeat(80, 0)])
    forward = np.stack([np.convolve(padded[:, c], weights, "valid") for c in range(3)], 1)
    return forward / np.sqrt((forward ** 2).sum(axis=-1))[:, None]


def to_front(forward):
    """Matrices that take each forward to +Z, about +Y."""
    return axis_matrix("Y", -np.degrees(np.arctan2(forward[:, 0], forward[:, 2])))


def log_rotation(m):
    """Half the angle along the axis, of the quaternion with w >= 0, from matrices (N,3,3)."""
    out = np.zeros((len(m), 3))
    for n, r in enumerate(m):
        k = np.array([[r[0, 0] - r[1, 1] - r[2, 2], 0, 0, 0], [r[1, 0] + r[0, 1], r[1, 1] - r[0, 0] - r[2, 2], 0, 0],
                      [r[2, 0] + r[0, 2], r[2, 1] + r[1, 2], r[2, 2] - r[0, 0] - r[1, 1], 0],
                      [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], r[0, 0] + r[1, 1] + r[2, 2]]]) / 3
        q = np.linalg.eigh(k)[1][:, -1]
        q = q if q[3] >= 0 else -q
        length = np.sqrt((q[:3] ** 2).sum())
        out[n] = q[:3] * np.arctan2(length, q[3]) / (length + 1e-10)
    return out


def still(positions, joints):
    return ((positions[1:, joints] - positions[:-1, joints]) ** 2).sum(axis=-1) < .02


def process_data(positions, rotations, phase, gait, kind):
    forward = facing(positions)
    root = to_front(forward)
    local = positions.copy()
    local[:, :, [0, 2]] -= positions[:, :1][:, :, [0, 2]]
    local_positions = np.einsum("tab,tjb->tja", root[:-1], local[:-1])
    local_velocities = np.einsum("tab,tjb->tja", root[:-1], positions[1:] - positions[:-1])
    local_rotations = np.einsum("tab,tjbc->tjac", root[:-1], rotations[:-1])
    turn = np.einsum("tab,tbc->tac", root[1:], np.swapaxes(root[:-1], 1, 2))
    root_turn = np.arctan2(turn[:, 0, 2], turn[:, 2, 2])
    left, right = still(positions, [4, 5]), still(positions, [9, 10])
    dphase = phase[1:] - phase[:-1]
    dphase[dphase < 0] = (1 - phase[:-1] + phase[1:])[dphase < 0]
    if kind == "flat":
        gait[:-1, 3] = 1 - np.clip((positions[:-1, 16, 1] - 80) / (130 - 80), 0, 1)
        gait[-1, 3] = gait[-2, 3]

    P, X, Y = [], [], []
    for i in range(WINDOW, len(positions) - WINDOW - 1):
        def seen(at, frames):
            return (positions[frames, 0] - positions[at, 0]) @ root[at].T, forward[frames] @ root[at].T
        places, ways = seen(i, slice(i - WINDOW, i + WINDOW, 10))
        places_next, ways_next = seen(i + 1, slice(i + 1, i + WINDOW + 1, 10))
        P.append(phase[i])
        X.append(np.hstack([places[:, 0], places[:, 2], ways[:, 0], ways[:, 2], gait[i - WINDOW:i + WINDOW:10].T.ravel(), local_positions[i - 1].ravel(),
                            local_velocities[i - 1].ravel()]))
        Y.append(np.hstack([local_velocities[i, 0, 0], local_velocities[i, 0, 2], root_turn[i], dphase[i], left[i], right[i], places_next[:, 0],
                            places_next[:, 2], ways_next[:, 0], ways_next[:, 2], local_positions[i].ravel(), local_velocities[i].ravel(),
                            log_rotation(local_rotations[i]).ravel()]))
    return np.array(P), np.array(X), np.array(Y)


def patch_heights(patches, at):
    """(N,points) in centimetres: bilinear, the middle at [p // 2, p // 2], edges held."""
    size = patches.shape[1]
    at = at / 3.937007874 + size // 2
    part = np.fmod(at, 1.0)
    low, high = (np.clip(f(at).astype(int), 0, size - 1) for f in (np.floor, np.ceil))
    near = (1 - part[:, 0]) * patches[:, low[:, 0], low[:, 1]] + part[:, 0] * patches[:, high[:, 0], low[:, 1]]
    far = (1 - part[:, 0]) * patches[:, low[:, 0], high[:, 1]] + part[:, 0] * patches[:, high[:, 0], high[:, 1]]
    return 3.0 * ((1 - part[:, 1]) * near + part[:, 1] * far)


def distances(a, b):
    return np.sqrt(((a[:, None] - b[None]) ** 2).sum(axis=-1))


def process_heights(positions, kind, patches, rng):
    forward = facing(positions)
    back = np.swapaxes(to_front(forward), 1, 2)
    touch = [still(positions, [j])[:, 0] for j in (4, 5, 9, 10)]
    touch = [np.concatenate([c, c[-1:]]) for c in touch]
    rest = [np.array([0, h, 0]) for h in (5.0, 4.0, 5.0, 4.0)]
    down = np.concatenate([positions[c, j] - r for c, j, r in zip(touch, (4, 5, 9, 10), rest)])
    up = np.concatenate([positions[~c, j] - r for c, j, r in zip(touch, (4, 5, 9, 10), rest)])
    flat, middle = down[:, [0, 2]], down[:, [0, 2]].mean(axis=0)
    f, f_up = down[:, 1] - down[:, 1].mean(), up[:, 1] - down[:, 1].mean()
    if kind == "flat":
        def ground(at):
            return np.zeros((10, len(at))) + down[:, 1].mean()
    else:
        h = patch_heights(patches, flat - middle)
        mean = h.mean(axis=1, keepdims=True)
        h_up = patch_heights(patches, up[:, [0, 2]] - middle) - mean
        error = .1 * ((h - mean - f) ** 2).mean(axis=1) + (np.maximum(h_up - f_up, 0) ** 2).mean(axis=1)
        if kind == "jumpy":
            error += (np.maximum((f_up - 5.0) - h_up, 0) ** 2).mean(axis=1)
        if kind == "beam":
            c = positions[:, 0]
            o = c + np.array([50, 0, 50]) * rng.normal(size=(len(c), 3))
            far = (distances(o, c) > 15).all(axis=1)
            beside, on = (patch_heights(patches, p[:, [0, 2]] - middle) for p in (o, c))
            error += (np.maximum(beside[:, far] - (on[:, far] - 40.0), 0) ** 2).mean(axis=1)
        best = np.argsort(error)[:10]

        def basic(at):
            return patch_heights(patches[best], at - middle) - mean[best] + down[:, 1].mean()
        d = distances(flat, flat)
        weights = np.linalg.solve(d / d.mean() - .1 * np.eye(len(d)), (down[:, 1] - basic(flat)).T)

        def ground(at):
            return basic(at) + (distances(at, flat) / d.mean() @ weights).T

    sides = [positions[:, 0] + back @ np.array([x, 0, 0]) for x in (25, 0, -25)]
    heights = [ground(s[:, [0, 2]]) for s in sides]
    windows = [slice(i - WINDOW, i + WINDOW, 10) for i in range(WINDOW, len(positions) - WINDOW)]
    H = np.array([np.concatenate([h[:, w] for h in heights], axis=1) for w in windows]).swapaxes(0, 1)
    return H, np.array([heights[1][:, w].mean(axis=1) for w in windows]).T


def database(folder):
    rng = np.random.RandomState(1234)
    patches = np.load(folder / "patches.npz")["X"]
    P, X, Y = [], [], []
    for name in sorted(CLIPS, key=lambda n: n + ".bvh"):
        positions, rotations = load(folder, name)
        phase = np.loadtxt(folder / f"{name}.phase")[::2]
        g = np.loadtxt(folder / f"{name}.gait")[::2]
        gait = np.stack([g[:, 0], g[:, 1], g[:, 2] + g[:, 3], g[:, 4] + g[:, 6], g[:, 5], g[:, 7]], 1)
        Pc, Xc, Yc = process_data(positions, rotations, phase, gait, CLIPS[name])
        steps = (folder / f"{name}_footsteps.txt").read_text().splitlines()
        for now, after in zip(steps, steps[1:]):
            now, after = now.split(" "), after.split(" ")
            if len(now) == 3 or len(after) == 3 or len(after) < 2:
                continue
            first, last = int(now[0]) // 2 - WINDOW, int(after[0]) // 2 - WINDOW
            if first < 0 or last >= len(Xc):
                continue
            H, mean = process_heights(positions[first:last + 2 * WINDOW + 1], CLIPS[name], patches, rng)
            for h, m in zip(H, mean):
                x, y = Xc[first:last + 1].copy(), Yc[first:last + 1].copy()
                x[:, 121:214:3] -= m[:, None]
                y[:, 33:126:3] -= m[:, None]
                P.append(np.hstack([0.0, Pc[first:last + 1][1:-1], 1.0]))
                X.append(np.concatenate([x, h - m[:, None]], axis=1))
                Y.append(y)
    return np.concatenate(P), np.concatenate(X), np.concatenate(Y)


def compare(folder, path):
    P, X, Y = database(folder)
    ours = np.load(path)
    assert ours["Xun"].shape == X.shape and ours["Yun"].shape == Y.shape and ours["Pun"].shape == P.shape, (ours["Xun"].shape, X.shape, Y.shape)
    assert len(X) > 4000 and 20 < Y[:, 4:8].sum() < Y[:, 4:8].size
    off = [np.abs(ours[n] - v).max() for n, v in (("Pun", P), ("Xun", X), ("Yun", Y))]
    print(f"{len(X)} rows, phase {off[0]:.1e}, x {off[1]:.1e}, y {off[2]:.1e} off at most")
    assert max(off) <= 1e-4, off


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[2])
    make(folder) if sys.argv[1] == "make" else compare(folder, sys.argv[3])
