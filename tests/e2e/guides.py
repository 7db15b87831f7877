"""Usage: guides.py ADDRESS [PAGE...]: runs the commands of the guides, or of the pages whose path contains PAGE, in an empty folder, against the daemon at ADDRESS (HOST:PORT). posedctl is found by PATH.

A command is a line that begins with posedctl, curl or mkdir in a block of a page; quotes that stay open make it go on with the next line. Commands of one
page run in their order in one shell, as a reader would run them, and each has to end with status 0. What a reader brings along is made here (BROUGHT).
Commands that name something else, such as a file of another program or a key, are not run (ELSEWHERE); each page says how many ran."""
import os
import re
import subprocess
import sys

PAGES = {  # page: least number of commands that have to run
    "README.md": 6, "docs/guide/agents.md": 1, "docs/guide/avatars.md": 6, "docs/guide/batch.md": 2, "docs/guide/bodies.md": 12, "docs/guide/characters.md": 11,
    "docs/guide/fit.md": 9, "docs/guide/glossary.md": 2, "docs/guide/ik.md": 12, "docs/guide/models.md": 3, "docs/guide/motion-capture.md": 7,
    "docs/guide/people.md": 5, "docs/guide/smplx.md": 2, "docs/reference/measurements.md": 4,
}
# What a reader has: the command that makes the file, from those that the page has made so far.
BROUGHT = {
    "people.txt": "printf '%s\\n' '--random 1 -o out/1.glb' \"--random 3 --height 1.9 -o 'out/tall one.glb'\" >people.txt",
    "belly.obj": "cp base.obj belly.obj", "in.obj": "cp base.obj in.obj", "flexed.obj": "cp bent.obj flexed.obj", "fuller.obj": "cp folded.obj fuller.obj",
    "up.obj": "posedctl mesh --pose \"$(awk 'BEGIN { for (i = 0; i < 72; i++) printf \"%s%s\", i ? \",\" : \"\", i == 50 ? 1.0472 : 0 }')\" -o up.obj",
    "avatar.vrm": "curl -o avatar.vrm http://127.0.0.1:8080/samples/hero.vrm", "hero.vrm": "curl -O http://127.0.0.1:8080/samples/hero.vrm",
    "walk.bvh": "posedctl rollout --script examples/walk.yaml -o walk.bvh",
}
ELSEWHERE = re.compile(r"""SMPL|wham|hmr4d|tracks|keypoints/|results\.json|landmarks|left/|sensors|unnamed|hero\.fbx|hero\.glb|fox|horse|mpirun|srun|takes\.txt|models\.txt
    |models/mine|\.amc|walk\.fbx|dance|FOLDER|DIR\b|person\.npz|front\.ply|scan\.|meshes/|5f3a|webhook|LAST|FIGURE""", re.X)


def commands(page):
    """Returns the commands of a page, each as the text that a shell reads."""
    found, lines, inside = [], iter(open(page, encoding="utf-8")), False
    for line in lines:
        if line.startswith("```"):
            inside = not inside
            continue
        if not inside and not line.startswith("    "):
            continue
        text = re.sub(r"   +[^\s].*$| +# .*$", "", line.strip().removeprefix("$ "))  # without the words behind a command
        if not re.match(r"(posedctl|build/posedctl|curl|mkdir|bend\(\)) ", text):
            continue
        while text.count("'") % 2 or text.endswith("\\"):
            text += "\n" + next(lines).rstrip("\n")
        found.append(text)
    return found


def run(page, root, address):
    """Runs the commands of a page in a folder of its own. Returns what was wrong, as text."""
    folder = os.path.join(os.environ["WORK"], re.sub(r"\W", "_", page))
    os.makedirs(folder)
    for name in ("examples", "build"):
        os.symlink(os.path.join(root, name) if name == "examples" else os.environ["BUILD_FOLDER"], os.path.join(folder, name))
    script, count, made = ["curl() { command curl -fsS \"$@\"; }"], 0, set()
    for text in commands(os.path.join(root, page)):
        if ELSEWHERE.search(text):
            continue
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
        count += not text.startswith("bend")
    code = "\n".join(script).replace("127.0.0.1:8080", address).replace("localhost:8080", address)
    done = subprocess.run(["bash", "-c", code], cwd=folder, capture_output=True, text=True, timeout=600)
    if done.returncode:
        return done.stdout + done.stderr
    return f"{count} commands ran, {PAGES[page]} or more expected: has the page another form?" if count < PAGES[page] else ""


def shown(text):
    """Quotes a command for echo."""
    return "'" + text.replace("'", "'\\''") + "'"


def main():
    root, address, names, bad = os.getcwd(), sys.argv[1], sys.argv[2:], 0
    for page in [p for p in PAGES if not names or any(n in p for n in names)]:
        wrong = run(page, root, address)
        print(f"{'not ok' if wrong else 'ok'} - the commands of {page} run")
        for line in wrong.splitlines():
            print(f"  {line[:300]}")
        sys.stdout.flush()
        bad |= bool(wrong)
    return bad


if __name__ == "__main__":
    sys.exit(main())
