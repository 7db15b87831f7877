#!/bin/bash
# Secrets: every tool, every client and the daemon get keys that are wrong in every way, by option, file, variable, header, address and keys file. No output,
# error, log or reply has a key in it.
# BUILD   folder of posed (build); run in the project's folder, for models/
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the tools, whose times are not a sanitized daemon's"; exit 77 ;; esac
python=/usr/bin/python3
"$python" -c 'import websockets' 2>/dev/null || { echo "python3-websockets is missing"; exit 77; }
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$PWD/clients/python exec "$python" tests/e2e/secrets_walk.py "$(realpath "$build")" "$work"
