#!/bin/bash
# Clients that openapi-typescript, orval and swagger-typescript-api (npm) generate from /openapi.json compile under strict rules and make a body.
# The Model Context Protocol's own client (npm) calls the tools of /mcp.
# `make readers` runs it.
# BUILD   folder of posed (build)
# READERS=all  fails where the generators cannot be installed
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
tools=$PWD/tests/e2e/openapi_clients
missing() { echo "$1"; [ "$READERS" = all ] && exit 1; exit 77; }
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' 2>/dev/null || missing "node 20 or later is not installed"
command -v npm >/dev/null || missing "npm is not installed"
if ! cmp -s "$tools/package-lock.json" "$tools/node_modules/.installed"; then
	(cd "$tools" && npm ci --no-audit --no-fund --ignore-scripts >/dev/null 2>&1) || missing "the generators could not be installed from npm"
	cp "$tools/package-lock.json" "$tools/node_modules/.installed"
fi

# A folder of its own beside the packages, so that runs at the same time do not meet.
start_posed
made=$(mktemp -d "$tools/made.XXXXXX")
trap 'kill $server; wait; rm -rf "$work" "$made"' EXIT
cp "$tools/body.ts" "$tools/tsconfig.json" "$tools/orval.config.cjs" "$made/"
echo '{"type":"module"}' >"$made/package.json"
export BASE=http://127.0.0.1:$port
run() { (cd "$made" && "$tools/node_modules/.bin/$1" "${@:2}"); }

mkdir "$made/made"
check "the document is fetched" curl -fsS "$BASE/openapi.json" -o "$made/made/openapi.json"
check "openapi-typescript makes types" run openapi-typescript made/openapi.json -o made/openapi-typescript.ts
check "swagger-typescript-api makes a client" run swagger-typescript-api generate -p made/openapi.json -o made -n swagger-typescript-api.ts
check "orval makes a client" run orval --config orval.config.cjs
check "the generated clients build under strict rules" run tsc -p .
check "the Model Context Protocol's client calls the tools" node "$tools/mcp.mjs" "$BASE"
check "the generated clients get the same body" node "$made/made/js/body.js" "$BASE"
exit $failed
