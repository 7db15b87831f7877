"""read(path): names, parents, offsets (J,3), world orientations (T,J,3,3) and root (T,3) of a BVH, ends among the joints, in the file's unit; only the root moves.
places(parents, offsets, worlds, root): where the joints are, (T,J,3)."""
import numpy as np


def turn(axis, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    o, z = np.ones_like(c), np.zeros_like(c)
    rows = {"X": [o, z, z, z, c, -s, z, s, c], "Y": [c, z, s, z, o, z, -s, z, c], "Z": [c, -s, z, s, c, z, z, z, o]}[axis]
    return np.stack(rows, -1).reshape(-1, 3, 3)


def read(path):
    names, parents, offsets, channels, stack = [], [], [], [], []
    with open(path) as file:
        for line in file:
            word = line.split()
            if not word:
                continue
            if word[0] in ("ROOT", "JOINT", "End"):
                names.append(word[1] if word[0] != "End" else f"end of {names[stack[-1]]}")
                parents.append(stack[-1] if stack else -1)
                channels.append([])
            elif word[0] == "{":
                stack.append(len(names) - 1)
            elif word[0] == "}":
                stack.pop()
            elif word[0] == "OFFSET":
                offsets.append([float(w) for w in word[1:4]])
            elif word[0] == "CHANNELS":
                channels[stack[-1]] = word[2:]
            elif word[0] == "MOTION":
                break
        file.readline(), file.readline()
        rows = np.array([[float(w) for w in line.split()] for line in file if line.strip()])
    worlds, root, k = [], np.zeros((len(rows), 3)), 0
    for j, parent in enumerate(parents):
        own = np.tile(np.eye(3), (len(rows), 1, 1))
        for channel in channels[j]:
            if channel.endswith("position"):
                assert parent < 0, f"{path}: {names[j]} moves; only the root may"
                root[:, "XYZ".index(channel[0])] = rows[:, k]
            else:
                own = own @ turn(channel[0], rows[:, k])
            k += 1
        worlds.append(own if parent < 0 else worlds[parent] @ own)
    return names, parents, np.array(offsets), np.stack(worlds, 1), root


def places(parents, offsets, worlds, root):
    out = []
    for j, parent in enumerate(parents):
        out.append(root if parent < 0 else out[parent] + np.einsum("tij,j->ti", worlds[:, parent], offsets[j]))
    return np.stack(out, 1)
