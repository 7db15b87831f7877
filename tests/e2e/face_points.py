"""MediaPipe's 478 landmarks of a mesh of `person`, as a camera sees them."""
import math
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))


def seen(vertices, turn=0, width=1200, height=1600, away=1.0):
    """Pixels of the landmarks of the skin; vertices: (x, y, z) in metres, the head is turned to the left by `turn` radians."""
    with open(os.path.join(HERE, "../../core/observe/face/landmarks.c")) as file:
        rows = re.findall(r"\{\{(\d+), (\d+), (\d+)\}, \{(-?[\d.]+)f, (-?[\d.]+)f\}", file.read())
    points = []
    for a, b, c, u, v in rows:
        shares = float(u), float(v), 1 - float(u) - float(v)
        points.append([sum(s * float(vertices[int(k)][x]) for s, k in zip(shares, (a, b, c))) for x in range(3)])
    middle = [sum(p[x] for p in points) / len(points) for x in range(3)]
    focal, out = math.hypot(width, height), []
    for p in points:
        x, y, z = (p[k] - middle[k] for k in range(3))
        x, z = math.cos(turn) * x + math.sin(turn) * z, math.cos(turn) * z - math.sin(turn) * x
        out.append([round(width / 2 + focal * x / (away - z), 2), round(height / 2 - focal * y / (away - z), 2)])
    return {"width": width, "height": height, "points": out}


def of_daemon(ask, model="person", turn=0, **fields):
    """Landmarks of a mesh of the daemon. ask(method, path, body) returns a reply whose fourth part are its bytes."""
    import json

    mesh = json.loads(ask("POST", f"/v1/models/{model}/mesh?format=json", {"include": ["vertices"], **fields})[3])
    flat = mesh["bodies"][0]["vertices"] if "bodies" in mesh else mesh["vertices"]
    return seen(flat if isinstance(flat[0], list) else [flat[i : i + 3] for i in range(0, len(flat), 3)], turn)
