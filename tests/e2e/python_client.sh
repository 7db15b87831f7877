#!/bin/bash
# The client for Python: its tests with and without NumPy, its types, its package, and a daemon.
# BUILD   folder of posed (build); run in the project's folder, for models/default.safetensors
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the clients, whose times are not a sanitized daemon's"; exit 77 ;; esac
python=/usr/bin/python3
"$python" -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
export PYTHONPATH=$PWD/clients/python PYTHONDONTWRITEBYTECODE=1
check "golden frames and inputs are read and written, with numpy and without" "$python" clients/python/tests/test_frame.py
check "golden sequences of compact frames are read" "$python" clients/python/tests/test_wire.py
command -v mypy >/dev/null && check "its types hold, strictly" mypy --strict --cache-dir "$work/mypy" clients/python/posed
no_any() { ! grep -nE '\bAny\b[],)]|: Any\b|import .*\bAny\b' clients/python/posed/*.py; }
check "none of the client's types is Any" no_any
"$python" tests/e2e/python_client.py "$build/posed" || failed=1
exit $failed
