#!/bin/sh
# Clips over HTTP, on the stream and in roll-outs, with Debian's python3-websockets.
# BUILD   folder of posed (build); run in the project's folder, for models/motion.safetensors and models/emotes.safetensors
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
[ -f models/emotes.safetensors ] || { echo "models/emotes.safetensors is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/play.py" "${BUILD:-build}/posed" "$@"
