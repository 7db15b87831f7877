#!/usr/bin/python3
"""Draws people-seeds.png of docs/guide/people.md: the portraits of the seeds 1 to 12 side by side, as a daemon of this build draws them.
Usage: factory/scripts/seeds_picture.py [folder of posed] [folder of models] [picture]"""
import os
import sys
import tempfile

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))
import png  # noqa: E402
from posed import Posed  # noqa: E402

build, models, picture = (sys.argv[1:] + [os.path.join(ROOT, p) for p in ("build", "models", "docs/images/people-seeds.png")][len(sys.argv) - 1:])[:3]
people = []
with Posed(os.path.join(build, "posed"), models) as p, tempfile.TemporaryDirectory() as folder:
    for seed in range(1, 13):
        path = os.path.join(folder, "person.png")
        with open(path, "wb") as file:
            file.write(p.ask("GET", f"/v1/models/person/portrait?random={seed}&view=full&size=100,200&background=ffffff").body)
        people.append(png.read(path))
png.write(picture, np.concatenate(people, axis=1))
