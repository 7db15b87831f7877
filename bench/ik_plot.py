#!/usr/bin/env python3
"""Usage: ik_plot.py RESULTS [OUT]: the solvers of bench_ik and bench_ik_natural as one SVG (docs/images/ik-solvers.svg).

Left: positions of an arm within its limits, solves a second and how many were reached. Right: five trackers of people in motion, how
far the joints' turns are from the true ones, against solves a second."""
import csv
import math
import sys

NAMES = ("auto", "pinv", "transpose", "fabrik", "ccd", "optimize", "example", "neural")
BELOW = ("example",)  # labels that would lie on another
INK, LINE, MARK, SOFT = "#1d2733", "#c9d1da", "#2f6fb0", "#9db9d6"


def rows(path, prefix):
    with open(path, newline="") as file:
        found = {r[0][len(prefix):]: [float(x) for x in r[2:]] for r in csv.reader(file) if r and r[0].startswith(prefix)}
    return [(name, found[name]) for name in NAMES if name in found]


def text(x, y, what, size=12, anchor="start", color=INK, weight="normal"):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{color}" font-weight="{weight}">{what}</text>'


def log_at(value, low, high, left, width):
    return left + width * (math.log10(value) - low) / (high - low)


def bars(data, left, top, width):
    out = [text(left - 70, top - 16, "A person's arm within its limits: solves a second", 13, weight="bold")]
    for power in range(3, 7):
        x = log_at(10 ** power, 3, 6, left, width)
        out += [f'<path d="M{x:.1f} {top} v{28 * len(data)}" stroke="{LINE}"/>', text(x, top + 28 * len(data) + 16, f"{10 ** power:,}", 11, "middle")]
    for i, (name, (rate, iterations, reached)) in enumerate(data):
        y, x = top + 28 * i, log_at(rate, 3, 6, left, width)
        out += [text(left - 8, y + 18, name, 12, "end"),
                f'<rect x="{left}" y="{y + 5}" width="{x - left:.1f}" height="18" fill="{MARK if reached == 100 else SOFT}"/>',
                text(x + 6, y + 18, f"{reached:g} %, {iterations:g} iterations", 11)]
    return out


def scatter(data, left, top, width, height):
    out = [text(left, top - 16, "Five trackers of a person in motion: degrees off", 13, weight="bold")]
    most = max(10, 5 * math.ceil(max(v[3] for _, v in data) / 5))
    for power in range(2, 6):
        x = log_at(10 ** power, 2, 5, left, width)
        out += [f'<path d="M{x:.1f} {top} v{height}" stroke="{LINE}"/>', text(x, top + height + 16, f"{10 ** power:,}/s", 11, "middle")]
    for degrees in range(0, most + 1, 5):
        y = top + height * (1 - degrees / most)
        out += [f'<path d="M{left} {y:.1f} h{width}" stroke="{LINE}"/>', text(left - 6, y + 4, f"{degrees}", 11, "end")]
    for name, (rate, _, reached, degrees, _) in data:
        x, y = log_at(max(rate, 100), 2, 5, left, width), top + height * (1 - degrees / most)
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{MARK if reached > 99 else SOFT}"/>', text(x + 8, y + (16 if name in BELOW else 4), f"{name} {reached:.0f} %", 11)]
    return out


def main():
    folder, out = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "docs/images/ik-solvers.svg"
    arm, natural = rows(f"{folder}/ik.csv", "limits_"), rows(f"{folder}/ik_natural.csv", "natural_")
    shapes = bars(arm, 100, 50, 260) + scatter(natural, 560, 50, 330, 28 * 7)
    with open(out, "w") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="300" viewBox="0 0 1000 300" font-family="sans-serif">'
                   f'<rect width="1000" height="300" fill="#fff"/>{"".join(shapes)}</svg>\n')


main()
