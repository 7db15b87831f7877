#!/bin/bash
# make install into a folder: what lands there works from there, and make uninstall leaves nothing.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in build) ;; *) echo "the release build is what is installed"; exit 77 ;; esac
root=$work/root
quiet_make() { make --no-print-directory -s "$@" DESTDIR="$root" PREFIX=/usr MAKEFLAGS= CFLAGS="$CFLAGS"; }
unit_good() {
	command -v systemd-analyze >/dev/null || return 0
	sed "s|/usr/bin|$root/usr/bin|" "$root/usr/lib/systemd/system/posed.service" >"$work/posed.service"
	systemd-analyze verify --man=no "$work/posed.service" 2>&1 | grep -F posed.service | grep -v 'not executable' && return 1
	return 0
}
same_models() { [ "$(ls models/*.safetensors 2>/dev/null | wc -l)" = "$(ls "$root"/usr/share/posed/models/*.safetensors 2>/dev/null | wc -l)" ]; }
finds_models() {
	"$root/usr/bin/posed" --listen 127.0.0.1:0 --log-format json >"$work/out" 2>&1 &
	local server=$! url=
	for _ in $(seq 100); do
		url=$(grep -oE 'http://127.0.0.1:[0-9]+' "$work/out" | head -n 1)
		[ -n "$url" ] && break
		sleep 0.1
	done
	local listed page
	page=$(curl -fsS "$url/web/app.js" | wc -c)
	listed=$(curl -fsS "$url/v1/models" | grep -o '"kind"' | wc -l)
	kill $server
	wait $server
	local code=$?
	[ "$code" = 0 ] && [ "$page" -gt 100000 ] && [ "$listed" = "$(ls models/*.safetensors 2>/dev/null | wc -l)" ]
}
page_good() { # page_good FILE TEXT: a troff page with the text in it
	grep -q '^\.TH ' "$1" && grep -qF -- "$2" "$1" && { ! command -v man >/dev/null || man --warnings -l "$1" >/dev/null; }
}
# a page for every command, each with its options
pages_good() {
	local command option count=0
	for command in $("$root/usr/bin/posedctl" --help | sed -n '/^commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
		count=$((count + 1))
		page_good "$root/usr/share/man/man1/posedctl-$command.1" "posedctl-$command" || { echo "$command"; return 1; }
		for option in $("$root/usr/bin/posedctl" "$command" --help | sed -nE 's/^  (--?[a-z-]+).*/\1/p'); do
			tr -d '\\' <"$root/usr/share/man/man1/posedctl-$command.1" | grep -qF -- "fB${option}fR" || { echo "$command: $option"; return 1; }
		done
	done
	[ $count -ge 20 ]
}
completions_good() {
	bash -n "$root/usr/share/bash-completion/completions/posedctl" && [ -s "$root/usr/share/zsh/site-functions/_posedctl" ] &&
		[ -s "$root/usr/share/fish/vendor_completions.d/posedctl.fish" ]
}
left_over() { [ -z "$(find "$root" -type f)" ] || { find "$root" -type f; return 1; }; }

claim "make install puts everything below DESTDIR" quiet_make install
claim "the installed posed runs" "$root/usr/bin/posed" --check-config
claim "the installed posedctl runs" "$root/usr/bin/posedctl" --help
claim "the installed example configuration is good" "$root/usr/bin/posed" --check-config --config "$root/usr/share/doc/posed/posed.yaml"
claim "the models are there" same_models
claim "the installed posed finds and serves its models and its page" finds_models
claim "posed(8) is a man page of every flag" page_good "$root/usr/share/man/man8/posed.8" 'http\-threads'
claim "posedctl(1) is a man page" page_good "$root/usr/share/man/man1/posedctl.1" 'posedctl'
claim "every command has a man page of its own with all its options" pages_good
claim "completions lie where bash, zsh and fish look" completions_good
claim "the systemd unit is valid" unit_good
claim "make uninstall runs" quiet_make uninstall
claim "make uninstall leaves no file" left_over
exit $failed
