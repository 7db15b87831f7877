#!/bin/bash
# stream.sh [seconds per row]: 1,000 WebSocket clients, 60 frames of 1.2 KB a second each; the sender on one core (the last that may be
# used), the clients (posedctl swarm) on the others. One line of CSV a row:
#     name,server,clients,frames_per_s,bytes,core_percent,us_per_frame,p50_ms,p99_ms,missing
# core_percent is the sender's processor time by the time on the wall, us_per_frame the same by frames, which neighbours disturb less. For posed it is what 1,000 clients of 125 sessions take beyond the same
# sessions and characters with their owners alone, who want four frames a second: the stream's own share (row stream_characters has
# the rest, with a network of next to no numbers). Lateness is arrival less the time that the frame was due, of every frame.
# Peers: npm's ws (8 phases of the tick, as posed has; and 1, as it is usually written), and epoll with writev and nothing else.
# STREAM_CLIENTS (1000)
cd "$(dirname "$0")/.." || exit 1
seconds=$(printf '%.0f' "${1:-1}") build=${BUILD:-build} clients=${STREAM_CLIENTS:-1000}
[ "$seconds" -ge 10 ] || seconds=10
python=/usr/bin/python3
"$python" -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }
allowed=$(taskset -pc $$ | sed -E 's/.*: //')
core=${allowed##*[,-]}
others=$(taskset -pc $$ | "$python" -c 'import os, sys; c = sorted(os.sched_getaffinity(0)); print(",".join(map(str, c[:-1] or c)))')
ulimit -n 8192 2>/dev/null
folder=$(mktemp -d)
server=
trap 'end_server; rm -rf "$folder"' EXIT

end_server() {
	[ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
	server=
}
cpu_of() { awk -v hz="$(getconf CLK_TCK)" '{sub(/^.*\) /, ""); print ($12 + $13) / hz}' "/proc/$1/stat"; }
# measure FILE SWARM-OPTIONS...: the swarm's figures and the server's cpu_percent in the window, which begins when all are in.
measure() {
	local file=$1 before after start
	shift
	taskset -c "$others" "$build/posedctl" swarm --url "$url" --seconds $((seconds + 4)) --connects 1000 --inputs 0 --json "$@" >"$file" &
	local swarm=$!
	sleep 4 # everybody is in
	before=$(cpu_of "$server") start=$EPOCHREALTIME
	sleep "$seconds"
	after=$(cpu_of "$server")
	awk "BEGIN {printf \"%.2f\n\", 100 * ($after - $before) / ($EPOCHREALTIME - $start)}" >"$file.cpu"
	wait $swarm || echo "clients were lost: $(grep -E '"(lost|reason)"' "$file" | tr -d '\n')" >&2
}
row() { # NAME SERVER FILE PERCENT
	"$python" - "$@" <<'END'
import json, sys
name, server, file, percent = sys.argv[1:]
f = json.load(open(file))
late = f["lateness_ms"]
rate = f["frames"] / max(0.1, f["seconds"])
print(f"{name},{server},{f['clients']},{rate:.0f},{f['bytes'] / max(1, f['frames']):.0f},{float(percent):.1f},{1e4 * float(percent) / max(1, rate):.2f},"
      f"{late['p50']:.2f},{late['p99']:.2f},{f['missing']}", flush=True)
END
}

echo "name,server,clients,frames_per_s,bytes,core_percent,us_per_frame,p50_ms,p99_ms,missing"

# ours: 125 sessions of 2 characters with 38 joints: 1,192 bytes
sessions=$((clients / 8))
PYTHONPATH=tests/e2e "$python" -c "import network; network.write('$folder/motion.safetensors', 38 - len(network.JOINTS))"
printf 'listen: "127.0.0.1:0"\nmodels_dir: %s\nlog: {level: warning}\n' "$folder" >"$folder/posed.yaml"
taskset -c "$core" "$build/posed" --config "$folder/posed.yaml" >"$folder/address" 2>"$folder/log" &
server=$!
for _ in $(seq 100); do
	url=$(sed -n 's/^posed listening on http/ws/p' "$folder/address")
	[ -n "$url" ] && break
	sleep 0.05
done
[ -n "$url" ] || { cat "$folder/log" >&2; exit 1; }
measure "$folder/owners" --clients "$sessions" --spawn 2 --channels root --divisor 15
row stream_characters posed "$folder/owners" "$(cat "$folder/owners.cpu")"
sleep 1
measure "$folder/all" --clients "$clients" --sessions "$sessions" --spawn 2 --channels root,joints,rotations,trajectory
row stream_clients posed "$folder/all" "$(awk "BEGIN {print $(cat "$folder/all.cpu") - $(cat "$folder/owners.cpu")}")"
end_server

peer() { # NAME COMMAND...
	local name=$1
	shift
	url=ws://127.0.0.1:18241
	taskset -c "$core" "$@" >"$folder/out" 2>&1 &
	server=$!
	for _ in $(seq 100); do
		(exec 3<>/dev/tcp/127.0.0.1/18241) 2>/dev/null && break
		kill -0 $server 2>/dev/null || { cat "$folder/out" >&2; server=; return; }
		sleep 0.1
	done
	measure "$folder/peer" --clients "$clients" --passive
	row stream_clients "$name" "$folder/peer" "$(cat "$folder/peer.cpu")"
	end_server
}
if ${CC:-cc} -O2 -D_GNU_SOURCE -o "$folder/raw" bench/stream/raw.c -lcrypto 2>"$folder/out"; then
	peer raw_epoll "$folder/raw" 18241 1192 60 8
else
	echo "no raw epoll row: $(head -n 1 "$folder/out")" >&2
fi
if command -v npm >/dev/null && npm install --silent --no-audit --no-fund --prefix "$folder/npm" ws@8.18.0 >"$folder/out" 2>&1; then
	export WS_FROM=$folder/npm
	peer npm_ws node bench/stream/ws.mjs 18241 1192 60 8
	peer npm_ws_burst node bench/stream/ws.mjs 18241 1192 60 1
else
	echo "no rows of npm's ws: it could not be installed" >&2
fi
