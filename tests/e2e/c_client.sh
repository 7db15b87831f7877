#!/bin/bash
# The client for C: compiles as C99 and as C++, alone and with libwebsockets, and moves a character of a daemon that is killed meanwhile.
# BUILD   folder of posed (build)
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
case $build in *san) echo "of the clients, whose times are not a sanitized daemon's"; exit 77 ;; esac
CC=${CC:-gcc} CXX=${CXX:-g++}
strict="-Wall -Wextra -Wshadow -Werror -O1"
lws=$(pkg-config --cflags --libs libwebsockets)

as_c() { $CC -std=c99 -pedantic $strict -c clients/c/posed.c -o "$work/posed.o"; }
as_cpp() { $CXX -std=c++11 $strict -x c++ -c clients/c/posed.c -o "$work/posed_cpp.o"; }
mixed() {
	cat >"$work/main.cpp" <<-'END'
		#include "clients/c/posed.h"
		int main() { posed_session s; posed_session_init(&s, 1); char out[64]; posed_session_opened(&s); return posed_session_say(&s, out, sizeof out) == 15 ? 0 : 1; }
	END
	$CXX -std=c++11 $strict -I. "$work/main.cpp" "$work/posed.o" -lm -o "$work/mixed" && "$work/mixed"
}
example() { $CC -std=c99 -pedantic $strict clients/c/example_lws.c clients/c/posed.c $lws -lm -o "$work/example"; }
port=0
serve() {
	: >"$work/out" # what an earlier daemon wrote there names its port; the new one empties the file only once it runs
	"$build/posed" --config /dev/null --listen "127.0.0.1:$port" --models-dir "$work/models" >"$work/out" 2>"$work/err" &
	server=$!
}
start() { # on $port, or a free one; on one that somebody else was given meanwhile as soon as it is free again
	serve
	for _ in $(seq 3000); do
		listens=$(sed -nE 's/^posed listening on .*:([0-9]+)$/\1/p' "$work/out")
		[ -n "$listens" ] && port=$listens && return
		kill -0 $server 2>/dev/null || serve
		sleep 0.1
	done
	cat "$work/err"
	return 1
}
# comes COUNT PATTERN [FROM]: until so many lines of the walk have it (behind the first that has FROM)
comes() {
	for _ in $(seq 3000); do
		[ "$(awk -v from="${3:-.}" 'seen; $0 ~ from {seen = 1}' "$work/walk" | grep -c "$2")" -ge "$1" ] && return
		sleep 0.1
	done
	cat "$work/walk"
	return 1
}
walks() {
	: >"$work/walk"
	timeout 600 "$work/example" 127.0.0.1 "$port" 600 >"$work/walk" &
	local example=$!
	comes 2 '^tick '
	kill -9 $server
	start && comes 2 '^tick ' 'a new one$' && comes 1 'left foot at'
	local code=$?
	kill $example
	return $code
}

# A daemon that still starts or that hangs: its port is open, but it does not answer.
tries_again() {
	/usr/bin/python3 -c 'import socket, time; s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); print(s.getsockname()[1], flush=True); time.sleep(900)' >"$work/mute" &
	local mute=$!
	for _ in $(seq 3000); do [ -s "$work/mute" ] && break || sleep 0.1; done
	: >"$work/tries" # a file of its own: the walk before it has such lines too, and its example may still write
	timeout 600 "$work/example" 127.0.0.1 "$(cat "$work/mute")" 600 >"$work/tries" &
	local example=$!
	for _ in $(seq 3000); do [ "$(grep -c 'trying again' "$work/tries")" -ge 2 ] && break || sleep 0.1; done
	kill $mute $example
	[ "$(grep -c 'trying again' "$work/tries")" -ge 2 ]
}

check "posed.c is C99" as_c
check "posed.c is C++ too" as_cpp
check "C++ links what C compiled" mixed
check "the example with libwebsockets compiles without a warning" example
mkdir "$work/models" && ln -s "$PWD/models/motion.safetensors" "$work/models/" || exit 1 # whose feet stand, as a step asks
start || exit 1
check "the example prints steps, and begins anew when the daemon was killed" walks
check "the example tries again when nobody answers its handshake" tries_again
kill $server 2>/dev/null
wait 2>/dev/null
exit $failed
