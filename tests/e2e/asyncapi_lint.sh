#!/bin/bash
# /asyncapi.json by AsyncAPI's own parser (@asyncapi/parser, from npm): no error, no warning. `make readers` runs it.
# BUILD   folder of posed (build)
# READERS=all  fails where the parser cannot be installed
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
lint=tests/e2e/asyncapi_lint
missing() { echo "$1"; [ "$READERS" = all ] && exit 1; exit 77; }
node -e 'process.exit(process.versions.node.split(".")[0] >= 18 ? 0 : 1)' 2>/dev/null || missing "node 18 or later is not installed"
if ! cmp -s $lint/package-lock.json $lint/node_modules/.installed; then
	(cd $lint && npm ci --no-audit --no-fund --ignore-scripts >/dev/null 2>&1) || missing "@asyncapi/parser could not be installed from npm"
	cp $lint/package-lock.json $lint/node_modules/.installed
fi

start_posed
check "the daemon serves its AsyncAPI document" curl -sf -o "$work/asyncapi.json" "http://127.0.0.1:$port/asyncapi.json"
check "AsyncAPI's parser finds no error and no warning in the document, and the messages of both sides" node $lint/lint.mjs "$work/asyncapi.json"
exit $failed
