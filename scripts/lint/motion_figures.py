#!/usr/bin/env python3
"""docs/lab/motion-figures.md: every figure of the shipped motion network, from one state by one command (make docs).

    scripts/lint/motion_figures.py POSEDCTL --write     roll all scripts out, measure them, write the page
    scripts/lint/motion_figures.py POSEDCTL --verify    the same, and compare with the page: rounding apart, nothing may differ by 3 %
    scripts/lint/motion_figures.py                      the page is of the network and the bands that are shipped (lint)
"""
import glob
import hashlib
import json
import re
import statistics
import subprocess
import sys

PAGE = "docs/lab/motion-figures.md"
STATE = ["models/motion.safetensors", "models/motion-bands.json"]
MEASURES = ["slide", "slide_pre", "support", "drift", "jerk", "pen_p95", "speed", "direction", "path", "turn_t90", "turn_t90_body", "start_t90", "stop_rest"]
GAITS = ["walk", "jog"]
# the same figures by another measure of the same raw capture, as far as it names them
ANOTHER = {"walk": {"knee_peak": 384, "knee_pops": 0, "knee_jerk": 38, "toe_off_knee": 22.7, "knee_range": 57, "knee_low": 8.6, "upper_arm": 23, "shoulder_yaw": 9.9,
                    "pelvis_yaw": 10.7, "pelvis_roll": 11.9, "head_pitch": 7.1, "sway": 4.8, "bob": 3.2, "jerk": 159, "knee_spread": 1.7, "clearance": 15},
           "jog": {"knee_peak": 662, "ankle_pops": 4.7, "knee_range": 85, "upper_arm": 76, "shoulder_yaw": 24, "pelvis_yaw": 19, "pelvis_roll": 8.9, "head_pitch": 12, "sway": 5.5, "bob": 13}}


def number(value):
    if value is None:
        return ""
    size = abs(value)
    text = f"{value:.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.2f}" if size >= 1 else f"{value:.3f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def state():
    return ", ".join(f"{hashlib.sha256(open(path, 'rb').read()).hexdigest()[:16]} {path}" for path in STATE)


def row(cells):
    return "| " + " | ".join(cells) + " |"


def outside_of(scripts):
    """By figure: how far each of those outside its band is off, and how wide the band is; negative: under."""
    out = {}
    for script in scripts.values():
        for activity in script["activities"].values():
            for name, f in activity["figures"].items():
                if f["value"] is None or "low" not in f or f["low"] <= f["value"] <= f["high"]:
                    continue
                over = f["value"] > f["high"]
                out.setdefault(name, []).append((f["value"] - f["high" if over else "low"], f["high"] - f["low"]))
    return out


def page(data, bands):
    scripts = {s["script"]: s for s in data["scripts"]}
    units = data["definitions"]
    out = ["# Figures of the shipped motion network", "",
           "Written by `make docs` from one state; `scripts/lint/motion_figures.py build/posedctl --verify` measures again. What the figures mean: [reference](../reference/motion.md#measures).", "",
           f"State: {state()}. People: {bands['origin']}.", ""]

    kept, of = data["bounds"]["kept"]
    within, judged = data["bounds"]["people"]
    out += [f"Regression bounds kept: {kept} of {of}. Figures within people's bands, all scripts and activities: {within} of {judged}.", ""]

    for gait in GAITS:
        figures = scripts[gait]["activities"][gait]["figures"]
        all_clips, held = bands["activities"][gait]["all"], bands["activities"][gait]["held_out"]
        out += [f"## {gait.capitalize()} beside people", "",
                f"People: raw capture, 10th, 50th and 90th percentile over {all_clips['clips']} clips of {all_clips['people']} people ({all_clips['seconds']:.0f} s); held out of training {held['clips']} of {held['people']} "
                f"({held['seconds']:.0f} s), the median. \"Another\": the same of raw capture by an independent measure, whose definitions differ in detail. Ours: `examples/{gait}.yaml`; bold: outside.", "",
                row(["figure", "unit", "people", "held out", "another", "ours before IK", "ours"]), row(["---"] * 7)]
        for name, band in all_clips["figures"].items():
            ours = figures[name]
            if ours["value"] is None:
                continue
            inside = "low" not in ours or ours["low"] <= ours["value"] <= ours["high"]
            mean = held["figures"].get(name)
            out.append(row([f"`{name}`", ours["unit"], f"{number(band[0])}, {number(band[1])}, {number(band[2])}", number(mean[1]) if mean else "",
                            number(ANOTHER[gait].get(name)), number(ours["before"]), number(ours["value"]) if inside else f"**{number(ours['value'])}**"]))
        out.append("")

    out += ["## Every script, by what the character does", "",
            "How many figures have a band and are within it, the Frechet distance to held-out capture of that activity (in brackets: of all other captured clips to it) and the ratio of the variances. Uneven ground is not judged.", "",
            row(["script", "activity", "seconds", "within", "Frechet", "variance", "outside"]), row(["---"] * 7)]
    for name, script in scripts.items():
        for activity, a in script["activities"].items():
            outside = [f"{k} {number(f['value'])}" for k, f in a["figures"].items() if f["value"] is not None and "low" in f and not f["low"] <= f["value"] <= f["high"]]
            frechet = "" if a["frechet"] is None else f"{number(a['frechet'])} ({number(a['others'])})"
            out.append(row([name, activity, f"{a['seconds']:.1f}", f"{a['within'][0]} of {a['within'][1]}" if a["within"][1] else "", frechet, number(a["spread"]), ", ".join(outside)]))

    out += ["", "## Which figures are outside", "",
            f"Of {judged} figures with a band {within} are within. By how many widths of its band, the median of those outside (of bands wider than 0).", "",
            row(["figure", "outside", "under, over", "off by"]), row(["---"] * 4)]
    for name, off in sorted(outside_of(scripts).items(), key=lambda one: (-len(one[1]), one[0])):
        under, widths = sum(o < 0 for o, _ in off), [abs(o) / wide for o, wide in off if wide > 0]
        out.append(row([f"`{name}`", str(len(off)), f"{under}, {len(off) - under}", f"{statistics.median(widths):.2f}" if widths else ""]))

    out += ["", "## Feet, speeds, paths, turns", "",
            "Slide is zero after a foot lock by construction: `slide_pre` is before it, `support` asks no contact.", "",
            row(["script"] + [m + (", " + units[m]["unit"] if units[m]["unit"] else "") for m in MEASURES]), row(["---"] * (len(MEASURES) + 1))]
    for name, script in scripts.items():
        out.append(row([name] + [number(script["measures"][m]) for m in MEASURES]))
    return "\n".join(out) + "\n"


def differences(a, b):
    """Pairs of numbers of the two pages that stand at the same place and differ."""
    numbers = re.compile(r"-?\d+(?:\.\d+)?")
    for one, other in zip(a.split("\n"), b.split("\n")):
        if one.startswith("State") or numbers.sub("#", one) != numbers.sub("#", other):
            if not one.startswith("State"):
                yield one, other
            continue
        for x, y in zip(numbers.findall(one), numbers.findall(other)):
            if abs(float(x) - float(y)) > 0.03 * abs(float(x)) + 0.002 + (0.1 if abs(float(x)) > 10 else 0):
                yield f"{x}: {one}", f"{y}: {other}"


def main():
    if len(sys.argv) < 2:
        if state() not in open(PAGE).read():
            sys.exit(f"{PAGE} is of another network or other bands than the shipped ones: make docs")
        return
    data = json.loads(subprocess.check_output([sys.argv[1], "measure", "--json"] + sorted(glob.glob("examples/*.yaml"))))
    wanted = page(data, json.load(open(STATE[1])))
    if "--write" in sys.argv:
        open(PAGE, "w").write(wanted)
    elif found := list(differences(open(PAGE).read(), wanted)):
        sys.exit("\n".join(f"page has {a}\nmeasured {b}" for a, b in found[:10]))


main()
