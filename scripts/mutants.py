#!/usr/bin/env python3
"""Mutation testing: one wrong line at a time, and does a test notice?

    scripts/mutants.py [--count 300] [--seed 1] [--jobs 1] [--e2e | --near 4] [--only PATH] [--tests WORDS] [--under 3] [--plain] [--fresh]

0. The library is built as a shared one (MODE=shared). Each test is linked once, with a library before it that is empty: what
   stands there at run time, found by LD_LIBRARY_PATH, takes the place of the sources that it defines.
1. The sources that are drawn from, compiled with gcov's counters, take that place, and every test that needs one of
   them runs once and leaves which lines it executes.
2. COUNT mutations are drawn from a generator seeded with SEED: the kind first, each as likely, then the place.
       comparison   < <= > >= == != && ||   by its neighbour; < <= > >= of reals by the other direction, since two reals that are
                    equal are no case
       constant     an integer by the next one (-1 by 0), a fraction by 1.5 times itself (not guards against rounding, 1e-8 and less),
                    what memset fills with by 85, since a double of bytes of 1 is 8e-304. A 1 that is all of what is returned or
                    stored becomes 0 instead: it is often a truth value, for which 2 would be no change
       sign         + by -, += by -=, and back; a unary minus dropped
       statement    an assignment or a call dropped
       argument     the first two arguments of a call swapped
   What cannot matter is not drawn: an assertion, a larger buffer, the end of a lock that holds no memory, swapped arguments of fmax, <= for < where equal values
   give the same ("a < b ? a : b"). What does not compile is drawn again, and so is what the compiler proves to be equal: the
   source as it is and the mutant give the same object file, with PD_ASSERT as it is or as a promise to the optimizer.
3. The mutant is compiled alone and put before the library; the tests of tests/unit that execute its line run, quickest first,
   until one fails (killed) or none does; tests that killed others of its file come first. Then come the other C tests that execute
   it: goldens, properties, simulated worlds. A line of a table executes
   nowhere: it gets the tests whose programs hold the table, or those of its folder where the file has nothing else. What passed all of them is compiled with the address, undefined-behaviour and
   leak sanitizers and meets those of under 10 s again, as in `make sanitize`, with an arena whose pieces have guards. With --e2e
   what passed these is linked into the daemon and posedctl, and the scripts of tests/e2e that execute its line run. To measure
   what all scripts execute takes an hour; --near 4 gives each survivor the four scripts that share most rare words with
   its source instead. A test has noticed when it fails twice; a script has to pass without the mutant besides.
   What is left has survived; a line that no test executes is "not executed".

Results go to build/mutants/results.jsonl, a line each, with the tests that a survivor has met. A run that was stopped goes on where
it was: tests whose text has changed are measured again, and survivors meet them, and those that --under or a stage left out before. The report is
build/mutants/report.md: the share that was killed by folder and by kind, then every survivor with its line.
Ends with 1 when under 90 % were killed.
"""
import argparse
import collections
import concurrent.futures
import functools
import glob
import hashlib
import json
import math
import os
import random
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import threading
import time

OUT = "build/mutants"
PLACE = "libmutant.so"  # what the tests are linked with before the library
LIBRARY = {"plain": "libposed.so", "memory": "libposed_memory.so", "simulate": "libposed_simulate.so"}  # by what is wrapped
FOLDERS = ("core", "api", "server", "clients/c")  # sources that are drawn from when --only says nothing
MORE = ("train", "config", "tools")               # sources that --only may name besides
ARCHIVES = [f"build/shared/libposed{part}.a" for part in ("", "train", "tools")]
KINDS = ("comparison", "constant", "sign", "statement", "argument")
COMPARISON = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
OF_REALS = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
TARGET = 0.9
# Uninitialized memory holds a pattern, so that a removed initialization cannot pass a test by chance.
SANITIZE = ["-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-ftrivial-auto-var-init=pattern"]
# PD_ASSERT as a promise: the compiler takes for granted what it says. Two sources of the same object file then differ at most in
# whether an assertion ends the program.
PROMISE = "build/mutants/promise.h"
PROMISES = """#define PD_BASE_ASSERT_H
extern void (*pd_assert_log)(const char *condition, const char *file, int line);
_Noreturn void pd_assert_failed(const char *condition, const char *file, int line);
#define PD_ASSERT(condition) ((condition) ? (void)0 : __builtin_unreachable())
#define PD_DEBUG_ASSERT(condition) PD_ASSERT(condition)
"""
KILLS = collections.Counter()  # by (source, test)
FUNCTION = re.compile(r"^\w[^;={}]*\)\n\{", re.M)
# Stages of tests, in this order, until one kills the mutant.
STAGES = {"plain": "tests of tests/unit", "golden": "other C tests", "sanitizer": "C tests under the sanitizers", "script": "scripts of tests/e2e"}
UNIT = "build/shared/tests/unit/"
NOT_NEAR = ("@long", "@nightly")  # scripts that build the project anew or run for minutes
SANITIZED_UNDER = 10  # seconds of processor time that a test took with gcov
ARENA = "core/base/arena.c"
# Kernels that this machine cannot run, so that no test can tell.
KERNELS_ELSEWHERE = ("_neon.c", "_simd128.c") if "avx512f" in open("/proc/cpuinfo").read() else ("_neon.c", "_simd128.c", "_avx512.c")
# Removing these calls has no effect: only our own bugs break their conditions, or Linux keeps no memory for the objects that they destroy.
NO_EFFECT = ("PD_ASSERT(", "pthread_mutex_destroy(", "pthread_cond_destroy(", "pthread_rwlock_destroy(", "pthread_attr_destroy(",
             "sem_destroy(")
# The order of their first two arguments makes no difference, or only one of rounding.
SYMMETRIC = {"fmin", "fmax", "fminf", "fmaxf", "hypot", "hypotf", "strcmp", "strcasecmp", "strncmp", "strncasecmp", "memcmp", "calloc",
             "pd_vec3_dot", "pd_vec3_add", "pd_vec3_distance", "pd_dot3f", "pd_q_angle", "angle_between", "min", "max", "MIN", "MAX"}


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **options)


def lines_of(command, **options):
    return run(command, check=True, **options).stdout.splitlines()


# ---- what can be changed

def code_of(text):
    """The text with comments, strings and preprocessor lines blanked; every character keeps its place."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)


def inside_functions(code):
    """For each character: is it inside braces?"""
    depth, inside = 0, bytearray(len(code))
    for at, char in enumerate(code):
        if char == "}":
            depth -= 1
        inside[at] = depth > 0
        if char == "{":
            depth += 1
    return inside


def next_constant(text):
    if re.fullmatch(r"\d+", text):
        return str(int(text) + 1)
    value = float(text)
    return repr(value * 1.5 if value else 1.0)


def call_ends(code, opening):
    """Where the bracket that opens at OPENING closes."""
    depth = 0
    for at in range(opening, len(code)):
        depth += (code[at] == "(") - (code[at] == ")")
        if depth == 0:
            return at
    return len(code)


def candidates(path):
    """Yields (kind, start, end, replacement) for one source file."""
    code = code_of(open(path, encoding="utf-8").read())
    for match in re.finditer(r"\b(?:static_assert|PD_(?:DEBUG_)?ASSERT)\(", code):  # what only a bug of ours can break: it has no behaviour
        end = call_ends(code, match.end() - 1)
        code = code[:match.start()] + re.sub(r"[^\n]", " ", code[match.start():end]) + code[end:]
    inside = inside_functions(code)

    def found(pattern, flags=0):
        return (match for match in re.compile(pattern, flags).finditer(code) if inside[match.start()])

    same = set()  # operators that choose between two values: when these are equal it does not matter which
    for pattern in (r"([\w.\[\]>*-]+) (<=|>=|<|>) ([\w.\[\]>*-]+) \? (?:\1 : \3|\3 : \1)(?![\w.\[(>-])",
                    r"([\w.\[\]>*-]+) (<=|>=|<|>) ([\w.\[\]>*-]+) \? \3 : \1 (<|>|<=|>=) ([\w.\[\]>*-]+) \? \5 : \1(?![\w.\[(>-])",
                    r"([\w.\[\]>*-]+) (<=|>=|<|>) ([\w.\[\]>*-]+) \? \3 : \1 (?:<|>|<=|>=) [^?:;]+ \? [^?:;]+ : \1(?![\w.\[(>-])",
                    r"if \(([\w.\[\]>*-]+) (<=|>=|<|>) ([\w.\[\]>*-]+)\) (?:\1 = \3|\3 = \1);"):
        for match in found(pattern):
            same |= {match.start(group) for group in (2, 4) if group <= match.re.groups and match.group(group) in COMPARISON}
    for match in found(r" (<=|>=|==|!=|<|>|&&|\|\|) "):
        if match.start(1) in same:
            continue
        yield "comparison", match.start(1), match.end(1), COMPARISON[match.group(1)]
    sizes = re.compile(r"^ *(?:static )?(?:const )?(?:struct )?\w+ \**\w+\[[^\n]*;$", re.M)  # a larger buffer is no bug
    declared = [(match.start(), match.end()) for match in found(sizes) if "=" not in match.group()]
    for match in found(r"^ *(?:(?:static|const|unsigned|struct) )*(?!return\b|goto\b|case\b)\w+ \**(?=\w+\[)[^\n=]*", re.M):
        for size in re.finditer(r"(?<=\[)\d+(?=\])", match.group()):  # "double sum[3] = {0}"
            declared.append((match.start() + size.start(), match.start() + size.end()))
    for match in found(r"^ *(?:(?:static|const) )*char [^\n]*", re.M):
        for size in re.finditer(r", \w+\[([^\]\n]+)\](?=[,;])", match.group()):  # "char *at = text, line[80];"
            before = match.group()[:size.start()]
            if before.count("(") == before.count(")") and before.count("{") == before.count("}"):
                declared.append((match.start() + size.start(1), match.start() + size.end(1)))
    for match in found(r"\b(?:malloc|calloc|realloc|aligned_alloc|pd_arena_take|pd_arena_init|pd_api_pool_take)\("):
        declared.append((match.end(), call_ends(code, match.end() - 1)))
    for match in found(r"(?<![\w.])(?<!\de-)((?:\d+\.\d*|\d+)(?:e[+-]?\d+)?)(?![\w.])"):
        if "e-" in match.group(1) and float(match.group(1)) <= 1e-8:
            continue
        if any(start <= match.start() < end for start, end in declared):
            continue
        filled = re.search(r"\bmemset\([^;]*, $", code[max(0, match.start() - 120):match.start()]) and code[match.end()] == ","
        if match.group(1) == "1" and re.search(r"(?:[(,=?:] |\(|return )-$", code[max(0, match.start() - 8):match.start()]):
            yield "constant", match.start(1) - 1, match.end(1), "0"
            continue
        is_whole = match.group(1) == "1" and code[match.end()] in ";," and re.search(r"(?:\breturn|[^=!<>]=) $", code[:match.start()][-12:])
        yield "constant", match.start(1), match.end(1), "85" if filled else "0" if is_whole else next_constant(match.group(1))
    for match in found(r"(?<=[\w\])]) ([+-])(=?) (?=[\w(*&])"):
        yield "sign", match.start(1), match.end(1), "-" if match.group(1) == "+" else "+"
    for match in found(r"(?<=[(,=] )-(?=[\w(])|(?<=\()-(?=[\w(])|(?<=return )-(?=[\w(])"):
        yield "sign", match.start(), match.end(), " "
    for match in found(r"^ +((?!return|break|continue|goto|case|default|else|if|for|while|do|switch|typedef|static)"
                       r"[\w*>.\[\]()-]+(?: [-+*/|&^%]?= [^;{}]*|\([^;{}]*\)|\+\+|--));$", re.M):
        if match.group(1).startswith(NO_EFFECT):
            continue
        yield "statement", match.start(1), match.end(1), "(void)0"
    for match in found(r"\b(\w+)\(([^(),;{}]+), ([^(),;{}]+)(?=[,)])"):
        first, second = match.group(2), match.group(3)
        is_length = match.group(1) == "pd_vec3_sub" and code[:match.start()].endswith(("pd_vec3_length(", "pd_vec3_length_squared("))
        if is_length or match.group(1) in SYMMETRIC | {"for", "if", "while", "sizeof"}:
            continue
        if first != second and " " not in first.strip("&*"):
            yield "argument", match.start(2), match.end(3), f"{second}, {first}"


# ---- which test executes which line

@functools.cache
def variables():
    names = ("TESTS", "E2E", "MAINS", "SIMOBJ", "CC", "CFLAGS_ALL", "LIBS", "WRAP_MEMORY", "WRAP_WORLD")
    makefile = "include Makefile\nprint-variables:\n" + "".join(f"\t$(info {name}=$({name}))\n" for name in names) + "\t@:\n"
    lines = lines_of(["make", "--no-print-directory", "-s", "MODE=shared", "-f", "-", "print-variables"], input=makefile)
    return dict(line.split("=", 1) for line in lines if line.split("=", 1)[0] in names)


def variable(name):
    return variables()[name]


def make(mode, wanted, jobs):
    if subprocess.run(["make", f"-j{jobs}", f"MODE={mode}", *wanted], stdout=subprocess.DEVNULL).returncode:
        raise SystemExit(f"make MODE={mode} failed")


def tests_of(words, e2e):
    """The tests whose path has one of the words, all of them without words."""
    tests = variable("TESTS").split() + (variable("E2E").split() if e2e else [])
    chosen = [test for test in tests if not words or any(word in test for word in words)]
    if not chosen:
        raise SystemExit(f"--tests {','.join(words)}: no test has one of these words in its path")
    return chosen


def shared(source):
    """What tests share that this one includes, and what that includes; all of it for a script."""
    if not source.endswith(".c"):
        return sorted(glob.glob("tests/support/*"))
    found, todo = set(glob.glob("tests/support/*.c")), [source]
    while todo:
        text = open(todo.pop(), encoding="utf-8").read()
        new = set(re.findall(r'#include "(tests/support/[^"]*)"', text)) - found
        found |= new
        todo += new
    return sorted(found)


def digest(test, files):
    """Of all the texts that a measurement depends on: the test, what it includes of tests/support, the sources that it executes."""
    source = test if test.endswith(".sh") else re.sub(r"^build/shared/", "", test) + ".c"
    total = hashlib.sha256()
    for path in [source, *(shared(source) if os.path.isfile(source) else []), *sorted(files)]:
        total.update(open(path, "rb").read() if os.path.isfile(path) else b"gone")
    return total.hexdigest()


def timed(command, seconds, **options):
    """(its code, seconds of processor time): how busy the machine is does not matter. After SECONDS of the clock it is ended."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    alarm = threading.Timer(seconds, process.kill)
    alarm.start()
    _, status, usage = os.wait4(process.pid, 0)
    alarm.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


class Members:
    """Which sources a program gets out of the library: what the linker does with the names that its objects use."""

    def __init__(self, paths):
        self.defines, self.uses = {}, collections.defaultdict(set)
        for line in lines_of(["nm", "--print-file-name", "--extern-only", "--no-demangle", *paths]):
            place, kind, name = re.fullmatch(r"(.*?):[\da-f ]{17}(\w) (.*)", line).groups()
            if kind in "Uw":
                self.uses[place].add(name)
            else:
                self.defines[name] = place

    def of(self, path):
        """The members, as nm names them, that an object comes to need."""
        todo, found = [path], set()
        while todo:
            new = {self.defines[name] for name in self.uses[todo.pop()] if name in self.defines} - found
            found |= new
            todo += new
        return found


def object_of(test):
    return test.replace("build/shared/", "build/shared/obj/", 1) + ".o"


def wrapped(test):
    """Which calls of a test's program go elsewhere: of failing allocations, of the simulated world, or none."""
    kind = test.split("/")[4] if test.startswith(UNIT) else ""
    return kind if kind in LIBRARY else "plain"


def environment(folder, test):
    """Where a test finds what stands before the library. Nobody wanders for minutes, as in make sanitize. Memory that malloc gives and
    free takes back holds a pattern. A test program ends at its first failure."""
    return {**os.environ, "WANDER_SECONDS": "0", "MALLOC_PERTURB_": "165", "CMOCKA_TEST_ABORT": "1", "LD_LIBRARY_PATH": os.path.abspath(f"{folder}/{wrapped(test)}") + ":" + os.path.abspath(OUT)}


def counted_something(path):
    """Has a file of gcov's counters (gcc 12) one that is not 0? Counters that are all 0 are left out, their length is negative."""
    data, at = open(path, "rb").read(), 16
    while at + 8 <= len(data):
        tag, length = struct.unpack_from("<Ii", data, at)
        if tag == 0x01A10000 and length > 0:
            return True
        at += 8 + max(length, 0)
    return False


def measured(test, builder):
    """What one test executes; its counters go to a folder of its own, so that several can run at a time."""
    script = test.endswith(".sh")
    executed, idle = collections.defaultdict(set), collections.defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        counts = {**environment(f"{OUT}/counted", test), "BUILD": f"{OUT}/counted", "GCOV_PREFIX": folder}
        code, seconds = timed([test], 900, env=counts)
        if code and not script:  # mutants are judged by the ordinary build, whose rounding is another one
            code, seconds = timed([test], 900, env=environment(f"{OUT}/empty", test))
        passes = code == 0
        if script:  # it waits for programs
            seconds = time.monotonic() - begun
        data = [path for path in glob.glob(f"{folder}/**/build/cov/obj/**/*.gcda", recursive=True) if counted_something(path)]
        for counters in data:
            notes = re.sub(r"\.gcda$", ".gcno", counters)
            os.symlink(notes[len(folder):], notes)
        if data:
            # A program that was killed while it wrote its counters leaves a file that gcov cannot read; the others still count.
            for document in run(["gcov", "--json-format", "--stdout"] + data).stdout.splitlines():
                if not document.startswith("{"):
                    continue
                for file in json.loads(document)["files"]:
                    if file["file"].startswith(FOLDERS + MORE):
                        executed[file["file"]] |= {line["line_number"] for line in file["lines"] if line["count"]}
                        idle[file["file"]] |= {line["line_number"] for line in file["lines"] if not line["count"]}
    lines = {file: sorted(lines) for file, lines in executed.items() if lines}
    return {"seconds": seconds, "passes": passes, "digest": digest(test, lines), "lines": lines,
            "idle": {file: sorted(idle[file] - executed[file]) for file in lines}}


def coverage(tests, drawn, builder, jobs):
    """{test: {"seconds": s, "passes": p, "lines": {file: [executed]}, "idle": {file: [not executed]}}} of the tests that need one
    of the sources that are drawn from, measured once and kept while the texts stay."""
    path = f"{OUT}/coverage.json"
    known = json.load(open(path)) if os.path.exists(path) else {}
    mains = variable("MAINS").split()
    counted = [source for source in drawn if source not in mains]
    drawn = {f"build/shared/obj/{source[:-2]}.o" for source in drawn}
    objects = [object_of(test) for test in tests if not test.endswith(".sh")]
    linked = lambda test: set() if test.endswith(".sh") else members.of(object_of(test))  # the objects of its program
    found = lambda: {test: {**known[test], "linked": linked(test)} for test in tests}
    members = Members([*lines_of(["find", "build/shared/obj", "-name", "*.o", "-not", "-path", "build/shared/obj/tests/*/test_*"]), *objects])
    tests = [test for test in tests if test.endswith(".sh") or members.of(object_of(test)) & drawn]
    missing = [test for test in tests if test not in known or not set(counted) <= set(known[test].get("counted", ()))
               or known[test].get("digest") != digest(test, known[test]["lines"])]
    if not missing:
        return found()

    objects = [f"build/cov/obj/{source[:-2]}.o" for source in counted]
    make("cov", objects, jobs)
    for kind in LIBRARY:
        builder.place(f"{OUT}/counted", kind, objects, ["--coverage"])
    if any(test.endswith(".sh") for test in missing):
        builder.programs(f"{OUT}/counted", objects, ["--coverage"])
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for count, (test, entry) in enumerate(pool.map(lambda test: (test, measured(test, builder)), missing), 1):
            print(f"coverage {count}/{len(missing)} {entry['seconds']:.1f} s {test}", file=sys.stderr)
            known[test] = {**entry, "counted": counted}
            if test.endswith(".sh") or count % 20 == 0 or count == len(missing):
                with open(path + ".new", "w") as file:
                    json.dump(known, file)
                os.replace(path + ".new", path)
    return found()


# ---- one mutant

class Mutant:
    def __init__(self, path, kind, start, end, replacement):
        self.path, self.kind, self.start, self.end, self.replacement = path, kind, start, end, replacement
        self.text = open(path, encoding="utf-8").read()
        self.line = self.text.count("\n", 0, start) + 1
        self.last_line = self.text.count("\n", 0, end) + 1
        self.id = f"{path}:{self.line}:{start}:{kind}"

    def source(self, replacement=None):
        return self.text[:self.start] + (replacement or self.replacement) + self.text[self.end:]

    def settle(self, builder):
        """What a comparison becomes depends on what it compares, which the compiler knows: of reals == is warned of."""
        was = self.text[self.start:self.end]
        column = self.start - self.text.rfind("\n", 0, self.start)
        if self.kind == "comparison" and was in OF_REALS and builder.compares_reals(self.path, self.source("=="), self.line, column):
            self.replacement = OF_REALS[was]

    def shown(self):
        before = self.text.split("\n")[self.line - 1].strip()
        after = self.source().split("\n")[self.line - 1].strip()
        return before, after


class Builder:
    """Compiles and links as the Makefile does with MODE=shared."""

    def __init__(self):
        self.cc = shlex.split(variable("CC"))
        self.flags = shlex.split(variable("CFLAGS_ALL")) + ["-g0"]  # with -Werror: what warns is noticed without a test
        self.libs = shlex.split(variable("LIBS"))
        memory = shlex.split(variable("WRAP_MEMORY"))
        self.wraps = {"plain": [], "memory": memory, "simulate": [*memory, *shlex.split(variable("WRAP_WORLD"))]}
        self.more = {"plain": [], "memory": [], "simulate": shlex.split(variable("SIMOBJ"))}
        self.asan = run([*self.cc, "-print-file-name=libasan.so"]).stdout.strip()
        self.mains = variable("MAINS").split()
        self.originals = {}
        open(PROMISE, "w").write(PROMISES)
        self.guard = f"{OUT}/arena.o"
        self.compile(self.guard, ARENA, open(ARENA, encoding="utf-8").read(), SANITIZE)
        newest = max(map(os.path.getmtime, glob.glob("build/shared/obj/**/*.o", recursive=True)))
        for kind, name in LIBRARY.items():
            if os.path.exists(f"{OUT}/{name}") and os.path.getmtime(f"{OUT}/{name}") > newest:
                continue
            self.shared(f"{OUT}/{name}", kind, ["-Wl,--whole-archive", *ARCHIVES, "-Wl,--no-whole-archive"])
            self.place(f"{OUT}/empty", kind, [])

    def special(self, path):
        """The flags of kernels that are compiled for one instruction set."""
        if path.endswith("_avx2.c"):
            return ["-mavx2", "-mfma", "-mf16c"]
        if path.endswith("_avx512.c"):
            return ["-mavx512f", "-mavx512dq", "-mavx512vl", "-mavx512bw", "-mfma"]
        return []

    def compile(self, out, path, text, more=()):
        """0 when it does not compile."""
        command = self.cc + self.flags + list(more) + self.special(path) + ["-iquote", os.path.dirname(path), "-x", "c", "-c", "-o", out, "-"]
        return run(command, input=f'#line 1 "{path}"\n' + text).returncode == 0

    def is_equal(self, mutant, folder, promised):
        """Do the mutant and its source give the same object file? promised: with PD_ASSERT as a promise."""
        more = ["-include", PROMISE] if promised else []
        if (mutant.path, promised) not in self.originals:
            self.compile(f"{folder}/original.o", mutant.path, mutant.text, more)
            self.originals[mutant.path, promised] = open(f"{folder}/original.o", "rb").read()
        if promised:
            self.compile(f"{folder}/promised.o", mutant.path, mutant.source(), more)
        return open(f"{folder}/{'promised' if promised else 'mutant'}.o", "rb").read() == self.originals[mutant.path, promised]

    def linked(self, command):
        """A mutant that compiles links too: where it does not, the tests would seem to notice it."""
        done = run(self.cc + self.flags + command)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)[:300]} does not link:\n{done.stderr[-2000:]}")

    def shared(self, out, kind, objects, more=()):
        self.linked([*more, "-shared", f"-Wl,-soname,{os.path.basename(out)}", "-o", out, *objects, *self.libs, *self.wraps[kind]])

    def compares_reals(self, path, text, line, column):
        """Is what is compared by == at this place a real number? The compiler warns of it."""
        command = self.cc + self.flags + self.special(path) + ["-Wno-error", "-Wfloat-equal", "-fsyntax-only", "-iquote", os.path.dirname(path), "-x", "c", "-"]
        said = run(command, input=f'#line 1 "{path}"\n' + text).stderr
        return any(line_of.startswith(f"{path}:{line}:{column}:") and "float-equal" in line_of for line_of in said.splitlines())

    def place(self, folder, kind, objects, more=()):
        """FOLDER/KIND/libmutant.so of these objects."""
        os.makedirs(f"{folder}/{kind}", exist_ok=True)
        self.shared(f"{folder}/{kind}/{PLACE}", kind, objects, more)

    def programs(self, folder, objects, more=(), path=None):
        """FOLDER/posed and FOLDER/posedctl, with these objects in the place of the library's, or of their own main source PATH."""
        for name, main in zip(("posed", "posedctl"), self.mains):
            own = [] if path == main else [f"build/shared/obj/{main[:-2]}.o"]
            self.linked([*more, "-o", f"{folder}/{name}", *own, *objects, f"{OUT}/libposed.so", *self.libs])

    def program(self, test):
        """One test, which takes from libmutant.so what stands there and from the library the rest."""
        kind, path = wrapped(test), object_of(test)
        own = [path, *self.more[kind], *glob.glob("build/shared/obj/tests/support/*.o")]  # the library is found when it runs
        if os.path.exists(test) and os.path.getmtime(test) > max(map(os.path.getmtime, own)):
            return
        os.makedirs(os.path.dirname(test), exist_ok=True)
        self.linked(["-rdynamic", "-o", test, path, *self.more[kind], "-Wl,--no-as-needed", f"{OUT}/empty/{kind}/{PLACE}", f"{OUT}/{LIBRARY[kind]}",
                     "build/shared/libposedtest.a", *self.libs, "-lcmocka", *self.wraps[kind]])


def failed(command, seconds, **options):
    """Did the test notice? A test that hangs has noticed. None: it was skipped."""
    try:
        code = run(command, timeout=10 * seconds + 30, stdin=subprocess.DEVNULL, **options).returncode
    except subprocess.TimeoutExpired:
        return True
    return None if code == 77 else code != 0


def fails_twice(command, seconds, **options):
    """Did the test notice, and does it again? Threads and sockets on a busy machine may fail once by themselves."""
    return failed(command, seconds, **options) and failed(command, seconds, **options)


def judge(mutant, covered, near, builder, slot, stages, under, passed):
    """The record of one mutant; it has "none" when it is no mutant. Runs the stages in their order until a test of under UNDER seconds notices.
    near: scripts that it meets though nobody knows what they execute. passed: {stage: {test: digest}} of tests that have run before."""
    folder = f"{OUT}/{slot}"
    os.makedirs(folder, exist_ok=True)
    before, after = mutant.shown()
    record = {"id": mutant.id, "path": mutant.path, "line": mutant.line, "kind": mutant.kind, "before": before, "after": after}
    if not builder.compile(f"{folder}/mutant.o", mutant.path, mutant.source()):
        return {**record, "none": "does not compile"}
    if builder.is_equal(mutant, folder, False):
        return {**record, "none": "equal"}

    tests = tests_for(mutant, covered)
    record |= {"tests": len(tests), "passed": passed, "killed_by": None, "stage": None}
    for stage in stages:
        test = noticed_by(stage, mutant, left(stage, tests + near, under, covered, passed), builder, folder, covered, passed)
        if test:
            record["killed_by"], record["stage"] = test, stage
            KILLS[mutant.path, test] += 1
            return record
        if stage == stages[0] and builder.is_equal(mutant, folder, True):
            return {**record, "none": "equal, but for assertions"}
    return record


def words(text):
    return collections.Counter(re.findall(r"[a-z]{3,}", text.lower()))


@functools.cache
def words_of_scripts():
    """{script: the words of it and of the files of tests/e2e that it names}, of the scripts that take seconds"""
    found = {}
    for script in variable("E2E").split():
        text = open(script, encoding="utf-8").read()
        if any(tag in text[:20] for tag in NOT_NEAR):
            continue
        beside = [f"tests/e2e/{name}" for name in set(re.findall(r"\b[\w/]+\.(?:py|mjs|mts|c)\b", text))]
        found[script] = words(" ".join([text] + [open(path, encoding="utf-8").read() for path in beside if os.path.isfile(path)]))
    return found


@functools.cache
def nearest(path, count):
    """The scripts whose words, weighed by how few scripts have them, are most like those of a source: the cosine of both."""
    scripts = words_of_scripts()
    has = collections.Counter(word for text in scripts.values() for word in text)
    weigh = lambda text: {word: math.log(1 + n) * math.log(len(scripts) / has[word]) for word, n in text.items() if has[word]}
    length = lambda text: math.sqrt(sum(value * value for value in text.values())) or 1
    source = weigh(words(path + " " + open(path, encoding="utf-8").read()))

    def likeness(script):
        other = weigh(scripts[script])
        return sum(value * source.get(word, 0) for word, value in other.items()) / length(other)

    return sorted(scripts, key=likeness, reverse=True)[:count]


def left(stage, tests, under, covered, passed):
    """Those of a mutant's tests that run in this stage, take less than UNDER seconds, and have not passed with the text that they have now."""
    return [(seconds, test) for seconds, test in tests_of_stage(stage, tests)
            if seconds < under and passed.get(stage, {}).get(test) != covered[test]["digest"]]


def tests_of_stage(stage, tests):
    """Those of a mutant's tests that run in this stage."""
    if stage == "script":
        return [(seconds, test) for seconds, test in tests if test.endswith(".sh")]
    programs = [(seconds, test) for seconds, test in tests if not test.endswith(".sh")]
    if stage == "sanitizer":
        return [(seconds, test) for seconds, test in programs if seconds <= SANITIZED_UNDER]
    return [(seconds, test) for seconds, test in programs if test.startswith(UNIT) == (stage == "plain")]


def noticed_by(stage, mutant, tests, builder, folder, covered, passed):
    """The first of these tests that fails with the mutant, or None. Notes in PASSED those that do not."""
    if not tests:
        return None
    changed, more = f"{folder}/mutant.o", SANITIZE if stage == "sanitizer" else []
    if stage in ("sanitizer", "script") and not builder.compile(changed, mutant.path, mutant.source(), more):  # judge() has compiled it for the first stage
        return None
    if stage == "script":
        builder.programs(folder, [changed], path=mutant.path)
    else:
        objects = [changed, builder.guard] if more and mutant.path != ARENA else [changed]
        for kind in {wrapped(test) for _, test in tests}:
            builder.place(folder, kind, objects, more)

    for seconds, test in tests:
        where = {**environment(folder, test), "LD_PRELOAD": builder.asan} if more else environment(folder, test)
        if stage == "script":
            noticed = script_notices(test, folder)
        else:
            noticed = fails_twice([test], seconds * (4 if more else 1), env=where) and (not more or sound(mutant, test, seconds, builder, folder))
        if noticed:
            return test
        passed.setdefault(stage, {})[test] = covered[test]["digest"]
    return None


@functools.cache
def without_mutant(test):
    """(does the script pass without a mutant, seconds of the clock that it takes)"""
    begun = time.monotonic()
    noticed = failed([test], 30, env={**environment(f"{OUT}/empty", test), "BUILD": f"{OUT}/empty"})
    return noticed is False, time.monotonic() - begun


def script_notices(test, folder):
    """Does the script fail with the mutant, twice, and pass without it? A script waits for programs, so on a busy machine it may fail by itself."""
    passes, seconds = without_mutant(test)
    return passes and fails_twice([test], seconds / 4, env={**environment(folder, test), "BUILD": folder})


def sound(mutant, test, seconds, builder, folder):
    """Does the test pass with the sanitizers where nothing is wrong?"""
    same, fine = f"{folder}/original.o", f"{folder}/fine"
    builder.compile(same, mutant.path, mutant.text, SANITIZE)
    builder.place(fine, wrapped(test), [same, builder.guard] if mutant.path != ARENA else [same], SANITIZE)
    return not failed([test], 4 * seconds, env={**environment(fine, test), "LD_PRELOAD": builder.asan})


def tests_for(mutant, covered):
    """(seconds, test) of those that execute the mutant's lines, the ones beside its source, that killed before and are quick first."""
    beside = f"{UNIT}{os.path.dirname(mutant.path)}/"
    lines = set(range(mutant.line, mutant.last_line + 1))
    entries = [(entry, test) for test, entry in covered.items() if entry["passes"] and mutant.path in entry["lines"]]
    made = f"build/shared/obj/{mutant.path[:-2]}.o"
    holds = lambda test, entry: test.endswith(".sh") or made in entry["linked"]
    if not entries and not FUNCTION.search(mutant.text):  # a table: nothing of it executes
        entries = [(entry, test) for test, entry in covered.items() if entry["passes"] and (test.startswith(beside) or holds(test, entry))]
        return sorted((entry["seconds"], test) for entry, test in entries)
    code = any(lines & set(entry["lines"][mutant.path]) or lines & set(entry["idle"][mutant.path]) for entry, _ in entries)
    if not code:  # a row of a table, which another table may name that a test reads
        entries += [(entry, test) for test, entry in covered.items() if entry["passes"] and mutant.path not in entry["lines"] and holds(test, entry)]
    rows = [(entry["seconds"], test) for entry, test in entries if not code or lines & set(entry["lines"][mutant.path])]
    return sorted(rows, key=lambda row: (row[0] + 1) * (0.25 if row[1].startswith(beside) else 1) / (1 + KILLS[mutant.path, row[1]]))


# ---- the whole run

def report(records, left_out):
    def share(rows):
        killed = sum(1 for row in rows if row["killed_by"])
        return f"{killed} of {len(rows)}, {100 * killed / max(1, len(rows)):.0f} %"

    stages = collections.Counter(row["stage"] for row in records)
    by = ", ".join(f"{stages[stage]} by {tests}" for stage, tests in STAGES.items() if stages[stage])
    out = [f"# Mutants\n\nKilled: {share(records)}: {by}.\n", f"Left out: {', '.join(f'{count} {why}' for why, count in left_out.items())}.\n"]
    for title, key in (("folder", lambda row: os.path.dirname(row["path"])), ("kind", lambda row: row["kind"])):
        groups = collections.defaultdict(list)
        for row in records:
            groups[key(row)].append(row)
        out += [f"| {title} | killed |", "|---|---|"] + [f"| {name} | {share(rows)} |" for name, rows in sorted(groups.items())] + [""]
    out += ["## Survivors", ""]
    for row in sorted((row for row in records if not row["killed_by"]), key=lambda row: (row["path"], row["line"])):
        why = f"{row['tests']} tests" if row["tests"] else "not executed"
        out += [f"{row['path']}:{row['line']} ({row['kind']}, {why})", "", f"    - {row['before']}", f"    + {row['after']}", ""]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--e2e", action="store_true", help="the scripts of tests/e2e too")
    parser.add_argument("--near", type=int, default=0, help="of the scripts of tests/e2e so many that share most words with a survivor's source")
    parser.add_argument("--only", default=",".join(FOLDERS), help="sources whose path begins so; several with commas")
    parser.add_argument("--tests", default="", help="only tests whose path has one of these words, with commas (unit/api,unit/config)")
    parser.add_argument("--plain", action="store_true", help="do not compile survivors again with the sanitizers: faster, and fewer are killed")
    parser.add_argument("--under", type=float, default=float("inf"), help="only tests that take less than so many seconds of processor time")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    options = parser.parse_args()
    if options.e2e and options.near:
        parser.error("--e2e gives survivors all scripts that execute them; --near is for a run without it")

    os.makedirs(OUT, exist_ok=True)
    if options.fresh:
        for path in [f"{OUT}/results.jsonl", f"{OUT}/coverage.json"]:
            if os.path.exists(path):
                os.remove(path)
    tests = tests_of(options.tests.split(",") if options.tests else [], options.e2e)
    programs = [test for test in tests if not test.endswith(".sh")]
    wanted = [*ARCHIVES, "build/shared/libposedtest.a", *variable("SIMOBJ").split(), *map(object_of, programs)]
    if options.e2e or options.near:
        wanted += [f"build/shared/obj/{main[:-2]}.o" for main in variable("MAINS").split()]
    make("shared", wanted, options.jobs)
    objects = [path.removeprefix("build/shared/obj/") for path in lines_of(["find", "build/shared/obj", "-name", "*.o"])]
    sources = sorted(path[:-2] + ".c" for path in objects if path.startswith(FOLDERS + MORE) and not path[:-2].endswith(tuple(name[:-2] for name in KERNELS_ELSEWHERE)))
    sources = [source for source in sources if os.path.exists(source)]  # objects of sources that have gone may still be there
    drawn = [path for path in sources if path.startswith(tuple(options.only.split(",")))]
    builder = Builder()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(builder.program, programs))
    if options.e2e or options.near:
        builder.programs(f"{OUT}/empty", [])
    covered = coverage(tests, drawn, builder, options.jobs)
    if options.near:
        covered |= {script: {"passes": None, "digest": digest(script, [])} for script in words_of_scripts()}  # not measured
    near = lambda path: [(0, script) for script in nearest(path, options.near)] if options.near else []

    places = {kind: [] for kind in KINDS}
    for path in drawn:
        for kind, start, end, replacement in candidates(path):
            places[kind].append((path, kind, start, end, replacement))
    rng = random.Random(options.seed)
    order = []
    for kind in KINDS:
        rng.shuffle(places[kind])
    for turn in range(max(map(len, places.values()))):
        order += [places[kind][turn] for kind in KINDS if turn < len(places[kind])]

    path = f"{OUT}/results.jsonl"
    known = {row["id"]: row for row in map(json.loads, open(path))} if os.path.exists(path) else {}
    KILLS.update((row["path"], row["killed_by"]) for row in known.values() if row.get("killed_by"))
    stages = ["plain", "golden"] + ["sanitizer"] * (not options.plain) + ["script"] * (options.e2e or options.near > 0)
    records, at, left_out = [], 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, open(path, "a") as log:
        slots = list(range(options.jobs))

        def one(place):
            mutant = Mutant(*place)
            mutant.settle(builder)
            row, passed = known.get(mutant.id), {}
            if row and (row["before"], row["after"]) == mutant.shown():
                if "none" in row or row["killed_by"]:
                    return row
                passed, tests = row["passed"], tests_for(mutant, covered) + near(mutant.path)
                if not any(left(stage, tests, options.under, covered, passed) for stage in stages):
                    return row
            slot = slots.pop()
            try:
                row = judge(mutant, covered, near(mutant.path), builder, slot, stages, options.under, passed)
            finally:
                slots.append(slot)
            log.write(json.dumps(row) + "\n")
            log.flush()
            return row

        while len(records) < options.count and at < len(order):
            wanted = options.count - len(records)
            batch, at = order[at:at + wanted], at + wanted
            for done in concurrent.futures.as_completed([pool.submit(one, place) for place in batch]):
                record = done.result()
                if "none" in record:
                    left_out[record["none"]] += 1
                    continue
                records.append(record)
                print(f"{len(records)}/{options.count} {'killed  ' if record['killed_by'] else 'SURVIVED'} {record['id']}", file=sys.stderr)

    open(f"{OUT}/report.md", "w").write(report(records, left_out))
    killed = sum(1 for row in records if row["killed_by"])
    print(f"{killed} of {len(records)} killed, {100 * killed / max(1, len(records)):.1f} %; {OUT}/report.md")
    return 0 if records and killed >= TARGET * len(records) else 1


if __name__ == "__main__":
    sys.exit(main())
