"""Usage: guides.py ADDRESS [PAGE...]: runs the commands of README.md and the guides, or of the pages whose path contains PAGE, in an empty folder, against the
daemon at ADDRESS (HOST:PORT). posedctl and posed are found by PATH.

A command is a line of a block of commands (blocks.py); quotes or a backslash that stay open make it go on with the next line. Commands of one page run in
their order in one shell, as a reader would run them, and each has to end with status 0. What a reader brings along is made here (BROUGHT). A command that
needs what the tests lack is not run; NEEDS says why, and the test prints it. A command that neither runs nor has a reason is an error."""
import os
import re
import subprocess
import sys

import blocks

# Commands that run here, by their first word.
RUNS = re.compile(r"(posedctl|build/posedctl|curl|mkdir|(bend|pose|betas)\(\)|for|cp|printf) ")
# What a command needs that the tests lack: (pattern, reason).
NEEDS = [
    (r"^git |^make |^build/posed |^posed |^npm |^npx ", "it starts or builds the program; readme.sh does"),
    (r"^mpirun |^srun ", "a cluster with MPI; tests/e2e/mpi.sh runs mpirun"),
    (r"SMPL", "SMPL's files, which need a licence"),
    (r"dyna|models\.txt|comparison\.jsonl", "the registrations of DYNA, which need a licence"),
    (r"--paper DIR|--learned mine|--capture FOLDER", "a folder of the reader"),
    (r"hero\.fbx|hero\.glb|fox|horse|robot|walk\.fbx|dance|greet", "a file of the reader; tests/e2e/characters.sh and fbx.sh have such files"),
    (r"16\.asf|\.amc|captured\.bvh|ours\.npz", "a captured motion, which the project does not have"),
    (r"keypoints/|results\.json|landmarks|person\.npz|left/|unnamed|sensors|tracks\.csv|front\.ply|scan\.obj|meshes/", "data of a camera, markers, sensors or a scanner"),
    (r"takes\.txt|scripts\.txt", "a list of the reader"),
    (r"5f3a|LAST", "the id or the result of an earlier reply, shortened in the text"),
    (r"hello\.wav|talk\.yaml", "a recording or a script of the reader; tests/e2e/rollout.sh has one"),
    (r"webhook", "a receiver; tests/e2e/webhooks.sh has one"),
    (r"register scan\.ply", "minutes; tests/e2e/register.sh does it"),
    (r"8080/v1/models/mine", "a daemon with the model that the page makes; tests/e2e/sculpt.sh has one"),
    (r"^python3 player|^python3 -c", "a program; guide_programs.sh runs it"),
    (r"^cat ", "a captured motion, which the project does not have"),
    (r"^godot ", "a screen; tests/e2e/games.sh runs the project without one"),
]
# What a reader has: the command that makes the file, from those that the page has made so far.
BROUGHT = {
    "people.txt": "printf '%s\\n' '--random 1 -o out/1.glb' \"--random 3 --height 1.9 -o 'out/tall one.glb'\" >people.txt",
    "belly.obj": "cp base.obj belly.obj", "in.obj": "cp base.obj in.obj", "flexed.obj": "cp bent.obj flexed.obj", "fuller.obj": "cp folded.obj fuller.obj",
    "up.obj": "posedctl mesh --pose \"$(awk 'BEGIN { for (i = 0; i < 72; i++) printf \"%s%s\", i ? \",\" : \"\", i == 50 ? 1.0472 : 0 }')\" -o up.obj",
    "avatar.vrm": "curl -o avatar.vrm http://127.0.0.1:8080/samples/hero.vrm", "hero.vrm": "curl -O http://127.0.0.1:8080/samples/hero.vrm",
    "walk.bvh": "posedctl rollout --script examples/walk.yaml -o walk.bvh",
}


def commands(block):
    """Returns the commands of a block, each as the text that a shell reads. What a command prints is left out."""
    found, lines = [], iter(block.lines)
    has_prompt = any(line.startswith("$ ") for line in block.lines)
    for line in lines:
        if has_prompt and not line.startswith("$ ") or not line.strip() or line.startswith("#"):
            continue
        text = re.sub(r"   +[^\s].*$| +# .*$", "", line.strip().removeprefix("$ "))  # without the words behind a command
        while text.count("'") % 2 or text.endswith("\\") or (text.startswith("for ") and not text.rstrip().endswith("done")):
            text += "\n" + next(lines).rstrip("\n")
        found.append(text)
    return found


def lacks(text):
    """Returns what a command needs that the tests lack, or None."""
    return next((why for pattern, why in NEEDS if re.search(pattern, text)), None)


def run(page, root, address):
    """Runs the commands of a page in a folder of its own. Returns what was wrong, as text, how many ran, and the reasons why others did not."""
    folder = os.path.join(os.environ["WORK"], re.sub(r"\W", "_", page))
    os.makedirs(folder)
    for name in ("examples", "models", "build"):
        os.symlink(os.path.join(root, name) if name != "build" else os.environ["BUILD_FOLDER"], os.path.join(folder, name))
    script, count, made, left = ["curl() { command curl -fsS \"$@\"; }"], 0, set(), []
    for text in [text for block in blocks.of_guides()[page] for text in commands(block)]:
        if why := lacks(text):
            left.append((text.split("\n")[0], why))
            continue
        if not RUNS.match(text):
            return f"{text}: neither run nor in NEEDS of guides.py", count, left
        for name, make in BROUGHT.items():
            if re.search(rf"(?<![\w/.-]){re.escape(name)}", text) and f"-o {name}" not in text and name not in made:
                script.append(f"[ -e {name} ] || {{ {make}; }} || exit 1")
                made.add(name)
        if "avatars/ID" in text:
            text = text.replace("ID", "$id")
            text = text.replace("'", '"')
        if text.startswith("curl -X POST") and text.rstrip().endswith("}'") and "/v1/avatars" in text:
            text = f"id=$({text} | sed 's/.*\"id\":\"\\([0-9a-f]*\\)\".*/\\1/')"
        script.append(f"{{ {text}\n}} >.out 2>.err </dev/null || {{ echo {shown(text)}; tail -n 3 .err .out; exit 1; }}")
        count += 1
    code = "\n".join(script).replace("127.0.0.1:8080", address).replace("localhost:8080", address)
    done = subprocess.run(["bash", "-c", code], cwd=folder, capture_output=True, text=True, timeout=600)
    return (done.stdout + done.stderr if done.returncode else ""), count, left


def shown(text):
    """Quotes a command for echo."""
    return "'" + text.replace("'", "'\\''") + "'"


def main():
    root, address, names, bad, all_left = os.getcwd(), sys.argv[1], sys.argv[2:], 0, []
    for page in [p for p in blocks.of_guides() if not names or any(n in p for n in names)]:
        wrong, count, left = run(page, root, address)
        print(f"{'not ok' if wrong else 'ok'} - the {count} commands of {page} run" + (f"; {len(left)} need more" if left else ""))
        for line in wrong.splitlines():
            print(f"  {line[:300]}")
        sys.stdout.flush()
        bad |= bool(wrong)
        all_left += left
    for why in sorted({why for _, why in all_left}):
        print(f"# not run, for want of {why}: " + "; ".join(text[:70] for text, reason in all_left if reason == why))
    return bad


if __name__ == "__main__":
    sys.exit(main())
