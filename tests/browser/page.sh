#!/bin/bash
# Tests the page at / in Debian's Chromium with software WebGL (page.mjs). Screenshots are written to build/browser.
# BUILD   folder of posed (build); run in the project's folder, for models/
cd "$(dirname "$0")/../.." || exit 1
chromium=${CHROMIUM:-/usr/bin/chromium}
[ -x "$chromium" ] || { echo "$chromium is missing"; exit 77; }
command -v node >/dev/null || { echo "node is missing"; exit 77; }
[ -d web/dist ] || { echo "web/dist is missing"; exit 77; }
if [ ! -d tests/browser/node_modules/axe-core ]; then
	(cd tests/browser && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund >/dev/null 2>&1) || { echo "playwright-core cannot be installed"; exit 77; }
fi
[ -d web/node_modules/three ] || (cd web && npm ci --silent --no-audit --no-fund >/dev/null 2>&1) # for the element; without it that part is skipped
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -f models/motion.safetensors ] && [ -z "$MOTION" ]; then
	MOTION=$work/motion.safetensors
	/usr/bin/python3 -c 'import sys; sys.path.insert(0, "tests/e2e"); import network; network.write(sys.argv[1])' "$MOTION" 2>/dev/null ||
		{ echo "no motion network: models/motion.safetensors or python3-numpy"; exit 77; }
fi
CHROMIUM=$chromium MOTION=$MOTION BUILD=${BUILD:-build} exec node tests/browser/page.mjs "$@"
