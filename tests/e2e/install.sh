#!/bin/bash
# @long: builds and installs twice.
# Builds in one tree and runs make install into a folder: the installed files work there, and make uninstall removes all of them.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in build) ;; *) echo "the release build is what is installed"; exit 77 ;; esac
root=$work/root
python=/usr/bin/python3
quiet_make() { make --no-print-directory -s "$@" DESTDIR="$root" PREFIX=/usr MAKEFLAGS= CFLAGS="$CFLAGS"; }
unit_good() {
	command -v systemd-analyze >/dev/null || return 0
	sed "s|/usr/bin|$root/usr/bin|" "$root/usr/lib/systemd/system/posed.service" >"$work/posed.service"
	systemd-analyze verify --man=no "$work/posed.service" 2>&1 | grep -F posed.service | grep -v 'not executable' && return 1
	# 0 to 10: 1.2 is what a server that listens on the host's network can come to
	! systemd-analyze --help | grep -q -- --threshold || systemd-analyze security --offline=true --threshold=15 "$work/posed.service" >/dev/null
}
# The bill of materials names the libraries that the programs load.
sbom_good() {
	scripts/sbom.sh posed 1.0 $(scripts/runtime-debs.sh "$build/posed") >"$work/sbom.json" &&
		$python -c 'import json, sys; names = {c["name"] for c in json.load(open(sys.argv[1]))["components"]}; sys.exit(not {"libmicrohttpd12", "libjansson4", "libc6"} <= names)' "$work/sbom.json"
}
same_models() { [ "$(ls models/*.safetensors 2>/dev/null | wc -l)" = "$(ls "$root"/usr/share/posed/models/*.safetensors 2>/dev/null | wc -l)" ]; }
serves() {
	"$root/usr/bin/posed" --listen 127.0.0.1:0 --log-format json >"$work/served" 2>&1 &
	server=$!
	for _ in $(seq 300); do
		url=$(grep -oE 'http://127.0.0.1:[0-9]+' "$work/served" | head -n 1)
		[ -n "$url" ] && return
		sleep 0.1
	done
	return 1
}
finds_models() {
	local listed file
	for file in web/dist/*; do curl -fsS "$url/web/${file##*/}" | cmp -s - "$file" || return 1; done
	for file in examples/samples/*; do curl -fsS "$url/samples/${file##*/}" | cmp -s - "$file" || return 1; done
	listed=$(curl -fsS "$url/v1/models" | grep -o '"kind"' | wc -l)
	[ "$listed" = "$(ls models/*.safetensors 2>/dev/null | wc -l)" ]
}
maps_models() { curl -fsS "$url/v1/models/default" | grep -q '"mapped_bytes":[1-9]'; }
stops() { kill "$server" && wait "$server"; }

# The C client, found by pkg-config alone: the example is compiled away from the tree's posed.h and joins the daemon.
flags() {
	PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_PATH=$root/usr/lib/pkgconfig PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config "$@" posed
}
c_client() {
	cp clients/c/example_lws.c "$work/" && [ "$(flags --modversion)" = "$(cat VERSION)" ] || return 1
	# libwebsockets' flags by themselves: they are the system's, not below $root
	(cd "$work" && ${CC:-gcc} -std=c99 -Wall -Werror example_lws.c $(flags --cflags --libs) $(pkg-config --cflags --libs libwebsockets) -o example) || return 1
	timeout 300 "$work/example" 127.0.0.1 "${url##*:}" 2 >"$work/walk" && grep -q '^session ' "$work/walk"
}
shared_c_client() { # it can go into a shared library of somebody's
	echo '#include <posed.h>
	size_t hello(char *out, size_t size) { return posed_write_leave(out, size); }' >"$work/plugin.c"
	${CC:-gcc} -shared -fPIC "$work/plugin.c" $(flags --cflags --libs) -Wl,--no-undefined -o "$work/plugin.so"
}
js_client() { # one command, without a registry
	mkdir "$work/app" && cp -r clients/js "$work/js" && echo '{"private":true}' >"$work/app/package.json" || return 1
	(cd "$work/app" && npm install --offline --no-audit --no-fund ../js) || return 1
	echo 'import { Posed } from "posed-client";
	const { height } = await new Posed(process.argv[2]).measure("default", { betas: [1] });
	if (!(height > 1 && height < 3)) throw new Error(`${height} m`);' >"$work/app/use.mjs"
	(cd "$work/app" && node use.mjs "$url")
}
# One command, without an index: Debian's setuptools build it. A copy, since setuptools write beside what they build.
python_client() {
	cp -r clients/python "$work/python" || return 1
	"$python" -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action ignore --no-index --no-build-isolation --target "$work/site" "$work/python" || return 1
	(cd "$work" && PYTHONPATH=$work/site "$python" -c 'import posed, sys
assert posed.__file__.startswith(sys.argv[2]), posed.__file__
height = posed.Client(sys.argv[1]).measure(betas=[1])["height"]
assert 1 < height < 3, height' "$url" "$work/site")
}
page_good() { # page_good FILE TEXT: a troff page with the text in it
	grep -q '^\.TH ' "$1" && grep -qF -- "$2" "$1"
}
# One groff for all: man takes .4 s of processor time for each of the 60 pages.
no_warnings() { ! command -v groff >/dev/null || [ -z "$(groff -man -Tutf8 -ww -z "$@" 2>&1 | head -n 5 | tee /dev/stderr)" ]; }
# a page for every command, each with its options
pages_good() {
	local command option page count=0
	for command in $("$root/usr/bin/posedctl" --help | sed -n '/^commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
		count=$((count + 1))
		page_good "$root/usr/share/man/man1/posedctl-$command.1" "posedctl-$command" || { echo "$command"; return 1; }
		page=$(tr -d '\\' <"$root/usr/share/man/man1/posedctl-$command.1")
		for option in $("$root/usr/bin/posedctl" "$command" --help | sed -nE 's/^  (--?[a-z-]+).*/\1/p'); do
			[[ $page = *"fB${option}fR"* ]] || { echo "$command: $option"; return 1; }
		done
	done
	[ $count -ge 20 ]
}
completions_good() {
	bash -n "$root/usr/share/bash-completion/completions/posedctl" && [ -s "$root/usr/share/zsh/site-functions/_posedctl" ] &&
		[ -s "$root/usr/share/fish/vendor_completions.d/posedctl.fish" ]
}
left_over() { [ -z "$(find "$root" -type f)" ] || { find "$root" -type f; return 1; }; }
# .ci/run has two makes in one tree: each writes the version's header under a name of its own before it puts it in place.
makes_at_a_time() {
	local pids="" pid
	for _ in 1 2 3; do
		make --no-print-directory -s MAKEFLAGS= build/gen/version.h & pids="$pids $!"
	done
	for pid in $pids; do wait "$pid" || return 1; done
	[ "$(ls build/gen)" = version.h ]
}

check "makes that run at one time in one tree do not disturb each other" makes_at_a_time
check "make install puts everything below DESTDIR" quiet_make install
check "the installed posed runs" "$root/usr/bin/posed" --check-config
check "the installed posedctl runs" "$root/usr/bin/posedctl" --help
check "the installed example configuration is good" "$root/usr/bin/posed" --check-config --config "$root/usr/share/doc/posed/posed.yaml"
check "the installed models are those of the source" same_models
check "the bill of materials names the libraries" sbom_good
check "the installed posed starts" serves
check "the installed posed finds and serves its models, its page and its samples" finds_models
check "the installed posed maps the default body from the installed pack" maps_models
check "the C client that pkg-config finds joins the installed posed" c_client
check "the C client can be linked into a shared library" shared_c_client
if command -v npm >/dev/null; then
	check "the package of npm install ./clients/js gets a body from the installed posed" js_client
else
	echo "npm is not installed"
fi
if "$python" -m pip --version >/dev/null 2>&1; then
	check "the package of pip install ./clients/python gets a body from the installed posed" python_client
else
	echo "python3-pip is not installed"
fi
check "the installed posed ends with 0 when it is asked to stop" stops
check "posed(8) is a man page of every flag" page_good "$root/usr/share/man/man8/posed.8" 'http\-threads'
check "posedctl(1) is a man page" page_good "$root/usr/share/man/man1/posedctl.1" 'posedctl'
check "every command has a man page of its own with all its options" pages_good
check "groff reads every man page without a warning" no_warnings "$root"/usr/share/man/man?/posed*.?
check "completions lie where bash, zsh and fish look" completions_good
check "the systemd unit is valid" unit_good
check "make uninstall runs" quiet_make uninstall
check "make uninstall leaves no file" left_over
exit $failed
