#!/usr/bin/env python3
"""The tables of docs/lab/matching.md that set the network, auto and captured frames side by side, from one state by one command (make docs).

    scripts/lint/matching_figures.py POSEDCTL --write     roll the scripts out thrice, measure them, write the tables
    scripts/lint/matching_figures.py                      the tables are of the network, the database and the bands that are shipped (lint)
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile

PAGE = "docs/lab/matching.md"
BEGIN, END = "<!-- scripts/lint/matching_figures.py writes from here -->\n", "<!-- to here -->\n"
STATE = ["models/motion.safetensors", "models/matching.safetensors", "models/motion-bands.json"]
MOTIONS = ["network", "auto", "matching"]
SCRIPTS = ["walk", "start-stop-walk", "turn-90-walk", "turn-180-walk", "mixed-flat", "jog", "start-stop-jog", "turn-90-jog", "half-stick", "random-stick",
           "circle-1.5", "circle-3", "slalom", "slow-jog"]
LEAST_S = 5  # of an activity that has a row of its own
TIMES = {"start_t90": "start", "stop_rest": "stop", "turn_t90": "t90"}


def state():
    return ", ".join(f"{hashlib.sha256(open(path, 'rb').read()).hexdigest()[:16]} {path}" for path in STATE)


def row(cells):
    return "| " + " | ".join(cells) + " |\n"


def number(value, digits):
    text = f"{value:.{digits}f}"
    return text.lstrip("0") if text.startswith("0.") else text


def measured(posedctl, motion):
    """The scripts by name, moved by `motion`."""
    with tempfile.TemporaryDirectory() as work:
        for name in SCRIPTS:
            with open(f"examples/{name}.yaml") as script, open(f"{work}/{name}.yaml", "w") as out:
                out.write(script.read() + f"motion: {motion}\n")
        paths = [os.path.join(work, name + ".yaml") for name in SCRIPTS]
        scripts = json.loads(subprocess.check_output([posedctl, "measure", "--json"] + paths))["scripts"]
    return {script["script"]: script for script in scripts}


def judged(activity):
    if not activity or not activity["within"][1]:
        return ""
    frechet = "" if activity["frechet"] is None else ", " + number(activity["frechet"], 1)
    return f"{activity['within'][0]} of {activity['within'][1]}{frechet}"


def beside(cells):
    return [cells[0]] + ["as the network" if cell and cell == cells[0] else cell for cell in cells[1:]]


def figures(all_of):
    out = row(["script", "activity"] + MOTIONS) + row(["---"] * 5)
    for name in SCRIPTS:
        kinds = [kind for kind, a in all_of["network"][name]["activities"].items() if a["seconds"] >= LEAST_S and a["within"][1]]
        for i, kind in enumerate(kinds):
            out += row(["" if i else name, kind] + beside([judged(all_of[motion][name]["activities"].get(kind)) for motion in MOTIONS]))

    sums = {motion: [sum(a["within"][k] for s in all_of[motion].values() for a in s["activities"].values()) for k in (0, 1)] for motion in MOTIONS}
    return out + row([f"all {len(SCRIPTS)}", "all"] + [f"{sums[motion][0]} of {sums[motion][1]}" for motion in MOTIONS])


def feet(all_of):
    out = row(["script", "slide before > after feet are locked, m/s", "jerk, m/s3", "seconds; path, m"]) + row(["---"] * 4)
    for name in SCRIPTS:
        of = [all_of[motion][name]["measures"] for motion in MOTIONS]
        slide = beside([f"{number(m['slide_pre'], 3)} > {number(m['slide'], 3)}" for m in of])
        jerk = beside([number(m["jerk"], 0) for m in of])
        texts = []
        for measure, word in TIMES.items():
            if of[0][measure] is not None:
                texts.append(f"{word} " + "; ".join("-" if m[measure] is None else number(m[measure], 2) for m in of))
        if of[0]["path"] is not None:
            texts.append("path " + "; ".join(number(m["path"], 3) for m in of))
        out += row([name, "; ".join(slide), "; ".join(jerk), ". ".join(texts)])
    return out


def main():
    page = open(PAGE).read()
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    if "--write" not in sys.argv:
        if state() not in page[begin:end]:
            sys.exit(f"{PAGE} is of another network, database or bands than the shipped ones: make docs")
        return

    all_of = {motion: measured(sys.argv[1], motion) for motion in MOTIONS}
    tables = f"State: {state()}.\n\n{figures(all_of)}\nNetwork; auto; matching:\n\n{feet(all_of)}"
    with open(PAGE, "w") as file:
        file.write(page[:begin] + tables + page[end:])


main()
