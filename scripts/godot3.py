#!/usr/bin/env python3
"""Usage: godot3.py [--check]: writes Godot 3's add-on (clients/godot/godot3) from Godot 4's; --check says what would change, and ends with 1.

Three things make the difference: names of classes and functions (WORDS), ways to say things (SHAPES), and functions that are written for
Godot 3 by hand (clients/godot/godot3_own): each of those takes the place of the one of its name; one that Godot 4 does not have follows the
function before it.
"""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "clients", "godot")
FILES = ("character", "frame", "plugin", "session", "timeline")

WORDS = {
    "RefCounted": "Reference", "Node3D": "Spatial", "Transform3D": "Transform", "Quaternion": "Quat", "Skeleton3D": "Skeleton",
    "MeshInstance3D": "MeshInstance", "BoneAttachment3D": "BoneAttachment", "StandardMaterial3D": "SpatialMaterial",
    "PackedByteArray": "PoolByteArray", "PackedFloat32Array": "PoolRealArray", "PackedStringArray": "PoolStringArray",
    "PackedVector3Array": "PoolVector3Array", "randf_range": "rand_range", "lerp": "linear_interpolate",
    "uri_encode": "percent_encode", "process_mode": "pause_mode", "PROCESS_MODE_ALWAYS": "PAUSE_MODE_PROCESS",
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
]
FUNCTION = re.compile(r"(?:^#[^\n]*\n)*^(?:static )?func (\w+)\(.*?(?=^(?:#|func|static|class|var|const|signal|export)|\Z)", re.M | re.S)


def read(*path):
    with open(os.path.join(ROOT, *path)) as file:
        return file.read()


def functions(text):
    return {match.group(1): match for match in FUNCTION.finditer(text)}


def of_godot3(name):
    text = read("godot4", "addons", "posed", f"{name}.gd")
    for pattern, replacement in SHAPES:
        text = re.sub(pattern, replacement, text, flags=re.M)
    text = re.sub(r"\b(%s)\b" % "|".join(WORDS), lambda match: WORDS[match.group(1)], text)

    if not os.path.exists(os.path.join(ROOT, "godot3_own", f"{name}.gd")):
        return text
    before = None
    for own, match in functions(read("godot3_own", f"{name}.gd")).items():
        body = match.group(0).rstrip("\n")
        there = functions(text)
        if own in there:
            old = there[own]
            text = text[: old.start()] + body + old.group(0)[len(old.group(0).rstrip("\n")):] + text[old.end():]
        else:
            end = there[before].start() + len(there[before].group(0).rstrip("\n"))
            text = text[:end] + "\n\n\n" + body + text[end:]
        before = own
    return text


def main():
    stale = 0
    for name in FILES:
        text, path = of_godot3(name), os.path.join("godot3", "addons", "posed", f"{name}.gd")
        if text == read(path):
            continue
        if "--check" in sys.argv:
            print(f"clients/godot/{path}: not what scripts/godot3.py makes of Godot 4's; change that and run the script")
            stale = 1
            continue
        with open(os.path.join(ROOT, path), "w") as file:
            file.write(text)
    return stale


sys.exit(main())
