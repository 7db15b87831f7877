#!/bin/sh
# Rooms of the stream with the client for Python: several owners in one session.
# BUILD   folder of posed (build); run in the project's folder
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/rooms.py" "${BUILD:-build}/posed" "$@"
