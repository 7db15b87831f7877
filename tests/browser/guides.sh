#!/bin/bash
# The guides for pages, as programs: each guide of a framework is followed in its order in an empty folder, with npm and a daemon, and its page is opened
# in Chromium; the snippets in JavaScript of all guides are checked against the client's types. Needs the registry of npm and Chromium; .ci/nightly runs it.
# BUILD   folder of posed (build); run in the project's folder, for models/
cd "$(dirname "$0")/../.." || exit 1
chromium=${CHROMIUM:-/usr/bin/chromium}
[ -x "$chromium" ] || { echo "$chromium is missing"; exit 77; }
command -v npm >/dev/null || { echo "npm is not installed"; exit 77; }
npm ping >/dev/null 2>&1 || { echo "the registry of npm does not answer"; exit 77; }
if [ ! -d tests/browser/node_modules/playwright-core ]; then
	(cd tests/browser && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund >/dev/null 2>&1) || { echo "playwright-core cannot be installed"; exit 77; }
fi
reason=$(tests/e2e/npm-ci) || { echo "$reason"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CHROMIUM=$chromium BUILD=$(realpath "${BUILD:-build}") WORK=$work node tests/browser/guides.mjs "$@"
