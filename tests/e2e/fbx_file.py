"""Writes FBX files, binary (any 7.x) and text, and says where their models stand: by matrices, as the documentation of the FBX SDK has them."""
import math
import struct
import zlib

TICKS = 46186158000  # of KTime a second; 141120000 by the new definition of time codes


class Letter(str):
    """A value of a letter: T, Y, W."""


class Array(list):
    """An array property: kind i, l, f or d."""
    def __init__(self, kind, values):
        super().__init__(values)
        self.kind = kind


def node(name, *properties, below=()):
    return [name, list(properties), list(below)]


def properties70(**values):
    """Lcl_Translation=(1, 2, 3), UnitScaleFactor=2.54, UpAxis=1: floats become doubles, whole numbers ints."""
    rows = []
    for name, value in values.items():
        value = value if isinstance(value, (tuple, list)) else (value,)
        kind = "KTime" if name.startswith(("Local", "Reference")) else "int" if isinstance(value[0], int) else "double"
        rows.append(node("P", name.replace("Lcl_", "Lcl ").replace("_at_", "|"), kind, "", "A", *value))
    return node("Properties70", below=rows)


class File:
    """Objects with ids, and their connections. definition: TCDefinition of the header, which the ticks do not follow by themselves."""
    def __init__(self, version=7400, ticks=TICKS, definition=None, **settings):
        self.ticks, self.definition = ticks, definition
        self.version, self.objects, self.links, self.last = version, [], [], 1000
        self.settings = settings

    def add(self, record, name, class_of, kind, *below, to=None, by=None):
        self.last += 1
        self.objects.append(node(record, self.last, (name, class_of), kind, below=below))
        if to is not None:
            self.link(self.last, to, by)
        return self.last

    def link(self, child, parent, by=None):
        self.links.append(node("C", "OP" if by else "OO", child, parent, *([by] if by else [])))

    def model(self, name, kind="LimbNode", to=0, **values):
        return self.add("Model", name, "Model", kind, node("Version", 232), properties70(**values), to=to)

    def geometry(self, model, points, polygons, name="", extra=()):
        corners = [c if k + 1 < len(p) else -1 - c for p in polygons for k, c in enumerate(p)]
        return self.add("Geometry", name, "Geometry", "Mesh", node("Vertices", Array("d", [x for p in points for x in p])),
                        node("PolygonVertexIndex", Array("i", corners)), *extra, to=model)

    def skin(self, geometry, clusters):
        """clusters: (model, points, weights, transform, link); matrices as rows of four."""
        skin = self.add("Deformer", "", "Deformer", "Skin", to=geometry)
        for model, points, weights, transform, link in clusters:
            c = self.add("Deformer", "", "SubDeformer", "Cluster", node("Indexes", Array("i", points)), node("Weights", Array("d", weights)),
                         node("Transform", Array("d", columns(transform))), node("TransformLink", Array("d", columns(link))), to=skin)
            self.link(model, c)

    def shapes(self, geometry, deformer, channels):
        """channels: (name, percent, [(full weight, points, moves, normals)]); returns their ids."""
        blend = self.add("Deformer", deformer, "Deformer", "BlendShape", to=geometry)
        made = []
        for name, percent, targets in channels:
            c = self.add("Deformer", name, "SubDeformer", "BlendShapeChannel", node("DeformPercent", float(percent)),
                         node("FullWeights", Array("d", [float(t[0]) for t in targets])), to=blend)
            for _, points, moves, normals in targets:
                below = [node("Indexes", Array("i", points)), node("Vertices", Array("d", [float(x) for m in moves for x in m]))]
                if normals:
                    below.append(node("Normals", Array("d", [float(x) for n in normals for x in n])))
                self.add("Geometry", name + "Shape", "Geometry", "Shape", *below, to=c)
            made.append(c)
        return made

    def stack(self, name, seconds, start=0.0):
        stack = self.add("AnimationStack", name, "AnimStack", "", properties70(LocalStart=round(start * self.ticks), LocalStop=round((start + seconds) * self.ticks)))
        return self.add("AnimationLayer", "Base", "AnimLayer", "", to=stack)

    def animate(self, layer, target, by, times, values, axes="XYZ", flags=4, data=(0, 0, 0, 0)):
        """values: rows of three, or numbers of one axis; flags and data: as KeyAttr has them."""
        rows = [v if isinstance(v, (tuple, list)) else (v,) for v in values]
        names = [f"d|{a}" for a in axes] if by != "DeformPercent" else ["d|DeformPercent"]
        curve_node = self.add("AnimationCurveNode", by[4:5] or "D", "AnimCurveNode", "", to=layer)
        self.link(curve_node, target, by)
        for k, axis in enumerate(names):
            self.add("AnimationCurve", "", "AnimCurve", "", node("KeyTime", Array("l", [round(t * self.ticks) for t in times])),
                     node("KeyValueFloat", Array("f", [float(r[k]) for r in rows])), node("KeyAttrFlags", Array("i", [flags])),
                     node("KeyAttrDataFloat", Array("f", list(map(float, data)))), node("KeyAttrRefCount", Array("i", [len(times)])), to=curve_node, by=axis)

    def tree(self):
        flags = [node("OtherFlags", below=[node("TCDefinition", self.definition)])] if self.definition is not None else []
        return [node("FBXHeaderExtension", below=[node("FBXHeaderVersion", 1003), node("FBXVersion", self.version), *flags]),
                node("GlobalSettings", below=[node("Version", 1000), properties70(**self.settings)]),
                node("Objects", below=self.objects), node("Connections", below=self.links)]

    def binary(self, packed=True):
        out = bytearray(b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", self.version))
        word = "<Q" if self.version >= 7500 else "<I"
        size = struct.calcsize(word)

        def value(v):
            if isinstance(v, Array):
                data = struct.pack(f"<{len(v)}{dict(i='i', l='q', f='f', d='d')[v.kind]}", *v)
                stored = zlib.compress(data) if packed else data
                return v.kind.encode() + struct.pack("<III", len(v), packed, len(stored)) + stored
            if isinstance(v, Letter):
                return b"C" + v.encode()
            if isinstance(v, tuple):
                v = f"{v[0]}\0\1{v[1]}"
            if isinstance(v, str):
                return b"S" + struct.pack("<I", len(v.encode())) + v.encode()
            if isinstance(v, bytes):
                return b"R" + struct.pack("<I", len(v)) + v
            if isinstance(v, float):
                return b"D" + struct.pack("<d", v)
            return (b"I" + struct.pack("<i", v)) if -2**31 <= v < 2**31 and v < 1000 else b"L" + struct.pack("<q", v)

        def add(n):
            begin, data = len(out), b"".join(map(value, n[1]))
            out.extend(b"\0" * (3 * size) + bytes([len(n[0])]) + n[0].encode() + data)
            for below in n[2]:
                add(below)
            if n[2] or not n[1]:
                out.extend(b"\0" * (3 * size + 1))
            for k, x in enumerate((len(out), len(n[1]), len(data))):
                struct.pack_into(word, out, begin + k * size, x)
        for n in self.tree():
            add(n)
        return bytes(out + b"\0" * (3 * size + 1))

    def text(self):
        out = ["; FBX 7.4.0 project file", "; made for a test", ""]

        def value(v):
            if isinstance(v, Letter):
                return str(v)
            if isinstance(v, tuple):
                v = f"{v[1]}::{v[0]}"
            if isinstance(v, str):
                return '"' + v.replace('"', "&quot;") + '"'
            return repr(v)

        def add(n, depth):
            tab = "\t" * depth
            arrays = [v for v in n[1] if isinstance(v, Array)]
            if arrays:
                a = arrays[0]
                rows = [repr(x) for x in a]
                if n[0] == "KeyAttrDataFloat":  # text files have the bits of these floats
                    rows = [str(struct.unpack("<i", struct.pack("<f", x))[0]) for x in a]
                elif a.kind in "fd":  # as other programs write them: 1, not 1.0
                    rows = [r[:-2] if r.endswith(".0") else r for r in rows]
                lines = [",".join(rows[i:i + 40]) for i in range(0, len(rows), 40)]
                out.append(f"{tab}{n[0]}: *{len(a)} {{\n{tab}\ta: " + ",\n".join(lines) + f"\n{tab}}} ")
            else:
                opens = " {" if n[2] or not n[1] else ""
                out.append(f"{tab}{n[0]}: " + ", ".join(map(value, n[1])) + opens)
                for below in n[2]:
                    add(below, depth + 1)
                if opens:
                    out.append(tab + "}")
        for n in self.tree():
            add(n, 0)
        return ("\n".join(out) + "\n").encode()


# ---- matrices, as rows of four ----

def identity():
    return [[float(r == c) for c in range(4)] for r in range(4)]


def times(*all_of):
    out = all_of[0]
    for m in all_of[1:]:
        out = [[sum(out[r][k] * m[k][c] for k in range(4)) for c in range(4)] for r in range(4)]
    return out


def moved(v):
    m = identity()
    for r in range(3):
        m[r][3] = float(v[r])
    return m


def scaled(v):
    m = identity()
    for r in range(3):
        m[r][r] = float(v[r])
    return m


def turned(deg, order="XYZ"):
    """The first letter turns first."""
    m = identity()
    for letter in order:
        k = "XYZ".index(letter)
        a, b, angle = (k + 1) % 3, (k + 2) % 3, math.radians(deg[k])
        one = identity()
        one[a][a] = one[b][b] = math.cos(angle)
        one[b][a], one[a][b] = math.sin(angle), -math.sin(angle)
        m = times(one, m)
    return m


def transposed(m):
    """The inverse of a rotation."""
    return [[m[c][r] for c in range(4)] for r in range(4)]


def backwards(v):
    return [-x for x in v]


def columns(m):
    return [float(m[r][c]) for c in range(4) for r in range(4)]


def local(t, r, s, order="XYZ", pre=(0, 0, 0), post=(0, 0, 0), offset=(0, 0, 0), pivot=(0, 0, 0), scale_offset=(0, 0, 0), scale_pivot=(0, 0, 0)):
    """T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1"""
    return times(moved(t), moved(offset), moved(pivot), turned(pre), turned(r, order), transposed(turned(post)), moved(backwards(pivot)),
                 moved(scale_offset), moved(scale_pivot), scaled(s), moved(backwards(scale_pivot)))


def at(m, v=(0, 0, 0)):
    return [sum(m[r][c] * (list(v) + [1])[c] for c in range(4)) for r in range(3)]
