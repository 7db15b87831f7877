#!/bin/sh
# The stream with hostile, broken and sleeping clients; limits; a full stage; clocks that jump.
# BUILD   folder of posed (build)
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/stream_rough.py" "${BUILD:-build}/posed" "$@"
