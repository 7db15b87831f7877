"""A receiver of the Virtual Motion Capture protocol, written from what is published (protocol.vmc.info; OSC 1.0) and not from posed's source:
reads datagrams, keeps the last pose, and poses an avatar of its own by it, in Unity's axes (left-handed, +Y up, +Z forward, left at -X)."""
import math
import socket
import struct

# Unity's HumanBodyBones as far as they move here: bone, the bone it hangs on
PARENTS = {"Hips": None, "Spine": "Hips", "Chest": "Spine", "UpperChest": "Chest", "Neck": "UpperChest", "Head": "Neck"}
for side in ("Left", "Right"):
    PARENTS.update({f"{side}Shoulder": "UpperChest", f"{side}UpperArm": f"{side}Shoulder", f"{side}LowerArm": f"{side}UpperArm",
                    f"{side}Hand": f"{side}LowerArm", f"{side}UpperLeg": "Hips", f"{side}LowerLeg": f"{side}UpperLeg",
                    f"{side}Foot": f"{side}LowerLeg", f"{side}Toes": f"{side}Foot"})


class Malformed(Exception):
    pass


def text(data, at):
    """An OSC-string: ends with a zero, padded with zeros to a multiple of 4."""
    end = data.index(b"\0", at)
    after = at + (end - at) // 4 * 4 + 4
    if after > len(data) or data[end:after].strip(b"\0"):
        raise Malformed(f"padding at {end}")
    return data[at:end].decode("utf-8"), after


def message(data):
    """(address, arguments)"""
    address, at = text(data, 0)
    types, at = text(data, at)
    if not address.startswith("/") or not types.startswith(","):
        raise Malformed(f"{address} {types}")
    arguments = []
    for kind in types[1:]:
        if kind == "s":
            value, at = text(data, at)
        else:
            value, at = struct.unpack_from({"i": ">i", "f": ">f"}[kind], data, at)[0], at + 4
        arguments.append(value)
    if at != len(data):
        raise Malformed(f"{len(data) - at} bytes behind {address}")
    return address, arguments


def packet(data):
    """The messages of a datagram, bundles opened."""
    if len(data) % 4:
        raise Malformed(f"{len(data)} bytes")
    if not data.startswith(b"#bundle\0"):
        return [message(data)]
    found, at = [], 16  # the time tag is not for us: at once
    while at < len(data):
        size = struct.unpack_from(">i", data, at)[0]
        if size < 8 or size % 4 or at + 4 + size > len(data):
            raise Malformed(f"element of {size} bytes at {at} of {len(data)}")
        found += packet(data[at + 4:at + 4 + size])
        at += 4 + size
    return found


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def turn(q, v):
    """Algebra, the same in left-handed axes."""
    t = tuple(2 * c for c in cross(q, v))
    u = cross(q, t)
    return tuple(v[i] + q[3] * t[i] + u[i] for i in range(3))


def times(a, b):
    c = cross(a, b)
    return (*(a[3] * b[i] + b[3] * a[i] + c[i] for i in range(3)), a[3] * b[3] - sum(a[i] * b[i] for i in range(3)))


class Pose:
    def __init__(self):
        self.loaded, self.time, self.root, self.bones = None, None, None, {}
        self.fingers, self.weights, self.is_applied = {}, {}, False

    def world(self, offsets=None):
        """Bone: (position, rotation). offsets: the avatar's own, of the bones that are not to be taken from the datagram."""
        made = {None: self.root}

        def of(bone):
            if bone not in made:
                above = PARENTS[bone]
                while above and above not in self.bones:
                    above = PARENTS[above]
                place, rotation = self.bones[bone]
                at, up = of(above)
                step = turn(up, (offsets or {}).get(bone, place))
                made[bone] = tuple(a + b for a, b in zip(at, step)), times(up, rotation)
            return made[bone]

        return {bone: of(bone) for bone in self.bones}


class Receiver:
    def __init__(self, host="127.0.0.1"):
        self.socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 21)
        self.socket.bind((host, 0))
        self.address = f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"
        self.pose, self.sizes = Pose(), []

    @property
    def port(self):
        return self.socket.getsockname()[1]

    def take(self, address, arguments):
        """1 when this message ends a frame."""
        if address == "/VMC/Ext/Root/Pos":
            self.pose.root = tuple(arguments[1:4]), tuple(arguments[4:8])
        elif address == "/VMC/Ext/Bone/Pos" and arguments[0] in PARENTS:
            self.pose.bones[arguments[0]] = tuple(arguments[1:4]), tuple(arguments[4:8])
        elif address == "/VMC/Ext/Bone/Pos":
            self.pose.fingers[arguments[0]] = tuple(arguments[1:4]), tuple(arguments[4:8])
        elif address == "/VMC/Ext/Blend/Val":
            self.pose.weights[arguments[0]] = arguments[1]
        elif address == "/VMC/Ext/Blend/Apply":
            self.pose.is_applied = True
        elif address == "/VMC/Ext/OK":
            self.pose.loaded = arguments[0]
        elif address == "/VMC/Ext/T":
            self.pose.time = arguments[0]
            return 1
        return 0

    def poses(self):
        """Those that have come since the last call."""
        found = []
        self.socket.setblocking(False)
        while True:
            try:
                data = self.socket.recv(65536)
            except BlockingIOError:
                return found
            self.sizes.append(len(data))
            for one in packet(data):
                if self.take(*one):
                    found.append(self.pose)
                    self.pose = Pose()

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def length(q):
    return math.sqrt(sum(c * c for c in q))
