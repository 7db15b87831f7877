#!/bin/sh
# nginx and HAProxy in front of posed, tried with the probes of framing; skipped where neither is installed (apt-get install nginx-light haproxy).
# BUILD   folder of posed (build)
PATH="$PATH:/usr/sbin" exec python3 "$(dirname "$0")/proxies.py" "${BUILD:-build}/posed" "$@"
