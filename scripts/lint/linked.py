#!/usr/bin/env python3
"""Sources of core, api, config and server that the daemon does not link.

build/posed.map, written by the linker, names the objects that build/posed holds. Every other source of these folders has a row below
with its reason. A row whose source the daemon links, or that is gone, is wrong too.
"""
import re
import subprocess
import sys

MAP = "build/posed.map"
REFERENCE = "the plain reference of a fast version that the daemon links"
REASONS = {
    "core/pfnn/run_ref": REFERENCE,
    "core/smpl/body_ref": REFERENCE,
}


def main():
    linked = set(re.findall(r"\bbuild/obj/([\w/]+)\.o\b", open(MAP, encoding="utf-8").read()))
    files = subprocess.run(["git", "ls-files", "core", "api", "config", "server"], capture_output=True, text=True, check=True).stdout.split()
    sources = {path[:-2] for path in files if path.endswith(".c")}
    # kernels of other processors than this one are not in the map
    other = {path for path in sources - linked if path.endswith(("_neon", "_avx2", "_avx512", "_simd128"))}
    wrong = [f"{path}.c: the daemon does not link it; move it to train/, tools/ or factory/; only a plain reference implementation may stay" for path in sorted(sources - linked - other - set(REASONS))]
    wrong += [f"{path}.c: has a reason not to be linked, but is" for path in sorted(linked & set(REASONS))]
    wrong += [f"{path}.c: has a reason, but is gone" for path in sorted(set(REASONS) - sources)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
