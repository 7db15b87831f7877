#!/bin/bash
# http.sh [seconds per row]: meshes over HTTP, ours and the peers' in one run; the server and wrk share one core (the last
# one that may be used), 8 connections. One line of CSV a row:
#     name,server,connections,requests_per_s,p50_ms,p99_ms,requests_per_cpu_s
# requests_per_s is by the clock on the wall; requests_per_cpu_s divides by the processor time of server and wrk together,
# which neighbours on a shared machine disturb less: on an idle one both are the same.
# Peers: FastAPI on uvicorn with the NumPy model (Debian: python3-fastapi python3-uvicorn), and with orjson and the
# rewritten NumPy model (orjson, which is not in Debian 12); libmicrohttpd with static
# bytes, the limit of what any handler behind it can reach. All meshes are of SMPL's shapes, 6890/24/10/207, dense.
cd "$(dirname "$0")/.." || exit 1
seconds=$(printf '%.0f' "${1:-1}") build=${BUILD:-build}
[ "$seconds" -ge 3 ] || seconds=3
python=/usr/bin/python3
"$python" -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }
command -v wrk >/dev/null || { echo "wrk is missing"; exit 77; }
core=$(taskset -pc $$ | sed -E 's/.*[ ,-]//')
folder=$(mktemp -d)
server=
trap 'end_server; rm -rf "$folder"' EXIT

end_server() {
	[ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
	server=
}
cpu_of() { awk -v hz="$(getconf CLK_TCK)" '{sub(/^.*\) /, ""); print ($12 + $13) / hz}' "/proc/$1/stat"; }
serve() { # URL COMMAND...: starts it on our core and waits until URL answers
	local url=$1
	shift
	taskset -c "$core" "$@" >"$folder/out" 2>&1 &
	server=$!
	for _ in $(seq 200); do
		curl -s -o /dev/null "$url" && return 0
		kill -0 $server 2>/dev/null || break
		sleep 0.05
	done
	cat "$folder/out" >&2
	exit 1
}
row() { # NAME SERVER URL [SCRIPT]; with heads=1 by our own client, which reads 304s ($tag: their ETag)
	local before after host port
	curl -s -o /dev/null "$3"
	local load=(wrk -t1 -c8 -d"$seconds" --latency ${4:+-s "$4"} "$3")
	if [ -n "${heads:-}" ]; then
		host=${3#http://} host=${host%%/*} port=${host#*:}
		load=("$folder/not_modified" "$seconds" 8 "${host%:*}" "$port" "/${3#http://*/}" ${tag:+"$tag"})
	fi
	before=$(cpu_of $server)
	TIMEFORMAT='%U %S'
	{ time taskset -c "$core" "${load[@]}" >"$folder/wrk"; } 2>"$folder/time"
	after=$(cpu_of $server)
	if grep -q 'Non-2xx' "$folder/wrk"; then
		echo "$1 of $2: $(grep Non-2xx "$folder/wrk")" >&2
		exit 1
	fi
	awk -v name="$1" -v server="$2" -v own="$before $after $(cat "$folder/time")" '
		function ms(text) { return text ~ /us$/ ? text / 1000 : text ~ /ms$/ ? text + 0 : text * 1000 }
		$1 == "50%" { p50 = ms($2) } $1 == "99%" { p99 = ms($2) }
		/requests in/ { count = $1 } /^Requests\/sec/ { rate = $2 }
		END { split(own, t, " "); printf "%s,%s,8,%.0f,%.3f,%.3f,%.0f\n", name, server, rate, p50, p99, count / (t[2] - t[1] + t[3] + t[4]) }' "$folder/wrk"
}

# start_row NAME OPTION...: from exec to the line that says it serves, the best of 5, and the private memory then, in MB.
start_row() {
	local name=$1 best= begin ms private
	shift
	for _ in 1 2 3 4 5; do
		begin=$EPOCHREALTIME
		exec 9< <(exec taskset -c "$core" "$build/posed" --listen 127.0.0.1:0 --log-level warning "$@")
		server=$!
		read -r _ <&9 || return
		ms=$(awk "BEGIN {printf \"%.0f\", ($EPOCHREALTIME - $begin) * 1000}")
		[ -n "$best" ] && [ "$best" -le "$ms" ] || best=$ms
		private=$(awk '/^Private/ {sum += $2} END {printf "%.1f", sum / 1024}' "/proc/$server/smaps_rollup")
		end_server
		exec 9<&-
	done
	echo "http_$name,posed,,$best,,,"
	echo "http_${name/start_to_ready_ms/private_mb},posed,,$private,,,"
}

"$python" bench/http/model.py "$folder/bench.npz" || exit 1
printf 'listen: "127.0.0.1:0"\nbuiltin_models: false\nlog: {level: warning}\nmodels:\n  - {id: bench, file: %s}\n' "$folder/bench.npz" >"$folder/posed.yaml"
echo "name,server,connections,requests_per_s,p50_ms,p99_ms,requests_per_cpu_s"

if ls models/*.safetensors >/dev/null 2>&1; then
	start_row start_to_ready_ms
	start_row all_models_start_to_ready_ms --preload '*'
fi
taskset -c "$core" "$build/posed" --config "$folder/posed.yaml" >"$folder/address" 2>"$folder/log" &
server=$!
for _ in $(seq 100); do
	url=$(sed -n 's/^posed listening on //p' "$folder/address")
	[ -n "$url" ] && break
	sleep 0.05
done
[ -n "$url" ] || { cat "$folder/log" >&2; exit 1; }
row http_mesh_raw posed "$url/v1/models/bench/mesh?format=bin" bench/http/mesh.lua
row http_mesh_json posed "$url/v1/models/bench/mesh?format=json" bench/http/mesh.lua
page="$url/v1/models/bench/mesh?betas=1.5,-0.5&format=glb"
${CC:-cc} -O2 -o "$folder/not_modified" bench/http/not_modified.c || exit 1
heads=1 tag=$(curl -sI "$page" | sed -n 's/^[Ee][Tt]ag: *\([^\r]*\).*/\1/p') row http_get_304 posed "$page"
row http_health posed "$url/healthz"
echo "http_rss_mb,posed,8,$(awk '{printf "%.0f", $2 * 4096 / 1e6}' "/proc/$server/statm"),,," # after the rows above
end_server

if ${CC:-cc} -O2 -o "$folder/static" bench/http/mhd_static.c -lmicrohttpd 2>"$folder/out"; then
	serve http://127.0.0.1:18231/small "$folder/static" 18231
	heads=1 row http_get_304 mhd_static_1k http://127.0.0.1:18231/small
	heads=1 tag='"any"' row http_get_304 mhd_not_modified http://127.0.0.1:18231/not_modified
	row http_mesh_raw mhd_static_82k http://127.0.0.1:18231/large
	end_server
fi

if "$python" -c 'import fastapi, uvicorn' 2>/dev/null; then
	export BENCH_MODEL=$folder/bench.npz OPENBLAS_NUM_THREADS=1
	serve http://127.0.0.1:18232/health "$python" -m uvicorn --app-dir bench/http fastapi_app:app --port 18232 --log-level warning
	row http_mesh_raw fastapi "http://127.0.0.1:18232/mesh?format=bin" bench/http/mesh.lua
	row http_mesh_json fastapi "http://127.0.0.1:18232/mesh?format=json" bench/http/mesh.lua
	end_server
	if "$python" -c 'import orjson' 2>/dev/null; then
		serve http://127.0.0.1:18233/health "$python" -m uvicorn --app-dir bench/http fastapi_fast:app --port 18233 --log-level warning
		row http_mesh_raw fastapi_orjson "http://127.0.0.1:18233/mesh?format=bin" bench/http/mesh.lua
		row http_mesh_json fastapi_orjson "http://127.0.0.1:18233/mesh?format=json" bench/http/mesh.lua
		end_server
	else
		echo "no orjson here: the rows of FastAPI with it are left out" >&2
	fi
else
	echo "no FastAPI here: its rows are left out" >&2
fi
