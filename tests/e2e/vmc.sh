#!/bin/sh
# Characters to VRM applications (docs/reference/stream.md), against a receiver written from the published protocol.
# BUILD   folder of posed (build); run in the project's folder, for models/default.safetensors and models/motion.safetensors
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/vmc.py" "${BUILD:-build}/posed" "$@"
