#!/bin/bash
# The command line of posed: its standard output, standard error and exit status.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

says() { # says FILE TEXT: FILE is exactly TEXT
	[ "$(cat "$work/$1")" = "$2" ] || { cat "$work/$1"; return 1; }
}
wrong_file() {
	printf 'http:\n  threads: 999\n  thread: 1\n' >"$work/wrong.yaml"
	exits 2 "$build/posed" --config "$work/wrong.yaml" &&
		says out "" && says err "$work/wrong.yaml:2:12: http.threads: \"999\" is out of range; 0 to 256 threads allowed
$work/wrong.yaml:3:3: http.thread: unknown key; did you mean http.threads?"
}
round_trip() {
	"$build/posed" --print-config --workers 3 --log-file "$work/a # b.log" | sed 's/ # set by.*//' >"$work/first.yaml" &&
		"$build/posed" --config "$work/first.yaml" --print-config | sed 's/ # set by.*//' >"$work/second.yaml" &&
		grep -q '^workers: 3$' "$work/second.yaml" && cmp "$work/first.yaml" "$work/second.yaml"
}
nobody_there() { exits 1 "$build/posed" --healthcheck --listen 127.0.0.1:1; }
version() { exits 0 "$build/posed" --version && grep -qE "^posed $(cat VERSION) \([0-9a-f]{12}\+?\)$|unknown" "$work/out"; }
help() { exits 0 "$build/posed" --help && grep -q -- '--http-threads N' "$work/out" && says err ""; }
environment() { POSED_HTTP_THREADS=x exits 2 "$build/posed" --check-config && grep -q '^POSED_HTTP_THREADS: ' "$work/err"; }
port_taken() {
	python3 -c 'import socket, time; s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); print(s.getsockname()[1], flush=True); time.sleep(60)' >"$work/port" &
	local holder=$!
	for _ in $(seq 3000); do [ -s "$work/port" ] || sleep 0.1; done
	exits 1 "$build/posed" --listen "127.0.0.1:$(cat "$work/port")"
	local code=$?
	kill $holder
	return $code
}
full_disk() { # --print-config into a full disk must not look like a success
	! "$build/posed" --print-config >/dev/full
}

check "a wrong file is told line by line on standard error and ends with 2" wrong_file
check "a good configuration ends with 0" exits 0 "$build/posed" --check-config
check "a wrong variable ends with 2" environment
check "an unknown flag ends with 2" exits 2 "$build/posed" --zebra
check "a public address without keys ends with 2" exits 2 "$build/posed" --check-config --listen 0.0.0.0:8080
check "the printed configuration reads back to itself" round_trip
check "the version names the commit" version
check "help is printed to standard output" help
check "a health check that nobody answers ends with 1" nobody_there
check "a port that is taken ends with 1" port_taken
check "a full disk under --print-config is a failure" full_disk
exit $failed
