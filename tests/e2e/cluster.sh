#!/bin/sh
# Daemons that share sessions through Redis: sessions move on SIGTERM and resume after kill -9; a replaced daemon is fenced; Redis fails. Loopback only.
# BUILD   folder of posed (build); needs Debian's redis-server, python3-numpy and python3-websockets
command -v redis-server >/dev/null || { echo "redis-server is missing"; exit 77; }
/usr/bin/python3 -c 'import numpy, websockets' 2>/dev/null || { echo "python3-numpy or python3-websockets is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/cluster.py" "${BUILD:-build}/posed" "$@"
