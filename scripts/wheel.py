#!/usr/bin/env python3
"""wheel.py PROJECT OUT: a pure Python wheel of a project whose pyproject.toml lists its packages, without a build backend (PEP 427, PEP 621)."""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path


def texts_of(project):
    """Name, version and the other fields of [project] that the metadata repeats. Python 3.11 reads TOML; before that a few patterns do."""
    text = (project / "pyproject.toml").read_text()
    try:
        import tomllib
    except ImportError:
        def field(name):
            found = re.search(rf'^{name} = "(.*)"$', text, re.M)
            return found.group(1) if found else ""
        extras = dict(re.findall(r"^(\w+) = (\[.*\])$", text.split("[project.optional-dependencies]")[1].split("[tool")[0], re.M))
        return {
            "name": field("name"), "version": field("version"), "description": field("description"), "requires-python": field("requires-python"),
            "classifiers": re.findall(r'"(License :: [^"]*)"', text),
            "optional-dependencies": {k: re.findall(r'"([^"]+)"', v) for k, v in extras.items()},
        }, re.findall(r'"(\w+)"', re.search(r"^packages = (\[.*\])$", text, re.M).group(1))
    document = tomllib.loads(text)
    return document["project"], document["tool"]["setuptools"]["packages"]


def metadata(fields, readme):
    lines = ["Metadata-Version: 2.1", f"Name: {fields['name']}", f"Version: {fields['version']}", f"Summary: {fields['description']}", f"Requires-Python: {fields['requires-python']}"]
    lines += [f"Classifier: {c}" for c in fields["classifiers"]]
    for extra, needs in fields["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {need} ; extra == "{extra}"' for need in needs)]
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", readme])


def main():
    project, out = Path(sys.argv[1]), Path(sys.argv[2])
    fields, packages = texts_of(project)
    stem = f"{fields['name'].replace('-', '_')}-{fields['version']}"
    files = {str(p.relative_to(project)): p.read_bytes() for name in packages for p in sorted((project / name).rglob("*")) if p.is_file() and "__pycache__" not in p.parts}
    files[f"{stem}.dist-info/METADATA"] = metadata(fields, (project / "README.md").read_text()).encode()
    files[f"{stem}.dist-info/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: posed\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = f"{stem}.dist-info/RECORD"
    rows = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}" for name, data in files.items()]
    files[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    with zipfile.ZipFile(out / f"{stem}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            wheel.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)


if __name__ == "__main__":
    main()
