#!/bin/bash
# Follows the README in a fresh clone: `make run`, and the curl commands that make person.glb, walk.glb and body.glb. Slow, because it builds.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh
curl -fsS -o /dev/null http://127.0.0.1:8080/healthz 2>/dev/null && { echo "port 8080 is taken"; exit 77; }
git rev-parse --git-dir >/dev/null 2>&1 || { echo "no git repository to clone"; exit 77; }
git clone -q . "$work/clone" || exit 1
cd "$work/clone" || exit 1

setsid make run >"$work/run.log" 2>&1 </dev/null &
server=$!
ready() {
	for _ in $(seq 6000); do
		curl -fsS -o /dev/null http://127.0.0.1:8080/readyz 2>/dev/null && return
		kill -0 $server 2>/dev/null || break
		sleep 0.1
	done
	tail -n 20 "$work/run.log"
	return 1
}
commands() { sed -n '/^```/,/^```/p' README.md | grep "$1" | head -n 1; }
makes() { (cd "$work" && sh -c "$(cd clone && commands "^curl .*$1\\.glb")") && [ "$(head -c 4 "$work/$1.glb")" = glTF ]; }
reach() { (cd "$work" && sh -c "$(cd clone && commands '^curl -d') -o reach.out") && [ -s "$work/reach.out" ] && ! grep -q '"status":4' "$work/reach.out"; }
# The lowest y of the positions, from the GLB's own head.
stands() {
	python3 -c 'import json, struct, sys
glb = open(sys.argv[1], "rb").read()
head = json.loads(glb[20:20 + struct.unpack_from("<I", glb, 12)[0]])
lowest = min(head["accessors"][p["attributes"]["POSITION"]]["min"][1] for m in head["meshes"] for p in m["primitives"])
print("lowest y", lowest)
sys.exit(abs(lowest) > 0.001)' "$work/body.glb"
}
brings_curl() { make -n deps-run | grep -qw curl; }
names_another_port() {
	exits 2 make run || return 1 # make's code for a recipe that failed
	grep -qF 'make run ARGS="--listen 127.0.0.1:9000"' "$work/err"
}
prints_address() { grep -q 'http://127.0.0.1:8080' "$work/run.log"; }
ends_well() { # the whole group of make run, within 20 s
	kill -TERM -- -$server
	for _ in $(seq 3000); do
		kill -0 -- -$server 2>/dev/null || return 0
		sleep 0.1
	done
	return 1
}

check "make run builds and serves" ready
check "make run prints the address" prints_address
check "the README's person is a GLB" makes person
check "the README's walk is a GLB" makes walk
check "the README's body is a GLB" makes body
check "the README's body stands on the floor" stands
check "make run installs the curl that the README uses" brings_curl
check "a second make run names the way to another port" names_another_port
check "the README's IK request is answered" reach
check "the daemon of make run ends when it is told to" ends_well
exit $failed
