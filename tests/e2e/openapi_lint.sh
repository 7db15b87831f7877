#!/bin/bash
# /openapi.json by another project's linter (redocly from npm, with its recommended rules): no error, no warning. `make readers` runs it.
# BUILD   folder of posed (build)
# READERS=all  fails where the linter cannot be installed
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
lint=tests/e2e/openapi_lint
missing() { echo "$1"; [ "$READERS" = all ] && exit 1; exit 77; }
node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null || missing "node 20.19 or later is not installed"
if ! cmp -s $lint/package-lock.json $lint/node_modules/.installed; then
	(cd $lint && npm ci --no-audit --no-fund --ignore-scripts >/dev/null 2>&1) || missing "redocly could not be installed from npm"
	cp $lint/package-lock.json $lint/node_modules/.installed
fi
redocly=$PWD/$lint/node_modules/.bin/redocly

no_findings() {
	(cd "$work" && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true "$redocly" lint --format json --extends recommended openapi.json >lint.json 2>lint.err) || { cat "$work/lint.err"; return 1; }
	node -e 'const found = JSON.parse(require("fs").readFileSync(process.argv[1])).problems.filter(p => !p.ignored);
for (const p of found) console.log(p.severity, p.ruleId, p.message, p.location?.[0]?.pointer);
process.exit(found.length ? 1 : 0)' "$work/lint.json"
}

cp $lint/.redocly.lint-ignore.yaml "$work/"
check "the daemon's document is saved" tests/e2e/openapi.sh --save "$work/openapi.json"
check "redocly finds no error and no warning in the OpenAPI document" no_findings
exit $failed
