#!/usr/bin/env python3
"""Rules of text in C that a script can check; CONTRIBUTING.md states them.

* No line is longer than 110 characters, comments included. A line of the tests may be longer if it holds a string, such as JSON.
* No static function has a name that stands in more than five files: a backtrace and a search must say which one it is.
* No two statements are joined by a comma.
* The name of a public function begins with the prefix of its folder.
* What moves characters calls no function of libm whose bits IEEE 754 leaves open; core/math/elementary.h has those functions.
"""
import collections
import re
import subprocess
import sys

WIDTH = 110
MOST_FILES = 5
# folder -> prefixes of its public names; the longest folder that fits counts
PREFIXES = {
    "core/base": ["pd_"], "core/math": ["pd_"], "core/anim": ["pd_anim_", "pd_human", "pd_biped"], "core/kernel": ["pd_k_", "pd_linalg_", "pd_"],
    "core/io": ["pd_"], "core/smpl": ["pd_smpl_"], "core/mhr": ["pd_mhr_", "pd_mhr"], "core/ik": ["pd_ik_"], "core/pfnn": ["pd_pfnn_"],
    "core/character": ["pd_character"], "core/matching": ["pd_matching_", "pd_inertia"], "core/retarget": ["pd_retarget_"], "core/motion": ["pd_motion_"],
    "core/animal": ["pd_animal_"], "core/observe": ["pd_observe_"], "core/rig": ["pd_rig_"], "core/draw": ["pd_draw_"], "core/wardrobe": ["pd_wardrobe_"],
    "core/portrait": ["pd_portrait_"], "core/avatar": ["pd_avatar_"], "core/face": ["pd_face_"], "core/wire": ["pd_wire_"],
    "api": ["pd_api_"], "server": ["pd_srv_"], "config": ["pd_cfg_"], "tools": ["pd_tool_"], "train": ["pd_train_", "pd_learn_"], "train/kernel": ["pd_k_"],
    "factory": ["pd_factory_", "pd_tool_"],
}
# rooms whose bits must be the same natively and in WebAssembly, and what they may not call. normal.c draws people and moves nobody.
SAME_BITS = re.compile(r"core/(math|anim|character|matching|pfnn|kernel/motion)/(?!normal\.c)")
LIBM = re.compile(r"(?<![\w.>])((?:sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|hypot|cbrt|fmin|fmax|fdim"
                  r"|erf|erfc|fma|lgamma|tgamma|sincos)f?l?)\(")
PUBLIC = re.compile(r"^(?!static|typedef|extern|#|/| )[\w\s*]*?\b(pd_\w+)\(", re.M)
STATIC = re.compile(r"^static (?!inline)[\w\s*]*?\b(\w+)\([^;{]*\)\s*\{", re.M)
COMMA = re.compile(r"^\s+(?!\.)(?:\*?[\w.>\[\]-]+ [-+*/|&]?= [^;(){}\"']+|free\([^()]*\)), [\w.>\[\]*-]+ ?(?:[-+*/|&]?= |\()[^;]*;$")


def without_comments(text):
    return re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def joins_statements(line):
    """Whether a line is a statement with a comma outside of brackets, and no declaration or row of a table."""
    if not line.endswith(";") or not line.startswith(" ") or not re.match(r"\s+(?:(?:for|if|while) \(.*\) )?\*?[A-Za-z_][\w.>\[\]-]*(?:\(| ?\S?= |\+\+|--)", line):
        return False
    depth = 0
    for c in re.sub(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'", "0", line):
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            return True
    return False


def prefixes_of(path):
    folder = path
    while "/" in folder:
        folder = folder.rsplit("/", 1)[0]
        if folder in PREFIXES:
            return PREFIXES[folder]
    return ["pd_"]


def main():
    files = subprocess.run(["git", "ls-files", "*.c", "*.h"], capture_output=True, text=True, check=True).stdout.split()
    wrong, statics = [], collections.defaultdict(set)
    for path in files:
        if path.startswith("clients/unreal/"):
            continue  # written in the style of that engine
        text = open(path, encoding="utf-8").read()
        is_test = path.startswith(("tests/", "factory/tests/", "clients/", "bench/"))
        before = ""
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > WIDTH and not (is_test and '"' in line):
                wrong.append(f"{path}:{number}: {len(line)} characters; at most {WIDTH} allowed")
            if not is_test and path.endswith(".c") and COMMA.match(line) and not re.match(r"\s+(\[|const |static |for|int |double |float )", line):
                wrong.append(f"{path}:{number}: statements joined by a comma")
            if path.startswith("tests/golden/steps/") and path.endswith(".c") and not before.endswith((",", "(", "=", "?", "&&", "||")) and joins_statements(line):
                wrong.append(f"{path}:{number}: statements joined by a comma")
            before = line
        if is_test:
            continue
        code = without_comments(text)
        if SAME_BITS.match(path):
            wrong += [f"{path}: {name}() of libm; pd_{name}() of core/math/elementary.h gives the same bits on every machine"
                      for name in sorted(set(LIBM.findall(re.sub(r'"(?:\\.|[^"\\])*"', '""', code))))]
        if path.endswith(".c"):
            for name in STATIC.findall(code):
                statics[name].add(path)
        elif not path.endswith(("_lanes.h", "_internal.h")):
            allowed = prefixes_of(path)
            wrong += [f"{path}: {name}() begins with none of {', '.join(allowed)}" for name in PUBLIC.findall(code) if not name.startswith(tuple(allowed))]
    wrong += [f"{name}(): static in {len(paths)} files, at most {MOST_FILES} allowed: {', '.join(sorted(paths)[:3])} ..."
              for name, paths in sorted(statics.items()) if len(paths) > MOST_FILES]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
