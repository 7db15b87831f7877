#!/bin/sh
# A character carries a box with both hands: in a roll-out, on the skin of a body, on the stream.
# BUILD   folder of posed (build); run in the project's folder, for models/
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/carry.py" "${BUILD:-build}" "$@"
