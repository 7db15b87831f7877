#!/bin/sh
# posedctl record, play, watch and swarm against a daemon, also through a network that stalls and is cut.
# BUILD   folder of posed and posedctl (build)
/usr/bin/python3 -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/stream_tools.py" "${BUILD:-build}" "$@"
