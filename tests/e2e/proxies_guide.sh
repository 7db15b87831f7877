#!/bin/sh
# The configurations of docs/guide/proxies.md: nginx, HAProxy and Caddy accept them, and requests and streams through them reach posed.
# 77 where none of them is installed or unpacked (make test and make trust unpack them below build/proxies).
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
PATH="$PATH:/usr/sbin:$(dirname "$0")/../../build/proxies/bin" exec /usr/bin/python3 "$(dirname "$0")/proxies_guide.py" "${BUILD:-build}/posed" "${MODELS:-models}" "$@"
