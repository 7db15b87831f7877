"""Checks a /metrics page strictly by the rules of Prometheus' text format and of `promtool check metrics`. Returns what breaks them."""
import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABELS = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
SAMPLE = re.compile(rf"({NAME})(?:\{{({LABELS}(?:,{LABELS})*)\}})? (\S+)")


class Page:
    def __init__(self):
        self.kinds, self.helped, self.series, self.faults = {}, set(), {}, []
        self.family = None

    def fault(self, number, what):
        self.faults.append(f"line {number}: {what}")

    def comment(self, number, line):
        match = re.fullmatch(rf"# (HELP|TYPE) ({NAME}) (\S.*)", line)
        if not match:
            return self.fault(number, f"no HELP and no TYPE: {line}")
        verb, name, rest = match.groups()
        if verb == "HELP":
            if name in self.helped:
                self.fault(number, f"second HELP of {name}")
            self.helped.add(name)
            return
        if rest not in ("counter", "gauge", "histogram"):
            self.fault(number, f"type {rest}")
        if name in self.kinds:
            self.fault(number, f"second TYPE of {name}")
        if (rest == "counter") != name.endswith("_total"):
            self.fault(number, f"{rest} named {name}")
        self.kinds[name], self.family = rest, name

    def family_of(self, name):
        base = re.sub("_(bucket|sum|count)$", "", name)
        return base if self.kinds.get(base) == "histogram" else name

    def sample(self, number, line):
        match = SAMPLE.fullmatch(line)
        if not match:
            return self.fault(number, f"no sample: {line}")
        name, labels, value = match.groups()
        family = self.family_of(name)
        if family != self.family or family not in self.helped:
            self.fault(number, f"{name} outside its family, or without HELP and TYPE")
        if (name, labels) in self.series:
            self.fault(number, f"second {line}")
        try:
            self.series[name, labels] = float(value)
        except ValueError:
            self.fault(number, f"no number: {line}")

    def histograms(self):
        buckets = {}
        for (name, labels), value in self.series.items():
            match = re.fullmatch(r'(?:(.*),)?le="([^"]+)"', labels or "") if name.endswith("_bucket") else None
            if match:
                buckets.setdefault((name[:-7], match[1]), []).append((float(match[2]), value))
        for (name, labels), rows in buckets.items():
            rising = all(a[0] < b[0] and a[1] <= b[1] for a, b in zip(rows, rows[1:]))
            if not rising or rows[-1] != (float("inf"), self.series.get((name + "_count", labels))):
                self.faults.append(f"histogram {name}{{{labels or ''}}} is not cumulative up to its count")


def faults(text):
    page = Page()
    if not text.endswith("\n"):
        page.fault("last", "no newline at the end")
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            page.comment(number, line)
        elif line:
            page.sample(number, line)
    page.histograms()
    return page.faults
