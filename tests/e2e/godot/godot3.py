#!/usr/bin/env python3
"""Translates the add-on for Godot 4 (clients/godot) into GDScript of Godot 3, so that Debian's godot3-server can run its logic in tests.

    godot3.py FOLDER     writes a project for Godot 3 into FOLDER: addons/posed, demo, project.godot
    godot3.py - < FILE   translates one script to standard output

Three things differ: names of classes and functions (WORDS), forms of statements (SHAPES), and functions that the folder godot3 beside this script has by
hand. Each of those replaces the function of its name; one that Godot 4 does not have follows the function before it in its file.
"""
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OWN = os.path.join(HERE, "godot3")
GODOT4 = os.path.join(HERE, "..", "..", "..", "clients", "godot")
SCRIPTS = [os.path.join("addons", "posed", f"{name}.gd") for name in ("character", "driven", "frame", "plugin", "session", "timeline", "wire")]
SCRIPTS.append(os.path.join("demo", "demo.gd"))

WORDS = {
    "RefCounted": "Reference", "Node3D": "Spatial", "Transform3D": "Transform", "Quaternion": "Quat", "Skeleton3D": "Skeleton",
    "MeshInstance3D": "MeshInstance", "BoneAttachment3D": "BoneAttachment", "StandardMaterial3D": "SpatialMaterial",
    "PackedByteArray": "PoolByteArray", "PackedFloat32Array": "PoolRealArray", "PackedStringArray": "PoolStringArray",
    "PackedVector3Array": "PoolVector3Array", "randf_range": "rand_range", "lerp": "linear_interpolate",
    "uri_encode": "percent_encode", "limit_length": "clamped", "KEY_CTRL": "KEY_CONTROL", "set_color": "add_color", "process_mode": "pause_mode", "PROCESS_MODE_ALWAYS": "PAUSE_MODE_PROCESS",
}
SHAPES = [
    (r"^@tool", "tool"),
    (r"^@export var (\w+): (\w+)", r"export(\2) var \1"),
    (r"(?<![\w.])(\w+)\.emit\(\)", r'emit_signal("\1")'),
    (r"(?<![\w.])(\w+)\.emit\(", r'emit_signal("\1", '),
    (r"([\w$]+)\.(\w+)\.connect\((\w+)\)", r'\1.connect("\2", self, "\3")'),
    (r"counts_of\.call\(", "counts_of.call_func("),
    (r"decode\(bytes, (_\w+)\)", r'decode(bytes, funcref(self, "\1"))'),
    (r"Time\.get_ticks_usec", "OS.get_ticks_usec"),
    (r"JSON\.parse_string\(", "parse_json("),
    (r"JSON\.stringify\(", "to_json("),
    (r"(?<=, )(_on_\w+)\)$", r'"\1")'),
    (r"(\w+)\.(\w+)\.connect\(then\.bind\((\w+)\)\)", r'\1.connect("\2", self, then, [\3])'),
    (r"^.*AMBIENT_SOURCE_COLOR\n", ""),
    (r"\.request\(address \+ path, \[\], ", ".request(address + path, [], false, "),
    (r"glb\.slice\(20, 20 \+ size\)", "glb.subarray(20, 19 + size)"),
    (r"set_smooth_group\(0\)", "add_smooth_group(true)"),
]
FUNCTION = re.compile(r"(?:^#[^\n]*\n)*^(?:static )?func (\w+)\(.*?(?=^(?:#|func|static|class|var|const|signal|export)|\Z)", re.M | re.S)


def read(path):
    with open(path) as file:
        return file.read()


def functions(text):
    return {match.group(1): match for match in FUNCTION.finditer(text)}


def translated(text):
    for pattern, replacement in SHAPES:
        text = re.sub(pattern, replacement, text, flags=re.M)
    return re.sub(r"\b(%s)\b" % "|".join(WORDS), lambda match: WORDS[match.group(1)], text)


def with_own_functions(text, own):
    """Puts the functions of the script `own` into `text`."""
    before = None
    for name, match in functions(own).items():
        body = match.group(0).rstrip("\n")
        there = functions(text)
        if name in there:
            old = there[name]
            text = text[: old.start()] + body + old.group(0)[len(old.group(0).rstrip("\n")):] + text[old.end():]
        else:
            end = there[before].start() + len(there[before].group(0).rstrip("\n"))
            text = text[:end] + "\n\n\n" + body + text[end:]
        before = name
    return text


def write_project(folder):
    for script in SCRIPTS:
        text, own = translated(read(os.path.join(GODOT4, script))), os.path.join(OWN, os.path.basename(script))
        if os.path.exists(own):
            text = with_own_functions(text, read(own))
        os.makedirs(os.path.dirname(os.path.join(folder, script)), exist_ok=True)
        with open(os.path.join(folder, script), "w") as file:
            file.write(text)
    shutil.copy(os.path.join(GODOT4, "addons", "posed", "plugin.cfg"), os.path.join(folder, "addons", "posed"))
    shutil.copy(os.path.join(OWN, "demo.tscn"), os.path.join(folder, "demo"))
    shutil.copy(os.path.join(OWN, "project.godot"), folder)


if sys.argv[1:] == ["-"]:
    sys.stdout.write(translated(sys.stdin.read()))
elif len(sys.argv) == 2:
    write_project(sys.argv[1])
else:
    sys.exit(__doc__)
