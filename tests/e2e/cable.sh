#!/bin/sh
# A cable that loses, delays and is cut, packet by packet, between a posed and its clients in two network namespaces (root, iproute2 and
# /dev/net/tun; elsewhere skipped, and stream_tools.sh's proxy remains). What netem would do is done in user space, since few kernels have it.
# BUILD   folder of posed and posedctl (build)
case ${BUILD:-build} in *san) echo "of the line, whose times are not a sanitized daemon's"; exit 77 ;; esac
/usr/bin/python3 -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/cable.py" "${BUILD:-build}"
