#!/usr/bin/env python3
"""Whether sources compute what they did before a refactoring.

    scripts/same.py [--base REV] [FILE.c ...]    every source of core, api, server, config, tools and clients that differs from REV (HEAD)

Each file and its version at REV are compiled by clang; LLVM inlines every static function into its callers and simplifies
both. What is left are the functions with external linkage and the callbacks. Their instructions, without the names of
values and without order, are compared: a comparison, constant, string, call or statement that was changed or dropped shows,
a function that was put where it is called does not. "same" means so to the last instruction. The few instructions that a loop
of another form has (getelementptr, sext, freeze, phi's selects) show as well; a call, a store, a string, a number or an operation of
reals that differs is to be explained. Order is not seen: exchanged statements of the same kind are a test's to notice.

Ends with 1 when a file differs.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDERS = ("core", "train", "api", "server", "config", "tools", "clients")
PACKAGES = "libmicrohttpd libwebsockets libzip jansson openblas yaml-0.1 libzstd zlib libdeflate spng nlopt libcrypto".split()
FLAGS = "-std=c11 -D_GNU_SOURCE -I. -Ibuild -ffp-contract=off -fno-math-errno -w -g0 -O1 -Xclang -disable-llvm-passes -S -emit-llvm".split()
FLAGS_OF = {
    "_avx2.c": ["-mavx2", "-mfma", "-mf16c"],
    "_avx512.c": ["-mavx512f", "-mavx512dq", "-mavx512vl", "-mavx512bw", "-mfma"],
}
PASSES = (
    "always-inline,globaldce,function(sroa,early-cse<memssa>,instcombine,simplifycfg,sroa,jump-threading,"
    "correlated-propagation,simplifycfg,instcombine,reassociate,gvn,sccp,dse,instcombine,adce,simplifycfg,instcombine),globaldce,constmerge"
)
SHOWN = 80  # instructions of a function that differ; beyond that it was written anew

GREATER = {"sgt": "slt", "sge": "sle", "ugt": "ult", "uge": "ule"}
WITHOUT_MEANING = re.compile(
    r"\b(nonnull|noundef|tail|nuw|nsw|inbounds|nocapture|noalias|readonly|local_unnamed_addr|signext|zeroext|dereferenceable\(\d+\)|align \d+)\b ?"
)


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def tool(name):
    """clang 14's passes are read by the opt beside it."""
    versioned = f"{name}-14"
    return versioned if run(["which", versioned]).returncode == 0 else name


def simplified(path, text, packages):
    """LLVM's text of a source whose static functions stand where they are called."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, os.path.basename(path))
        out = source + ".ll"
        pathlib.Path(source).write_text(text)
        flags = [f for ending, more in FLAGS_OF.items() if path.endswith(ending) for f in more]
        if path.startswith("tools/character/"):
            flags.append("-DPD_WITH_ASSIMP")
        if path.endswith("/gltf_draco.c"):
            flags.append("-DPD_WITH_DRACO")
        made = run([tool("clang"), *FLAGS, *packages, *flags, "-iquote", os.path.dirname(path), source, "-o", out])
        if made.returncode:
            raise RuntimeError(made.stderr)

        llvm = re.sub(r"\bnoinline\b", "", pathlib.Path(out).read_text())
        llvm = re.sub(r"^(define internal [^\n]*?)( (?:#\d+ )?\{)$", r"\1 alwaysinline\2", llvm, flags=re.M)
        pathlib.Path(out).write_text(llvm)
        made = run([tool("opt"), "-S", "-passes=" + PASSES, out, "-o", out])
        if made.returncode:
            raise RuntimeError(made.stderr)
        return pathlib.Path(out).read_text()


def instructions(llvm):
    """{function: Counter of its instructions}, without the names of values, constants by what they hold."""
    held = {m[1]: m[2] for m in re.finditer(r'^(@[\w.$"]+) = (?:private|internal)[^\n]*?(?:constant|global) (.*?)(?:, align \d+)?$', llvm, re.M)}

    def constant(name, depth=0):
        if name not in held:
            return re.sub(r"\.\d+$", "", name)
        if depth > 2:
            return "@nested"
        return "<" + re.sub(r"@[\w.$]+", lambda m: constant(m[0], depth + 1), held[name])[:400] + ">"

    functions, current = {}, None
    for line in llvm.split("\n"):
        head = re.match(r"define [^@]*@([\w.$]+)\(", line)
        if head:
            current = functions.setdefault(re.sub(r"\.\d+$", "", head[1]), collections.Counter())
            continue
        if line.startswith("}"):
            current = None
        s = re.sub(r";.*", "", line).strip()
        if current is None or not s or re.match(r'^[\w.$"-]+:', s):
            continue

        s = re.sub(r", ![\w.]+ !\d+", "", s)
        s = re.sub(r'^%[\w.$"-]+ = ', "", s)
        if s.startswith("br "):
            s = "br cond" if " i1 " in s else ""
        if not s or s.startswith(("phi", "ret")) or "llvm.lifetime" in s or "llvm.experimental.noalias" in s or "llvm.assume" in s:
            continue
        s = re.sub(r"%(struct|union)\.[\w.]+", lambda m: re.sub(r"\.\d+$", "", m[0]), s)
        s = re.sub(r'%(?!struct|union)[\w.$"-]+', "%", s)
        s = re.sub(r'@[\w.$"]+', lambda m: constant(m[0]), s)
        s = WITHOUT_MEANING.sub("", re.sub(r" #\d+", "", s))
        s = re.sub(r"icmp (sgt|sge|ugt|uge)", lambda m: "icmp " + GREATER[m[1]], s)
        current[re.sub(r"\s+", " ", s).strip(" ,")] += 1
    return functions


def compare(path, base, packages):
    """(whether the file is the same, lines that tell)"""
    before, now = run(["git", "show", f"{base}:{path}"]), pathlib.Path(path)
    if before.returncode or not now.exists():
        return False, [f"{path}: only in one of them"]
    if before.stdout == now.read_text():
        return True, [f"{path}: unchanged"]
    try:
        old, new = (instructions(simplified(path, text, packages)) for text in (before.stdout, now.read_text()))
    except RuntimeError as error:
        return False, [f"{path}: does not compile", str(error)]

    lines, same = [], 0
    for name in [*old, *(n for n in new if n not in old)]:
        if name not in old or name not in new:
            lines.append(f"  {name}: only {'now' if name in new else 'before'}")
            continue
        gone, come = old[name] - new[name], new[name] - old[name]
        if not gone and not come:
            same += 1
            continue
        lines.append(f"  {name}: {gone.total()} of {old[name].total()} instructions gone, {come.total()} new")
        if gone.total() + come.total() <= SHOWN:
            lines += [f"    -{count} {s[:150]}" for s, count in gone.items()] + [f"    +{count} {s[:150]}" for s, count in come.items()]
    return not lines, [f"{path}: {'differs' if lines else 'same'} ({same} functions the same)", *lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default="HEAD", metavar="REV")
    parser.add_argument("files", nargs="*", metavar="FILE.c")
    options = parser.parse_args()
    changed = run(["git", "diff", "--name-only", options.base, "--", *FOLDERS]).stdout.split()
    files = options.files or [f for f in changed if f.endswith(".c")]
    packages = run(["pkg-config", "--cflags", *PACKAGES]).stdout.split()

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        told = list(pool.map(lambda f: compare(f, options.base, packages), files))
    for same, lines in told:
        print("\n".join(lines))
    print(f"{sum(same for same, _ in told)} of {len(told)} files compute what they did")
    return not all(same for same, _ in told)


sys.exit(main())
