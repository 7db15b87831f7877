#!/usr/bin/env python3
"""The dependency rule, read from #include lines and from calls that core may not make.

    core/base <- core/math <- core/kernel <- core/io, core/anim <- core/{smpl, mhr, ik, pfnn, matching} <- core/retarget <- core/{motion, character, rig <- animal,
    observe <- mhr/convert <- wardrobe, draw <- portrait, avatar} <- train;  core/base <- config;  core, config <- api <- server
    tools use core, train, api, the version and clients/c, which uses nothing; factory uses core, train and tools.
    What serves (core, config, api, server) includes nothing of train, tools and factory; nothing but factory includes factory.

Between areas (core/smpl, api, server) the table MAY says who may include whom. Between all folders, those inside an area too, there is no
circle; no folder holds more files than one can look over, and no file more lines.
"""
import collections
import os
import re
import subprocess
import sys

MOST_FILES = 34
MOST_LINES = 900  # of a file; clients/c is one file, so that it can be copied
BASE = ["core/base"]
KERNEL = BASE + ["core/math", "core/kernel"]
MODELS = KERNEL + ["core/io", "core/anim"]
BODIES = MODELS + ["core/smpl", "core/mhr", "core/ik"]
NETWORKS = ["core/pfnn", "core/matching"]
MOVING = BODIES + ["core/retarget"]
CORE = MOVING + NETWORKS + ["core/motion", "core/character", "core/animal", "core/observe", "core/mhr/convert", "core/rig", "core/draw", "core/wardrobe",
                            "core/portrait", "core/avatar", "core/face", "core/wire", "core/speech"]
MAY = {
    "core/base": [], "core/math": BASE, "core/kernel": BASE + ["core/math"],
    "core/io": KERNEL, "core/anim": KERNEL,
    "core/wire": KERNEL, "core/speech": MODELS, "core/smpl": MODELS, "core/mhr": MODELS, "core/ik": MODELS,
    "core/matching": MODELS, "core/pfnn": MODELS + ["core/matching"],
    "core/retarget": BODIES, "core/motion": MOVING, "core/character": MOVING + NETWORKS,
    "core/observe": MOVING + NETWORKS + ["core/motion", "core/character"], "core/mhr/convert": MOVING + ["core/observe"],
    "core/rig": MOVING, "core/animal": MOVING + ["core/rig", "core/matching"], "core/draw": MODELS,
    "core/wardrobe": MOVING + ["core/motion", "core/observe", "core/mhr/convert"], "core/avatar": MOVING,
    "core/portrait": MOVING + ["core/draw", "core/wardrobe"], "core/face": MOVING + ["core/draw", "core/avatar"],
    "train": CORE, "config": BASE, "api": CORE + ["config"], "server": CORE + ["config", "api"],
    "tools": CORE + ["train", "api", "config", "clients"], "factory": CORE + ["train", "tools"], "clients": [],
}
# layers inside an area: each may use those before it
ORDER = {
    "core/smpl": ["people", "data", "soft", "surface", "skin", "", "part", "measure"],
    "core/wardrobe": ["", "export"],
    "core/anim": ["", "scene"],
    "core/character": ["control", "pose", "capture", "", "action", "rollout"],
    "core/retarget": ["figure", "character", ""],
    "core/io": ["fields", "json", "tensor", "coarse", "mesh", "surface", "shapes", "mocap"],
    "core/observe": ["", "view", "film", "take", "sensor", "marker", "group", "live", "face"],
    "core/ik": ["job", "methods", "search"],
    "train": ["kernel", "model", "scan", "corrective", "motion", "augment", "matching", "network", "original", "prior", "rig", "learn"],
    "factory": ["base", "makehuman", "body/shape", "body/sample", "body/part", "body", "people", "corrective", "skin", "wardrobe/bind", "wardrobe/cut",
                "wardrobe/made", "wardrobe", "rig", "tissue", "ranges", "clips", ""],
    "api": ["http", "body", "observe", "rig", "ik", "speech", "motion", "stream", "models", "docs", "service", ""],
    "server": ["identity", "base", "models", "work", "queue", "stage", "order", "http", "stream", ""],
    "tools": ["base", "motion", "draw", "client", "predict", "train", "measure", "character", "observe", "learn", "rig", "mhr", "wasm", "posedctl"],
}
# header -> folders that may include it
OUTSIDE = {
    r"jansson\.h": ["core/io", "api", "config", "tools", "factory"],
    r"cblas\.h|lapacke\.h|lapack\.h|openblas.*\.h|.*intrin\.h|arm_neon\.h|wasm_simd128\.h|cpuid\.h": ["core/kernel", "train/kernel"],
    r"flite/.*": ["core/speech"],
    r"ev\.h": ["server", "tools"],
    r"microhttpd\.h|sys/(epoll|un)\.h": ["server"],
    r"sys/socket\.h|netinet/.*": ["server", "tools"],
    r"libwebsockets\.h": ["server", "tools"],
    r"arpa/inet\.h": ["server", "config", "tools"],
    r"pthread\.h|threads\.h|signal\.h": ["server", "tools"],
    r"openssl/.*": ["server"],
    r"curl/.*": ["server"],
    r"yaml\.h": ["config", "tools"],
    r"time\.h|sys/time\.h": ["server", "tools", "factory"],
}
# calls that must not appear in core; where the process ends by its own bug it may say so
ENDS_THE_PROCESS = "core/base/assert.c"
CALLS = re.compile(r"(?<![\w.>])(printf|fprintf|puts|perror|getenv|secure_getenv|time|clock|clock_gettime|"
                   r"gettimeofday|pthread_\w+|exit|abort)\s*\(")
# intrinsics by name, wherever they were declared
INTRINSICS = re.compile(r"\b(_mm\d*_\w+|__m(128|256|512)\w*|v(ld|st)1q?_\w+|__builtin_ia32_\w+)\b")


def area(path):
    parts = path.split("/")
    if path.startswith("core/mhr/convert/"):
        return "core/mhr/convert"
    return "/".join(parts[:2]) if parts[0] == "core" else parts[0]


def kernel_of(path):
    """train/kernel for its files, which may use intrinsics and BLAS as core/kernel may."""
    return "train/kernel" if path.startswith("train/kernel/") else None


def room(path):
    """The folder inside its area: "" at the top of it."""
    return os.path.dirname(path)[len(area(path)):].strip("/")


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    return text


def includes(path):
    """(line number, path of ours) for each include."""
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        ours = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if ours and "/" in ours.group(1) and not ours.group(1).startswith("gen/"):
            yield number, ours.group(1)


def check(path):
    here = area(path)
    text = open(path, encoding="utf-8").read()
    for number, header in includes(path):
        there = area(header)
        if there != here and there not in MAY[here]:
            yield f"{path}:{number}: {here} may not include {header}"
        order = ORDER.get(here, [])
        if there == here and room(path) in order and room(header) in order and order.index(room(header)) > order.index(room(path)):
            yield f"{path}:{number}: upward: {header} ({here}: {' <- '.join(order)})"
    for number, line in enumerate(text.split("\n"), 1):
        theirs = re.match(r"\s*#\s*include\s+<([^>]+)>", line)
        for pattern, allowed in OUTSIDE.items() if theirs else ():
            if re.fullmatch(pattern, theirs.group(1)) and here not in allowed and kernel_of(path) not in allowed:
                yield f"{path}:{number}: <{theirs.group(1)}> only in {', '.join(allowed)}"
    for number, line in enumerate(without_comments(text).split("\n"), 1):
        if here.startswith("core/") and str(path) != ENDS_THE_PROCESS and "#define" not in line:
            for call in CALLS.findall(re.sub(r'"(\\.|[^"\\])*"', '""', line)):
                yield f"{path}:{number}: core may not call {call}()"
        if here != "core/kernel" and kernel_of(path) != "train/kernel":
            for found in INTRINSICS.finditer(line):
                yield f"{path}:{number}: {found.group(1)} only in core/kernel"


def circles(sources):
    """Folders that reach themselves over includes, each edge with one include as its witness."""
    edges = collections.defaultdict(dict)
    for path in sources:
        for number, header in includes(path):
            a, b = os.path.dirname(path), os.path.dirname(header)
            if a != b:
                edges[a].setdefault(b, f"{path}:{number}: {header}")

    def reached(start):
        seen, waiting = set(), [start]
        while waiting:
            for there in edges[waiting.pop()]:
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        return seen

    reach = {folder: reached(folder) for folder in list(edges)}
    for a in sorted(reach):
        for b in sorted(edges[a]):
            if a in reach.get(b, ()):
                yield f"{edges[a][b]}: {a} and {b} include one another"


def crowded(sources):
    count = collections.Counter(os.path.dirname(path) for path in sources)
    for folder, files in sorted(count.items()):
        if files > MOST_FILES:
            yield f"{folder}: {files} files; at most {MOST_FILES}"
    for path in sources:
        lines = open(path, encoding="utf-8").read().count("\n")
        if lines > MOST_LINES and not path.startswith("clients/"):
            yield f"{path}: {lines} lines; at most {MOST_LINES}: divide it by its steps"


def tracked(*folders):
    return subprocess.run(["git", "ls-files", *folders], capture_output=True, text=True, check=True).stdout.split()


def long_tests():
    for path in tracked("tests"):
        lines = open(path, encoding="utf-8").read().count("\n") if path.endswith((".c", ".h", ".py")) else 0
        if lines > MOST_LINES:
            yield f"{path}: {lines} lines; at most {MOST_LINES}: divide it by what it tests"


def main():
    files = tracked("core", "train", "api", "config", "server", "tools", "factory", "clients")
    # an example is a program of its own, with whatever transport it shows
    sources = [path for path in files if path.endswith((".c", ".h")) and "/example" not in path and "factory/tests/" not in path]
    wrong = [message for path in sources for message in check(path)] + list(circles(sources)) + list(crowded(sources)) + list(long_tests())
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
