#!/bin/bash
# Every lint, each on its own; says at the end how many passed. RESULTS: also leaves a count for tests/sum.sh.
# SHORT: without cppcheck, clang-tidy and the build for aarch64, which read every source with its headers.
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0
check() {
	name=$1
	shift
	if output=$("$@" 2>&1); then
		echo "  ok   $name$(printf '%s\n' "$output" | sed -n 's/^\(.* is not installed\)$/ (skipped: \1)/p')"
		passed=$((passed + 1))
	else
		echo "  FAIL $name"
		printf '%s\n' "$output" | head -n 60 | sed 's/^/       /'
		failed=$((failed + 1))
	fi
}
sources() { git ls-files "$@" | grep -E '\.c$'; }
format() { git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror; }
cpp() {
	cppcheck --quiet --error-exitcode=1 --std=c11 --language=c --enable=warning,portability --inline-suppr -I. -Ibuild -j2 \
		--suppressions-list=scripts/lint/cppcheck.txt -D_GNU_SOURCE -D__x86_64__ $(sources core train api config server tools factory)
}
tidy() {
	sources core train api config server tools factory | grep -vE '_(neon|simd128)\.c$|^tools/mpi/' |
		xargs -P2 -n4 scripts/lint/tidy.sh
}
reference() { build/posed --print-reference | diff -u docs/reference/configuration.md -; }
shells() { git ls-files '*.sh' '.ci/*' | xargs -n1 bash -n; }
# The bundle is committed; with node and three (cd web && npm ci) this checks that the sources give the same bundle.
bundle() { node web/build.js --check; }
# Sources of the page and of the JavaScript client. Needs prettier from web/package.json (cd web && npm ci); `npm run format` there formats them.
prettier() { npm --prefix web run -s format:check; }
aarch64() { make --no-print-directory -s -j"$(nproc)" check-aarch64 MAKEFLAGS=; }
# Fails if Git tracks generated files: those that .gitignore names, and ELF files of any name.
compiled() {
	local made
	made=$(git ls-files --cached --ignored --exclude-standard; git ls-files -z | xargs -0 -r grep -lPa '\A\x7fELF' --)
	[ -z "$made" ] || { printf 'tracked, though made: %s\n' $made; return 1; }
}
# One version: of the daemon, of the clients' packages, and a heading of the changes.
versions() {
	local version
	version=$(cat VERSION)
	grep -qF "\"version\": \"$version\"" clients/js/package.json && grep -qF "\"version\": \"$version\"" clients/core/package.json && grep -qxF "version = \"$version\"" clients/python/pyproject.toml &&
		grep -q "^## $version " CHANGELOG.md || { echo "VERSION is $version; clients/js/package.json, clients/core/package.json, clients/python/pyproject.toml and a heading of CHANGELOG.md have it too"; return 1; }
}
check "clang-format" format
check "no compiled file is tracked" compiled
check "dependency rule" scripts/lint/layers.py
check "core, api, config and server are what the daemon links" scripts/lint/linked.py
check "headers say spaces and units" scripts/lint/headers.py
check "texts" scripts/lint/text.py
check "width, names and statements" scripts/lint/style.py
check "words of the field" scripts/lint/words.py
check "descriptions stand alone" scripts/lint/descriptions.py
check "one version" versions
check "every block of code of the guides is run, or says why not" python3 tests/e2e/blocks.py
check "no dead link or path in documents and comments" scripts/lint/links.py
check "docs/architecture.md names all rooms" scripts/lint/rooms.py
check "shell scripts parse" shells
check "docs/reference/configuration.md is current" reference
check "docs/guide/overview.md has the limits as they ship" scripts/lint/overview.py
check "docs/guide/papers.md names what there is" scripts/lint/papers.py
check "docs/lab/motion.md has the shipped network's tables" scripts/lint/motion_docs.py
check "docker/haproxy.cfg: HAProxy" scripts/lint/fleet.py router
check "docker/alerts.yml: promtool, and a test of each alert" scripts/lint/fleet.py alerts
check "docker/kubernetes and docker/agones: kustomize, fields, references" scripts/lint/fleet.py kubernetes
check "docker/compose*.yaml: variables, files" scripts/lint/fleet.py compose
check "alerts and dashboard: metrics that posed has" scripts/lint/fleet.py metrics
command -v node >/dev/null && [ -d web/node_modules/three ] && [ -d clients/js/src ] && check "web/dist is what web/src gives" bundle
command -v npm >/dev/null && [ -d web/node_modules/prettier ] && check "prettier: web, clients/js, tests/browser" prettier
if [ -z "$SHORT" ]; then
	check "cppcheck" cpp
	command -v aarch64-linux-gnu-gcc >/dev/null && check "core compiles for aarch64" aarch64
	check "clang-tidy" tidy
fi
echo "lint: $passed passed, $failed failed"
if [ -n "$RESULTS" ]; then mkdir -p "$RESULTS" && echo "$passed $failed" >"$RESULTS/lint.count"; fi
[ "$failed" = 0 ]
