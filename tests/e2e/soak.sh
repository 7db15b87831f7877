#!/bin/sh
# @long: sessions for a minute.
# Clients connect, walk, are cut, watch, hang and disconnect; the daemon's memory must not grow.
#     soak.sh [MINUTES]    1 (SOAK_MINUTES); 20 before a release
# BUILD   folder of posed and posedctl (build)
/usr/bin/python3 -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/soak.py" "${BUILD:-build}" "${1:-${SOAK_MINUTES:-1}}"
