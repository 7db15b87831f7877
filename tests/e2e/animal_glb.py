"""An animal of four, two or eight legs as a .glb with a skin and no mesh, and a walk on the spot as its animation "Walk"."""
import math
import struct

from person_glb import pack


def joints_of(pairs, leg=1.0, trunk=1.0):
    """Name, number of the one above, place at rest."""
    out = []

    def add(name, up, *at):
        out.append((name, up, at))
        return len(out) - 1

    hips = add("hips", None, 0, leg, -.5 * trunk)
    chest = hips
    if pairs < 4:
        chest = add("chest", hips, 0, leg, .5 * trunk)
        neck = add("neck", chest, 0, leg + .2, .5 * trunk + .2)
        add("head", neck, 0, leg + .4, .5 * trunk + .4)
        tail = add("tail1", hips, 0, leg, -.5 * trunk - .1)
        add("tail2", tail, 0, leg - .1, -.5 * trunk - .6)
    for row in range(pairs):
        for side, letter in ((1, "L"), (-1, "R")):
            on, z = (hips, -.5 * trunk + .1 * row) if pairs == 4 else ((chest, .5 * trunk) if row == 0 and pairs == 2 else (hips, -.5 * trunk))
            wide = .3 if pairs == 4 else 0
            for i, (x, y, ahead) in enumerate(((.12, .9, 0), (.12 + wide, .5, .08), (.12 + 2 * wide, .1, 0), (.12 + 2 * wide, .02, .1))):
                on = add(f"leg{row}_{i}_{letter}", on, side * x, leg * y, z + ahead + (.6 - .4 * row if pairs == 4 else 0) * i / 3)
    return out


def animal(pairs=2, leg=1.0, trunk=1.0, walks=False, name="Walk", seconds=1.0, keys=21, rename=None):
    """walks: upper legs swing by a sine, each pair against the other, the tail as well."""
    joints = joints_of(pairs, leg, trunk)
    nodes = []
    for i, (called, up, at) in enumerate(joints):
        from_at = joints[up][2] if up is not None else (0, 0, 0)
        node = {"name": rename(i) if rename else called, "translation": [a - b for a, b in zip(at, from_at)]}
        below = [k for k, one in enumerate(joints) if one[1] == i]
        nodes.append({**node, "children": below} if below else node)
    parts, views, accessors = b"", [], []

    def add(numbers, kind, width, component=5126, **more):
        nonlocal parts
        data = struct.pack(f"<{len(numbers)}f", *numbers)
        views.append({"buffer": 0, "byteOffset": len(parts), "byteLength": len(data)})
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(numbers) // width, "type": kind, **more})
        parts += data
        return len(accessors) - 1

    binds = add([x for _, _, at in joints for x in (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *(-v for v in at), 1)], "MAT4", 16)
    document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
                "skins": [{"joints": list(range(len(joints))), "inverseBindMatrices": binds}], "bufferViews": views, "accessors": accessors}
    if walks:
        times = [seconds * t / (keys - 1) for t in range(keys)]
        clock = add(times, "SCALAR", 1, min=[0], max=[seconds])
        samplers, channels = [], []
        for i, (called, _, _) in enumerate(joints):
            if not (called.startswith("leg") and called[5] == "0") and called != "tail1":
                continue
            phase = math.pi * ((called[-1] == "L") + int(called[3])) if called.startswith("leg") else 0
            axis = 0 if called.startswith("leg") else 1
            rows = []
            for t in times:
                angle = .3 * math.sin(2 * math.pi * t / seconds + phase)
                row = [0, 0, 0, math.cos(angle / 2)]
                row[axis] = math.sin(angle / 2)
                rows += row
            samplers.append({"input": clock, "output": add(rows, "VEC4", 4)})
            channels.append({"sampler": len(samplers) - 1, "target": {"node": i, "path": "rotation"}})
        document["animations"] = [{"name": name, "samplers": samplers, "channels": channels}]
    document["buffers"] = [{"byteLength": len(parts)}]
    return pack(document, parts)
