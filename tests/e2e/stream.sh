#!/bin/sh
# The stream with Debian's python3-websockets: sessions, frames, events, resuming. stream_rough.sh has hostile and broken clients.
# BUILD   folder of posed (build); run in the project's folder, for models/default.safetensors
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/stream.py" "${BUILD:-build}/posed" "$@"
