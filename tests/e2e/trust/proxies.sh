#!/bin/sh
# nginx and HAProxy in front of posed, tried with the probes of framing; skipped where neither is installed nor unpacked (make trust unpacks them below build/proxies).
# BUILD   folder of posed (build)
PATH="$PATH:/usr/sbin:$(dirname "$0")/../../../build/proxies/bin" exec python3 "$(dirname "$0")/proxies.py" "${BUILD:-build}/posed" "$@"
