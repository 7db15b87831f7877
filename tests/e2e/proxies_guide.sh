#!/bin/sh
# The configurations of docs/guide/proxies.md: nginx and HAProxy find them good, and what they put in front of posed answers, with streams.
# 77 where neither is installed nor unpacked (make trust unpacks them below build/proxies).
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
PATH="$PATH:/usr/sbin:$(dirname "$0")/../../build/proxies/bin" exec /usr/bin/python3 "$(dirname "$0")/proxies_guide.py" "${BUILD:-build}/posed" "${MODELS:-models}" "$@"
