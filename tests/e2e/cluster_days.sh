#!/bin/sh
# The short form of `make cluster`: three daemons behind HAProxy, with Redis between them, lose one, and every session goes on.
# BUILD   folder of posed and posedctl (build)
for program in redis-server haproxy openssl; do
	command -v $program >/dev/null || { echo "$program is not installed"; exit 77; }
done
case ${BUILD:-build} in *san) echo "a sanitizer makes it another measurement: cluster.sh runs with one"; exit 77 ;; esac
exec /usr/bin/python3 "$(dirname "$0")/../../scripts/cluster.py" --short --build "${BUILD:-build}" "$@"
