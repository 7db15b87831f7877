#!/bin/sh
# docker/haproxy.cfg in front of three daemons on loopback addresses: certificates, draining, one node for each session, the client's address. No times.
# 77 where HAProxy is neither installed nor unpacked (make trust unpacks it below build/proxies).
# BUILD   folder of posed (build)
# MODELS  folder of model files (models)
PATH="$PATH:/usr/sbin:$(dirname "$0")/../../build/proxies/bin"
command -v haproxy >/dev/null || { echo "HAProxy is not installed"; exit 77; }
command -v openssl >/dev/null || { echo "openssl is not installed"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/router.py" "${BUILD:-build}/posed" "${MODELS:-models}" "$@"
