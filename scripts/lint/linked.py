#!/usr/bin/env python3
"""Sources of core, api, config and server that the daemon does not link.

build/posed.map, written by the linker, names the objects that build/posed holds. Every other source of these folders has a row below
with its reason. A row whose source the daemon links, or that is gone, is wrong too.
"""
import re
import subprocess
import sys

MAP = "build/posed.map"
READER = "posedctl alone offers this reader; the daemon takes its result"
WRITER = "posedctl alone writes this file, by the reader that the daemon has"
REFERENCE = "the plain reference of a fast version that the daemon links"
SCAN = "posedctl register: minutes of work, which the daemon does not offer"
TRAINING = "a kernel of training; intrinsics and BLAS belong to core/kernel"
REASONS = {
    "tests/support/api_reference": "writes docs/reference/api.md from the tables of api",
    "tools/motion/document": "posedctl reads scripts in YAML by it",
    "factory/makehuman/mhrig": READER, "train/scan/points": READER,
    "train/model/pickle_write": WRITER,
    "train/kernel/train": TRAINING, "train/kernel/train_avx2": TRAINING, "train/kernel/train_avx512": TRAINING,
    "train/kernel/train_neon": TRAINING, "train/kernel/train_ref": TRAINING,
    "tools/mhr/definition": READER, "tools/mhr/import": READER,
    "train/scan/scan": SCAN, "train/scan/align": SCAN, "train/scan/drape": SCAN, "train/scan/nearest": SCAN, "train/scan/register": SCAN, "train/scan/view": SCAN,
    "train/model/network_export": WRITER, "core/pfnn/run_ref": REFERENCE,
    "tools/motion/exaggerate": "an edit of clips that posedctl clip offers",
    "core/smpl/body_ref": REFERENCE,
    "train/model/blend_shape": WRITER, "train/model/data_encode": WRITER, "train/model/publish": WRITER, "train/model/sparsify": WRITER,
}


def main():
    linked = set(re.findall(r"\bbuild/obj/([\w/]+)\.o\b", open(MAP, encoding="utf-8").read()))
    files = subprocess.run(["git", "ls-files", "core", "api", "config", "server"], capture_output=True, text=True, check=True).stdout.split()
    sources = {path[:-2] for path in files if path.endswith(".c")}
    # kernels of other processors than this one are not in the map
    other = {path for path in sources - linked if path.endswith(("_neon", "_avx2", "_avx512"))}
    wrong = [f"{path}.c: the daemon does not link it; move it to train/ or tools/, or give its reason here" for path in sorted(sources - linked - other - set(REASONS))]
    wrong += [f"{path}.c: has a reason not to be linked, but is" for path in sorted(linked & set(REASONS))]
    wrong += [f"{path}.c: has a reason, but is gone" for path in sorted(set(REASONS) - sources)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
