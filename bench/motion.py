#!/usr/bin/python3
"""Measures the shipped motion beside captured people and writes the table of docs/lab/motion.md.

Runs `posedctl measure --json` on scripts of examples/, prints a line of CSV for each figure that has a band, and replaces the lines between the two
comments of the page by a table: what people do (10th to 90th percentile of raw capture, models/motion-bands.json) and what the shipped network does.
Values do not depend on the machine's load. The first argument, seconds for each row, is ignored.
"""
import json
import os
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
PAGE, BEGIN, END = "docs/lab/motion.md", "<!-- table: bench/motion.py -->\n", "<!-- end of table -->\n"
# The script that shows each activity, and the figures that a viewer notices in it.
ROWS = {
    "stand": ("idle", "knee_low bob skate"),
    "walk": ("walk", "knee_pops hips_acc jerk head_pitch pelvis_yaw shoulder_yaw sway bob skate skating"),
    "walk-turn": ("turn-180-walk", "lean yaw_rate twist bob hips_acc skate skating"),
    "jog": ("jog", "fall flight_time hips_jerk jerk head_pitch pelvis_yaw shoulder_yaw sway bob skate skating"),
    "jog-turn": ("circle-3-jog", "fall lean yaw_rate bob hips_acc skate"),
    "side": ("strafe-left", "crossed twist knee_pops skate skating"),
    "back": ("back", "crossed knee_pops jerk skate skating"),
    "start-stop": ("start-stop-walk", "braking hips_jerk twist knee_pops skate"),
    "jump": ("jump", "fall flight_time knee_high hips_acc hips_jerk bob"),
}


def digits(value):
    return "-" if value is None else f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def main():
    scripts = sorted({script for script, _ in ROWS.values()})
    run = subprocess.run(["build/posedctl", "measure", "--json"] + [f"examples/{s}.yaml" for s in scripts],
                         capture_output=True, text=True, check=False)
    if not run.stdout:
        sys.exit(run.stderr)
    report = json.loads(run.stdout)
    found = {script["script"]: script["activities"] for script in report["scripts"]}
    print("activity,script,figure,unit,value,people_p10,people_p90")
    table = ["| activity | figure | people | posed |\n", "|---|---|---|---|\n"]
    within = count = 0
    for activity, (script, figures) in ROWS.items():
        for name in figures.split():
            figure = found[script].get(activity, {}).get("figures", {}).get(name)
            if not figure or figure.get("low") is None or figure["value"] is None:
                continue
            unit, value, low, high = report["definitions"][name]["unit"], figure["value"], figure["low"], figure["high"]
            is_within = low <= value <= high
            within, count = within + is_within, count + 1
            print(f"{activity},{script},{name},{unit},{value:.4g},{low:.4g},{high:.4g}")
            shown = digits(value) if is_within else f"**{digits(value)}**"
            table.append(f"| {activity} | `{name}`{', ' + unit if unit else ''} | {digits(low)} to {digits(high)} | {shown} |\n")
    table.append(f"\n{within} of {count} figures lie within people's band; the others are bold.\n")
    with open(PAGE) as page:
        text = page.read()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    with open(PAGE, "w") as page:
        page.write(before + BEGIN + "\n" + "".join(table) + "\n" + END + after)


main()
