#!/bin/sh
# A bad network between a daemon and its clients in two network namespaces: packets are lost and delayed, and the connection is cut. Needs root,
# iproute2 and /dev/net/tun; without them it is skipped, and the proxy of stream_tools.sh remains. Works in user space, since few kernels have netem.
# BUILD   folder of posed and posedctl (build)
case ${BUILD:-build} in *san) echo "of the line, whose times are not a sanitized daemon's"; exit 77 ;; esac
/usr/bin/python3 -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/cable.py" "${BUILD:-build}"
