# Shared by the shell scripts here: ok and not-ok lines that tests/run.py counts, and a folder that is removed at the end.
build=${BUILD:-build}
work=$(mktemp -d)
failed=0
trap 'rm -rf "$work"' EXIT

# Sets $spent to the processor time in milliseconds of every process that this script started and waited for, so far.
spent() {
	local part parts milliseconds
	times >"$work/times"
	{ read -r && read -ra parts; } <"$work/times" # 0m1.234s for the user's part and the system's
	spent=0
	for part in "${parts[@]}"; do
		milliseconds=${part#*m} milliseconds=${milliseconds//[.,s]/}
		spent=$((spent + ${part%m*} * 60000 + 10#$milliseconds))
	done
}
# check "sentence" COMMAND...: the command's success decides. A line "ok" says what the command cost, as those of the Python scripts do.
check() {
	local sentence=$1 start=${EPOCHREALTIME/[.,]/} before tenths
	spent
	before=$spent
	shift
	if "$@" >"$work/check.log" 2>&1; then
		spent
		tenths=$(((${EPOCHREALTIME/[.,]/} - start + 50000) / 100000)) before=$(((spent - before + 50) / 100))
		echo "ok - $sentence ($((tenths / 10)).$((tenths % 10)) s, processor $((before / 10)).$((before % 10)) s)"
	else
		echo "not ok - $sentence: $*"
		tail -n 5 "$work/check.log"
		failed=1
	fi
}
# exits CODE COMMAND...
exits() {
	local wanted=$1 code=0
	shift
	"$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
	[ $code = "$wanted" ] || { echo "exit code $code, $wanted expected"; cat "$work/err"; return 1; }
}

# start_posed OPTION...: a daemon at a $port of its own until stop_posed, or the end of the script; its configuration is the file $config, if any;
# its standard output and error are in $work/said and $work/told
start_posed() {
	: >"$work/said" # what an earlier daemon wrote there names its port; the new one empties the file only once it runs
	"$build/posed" --config "${config:-/dev/null}" --listen 127.0.0.1:0 "$@" >"$work/said" 2>"$work/told" &
	server=$!
	trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$work"' EXIT

	while kill -0 $server 2>/dev/null; do
		port=$(sed -nE 's/^posed listening on .*:([0-9]+)$/\1/p' "$work/said")
		[ -n "$port" ] && return
		kill -0 $server 2>/dev/null || break
		sleep 0.1
	done
	echo "not ok - posed starts: $(tail -n 1 "$work/told")"
	exit 1
}
stop_posed() {
	kill $server && wait $server
}
