#!/bin/bash
# Runs the programs and documents of the guides in their order: Python, node, YAML for posedctl, messages of the stream, keys and tokens. blocks.py says
# which test runs which block. What a program needs and this machine lacks is named, not skipped in silence.
# BUILD   folder of posed (build); run in the project's folder, for models/
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the guides, whose times are not a sanitized daemon's"; exit 77 ;; esac
python=/usr/bin/python3
"$python" -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
start_posed
PATH=$(realpath "$build"):$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$PWD/clients/python:$PWD/tests/e2e "$python" tests/e2e/guide_programs.py "127.0.0.1:$port" "$work"
