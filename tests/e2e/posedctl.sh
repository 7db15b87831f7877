#!/bin/bash
# posedctl at a terminal: names of the files that it writes, messages, exit status, suggestions.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

ctl=$build/posedctl
printf 'seconds: 2\nscript:\n  - {t: 0, move: [0, 1], gait: walk}\n' >"$work/walk.yaml"

ends() { # ends CODE TEXT COMMAND...: the exit code, and the text on standard error
	local code=$1 text=$2
	shift 2
	exits "$code" "$@" && grep -qF -- "$text" "$work/err" || { cat "$work/err"; return 1; }
}
# A file name whose ending does not fit the format is refused, and nothing is written.
unknown_ending() {
	ends 2 "-o '$work/x.fbx': .glb, .bvh, .npz, .json or .vrma allowed" "$ctl" rollout --script "$work/walk.yaml" -o "$work/x.fbx" &&
		ends 2 "-o '$work/x.fbx': .npz, .bvh, .glb or .vrma allowed" "$ctl" clip convert "$work/x.bvh" -o "$work/x.fbx" &&
		ends 2 "-o '$work/x.fbx': .json, .bin, .npz, .obj, .ply, .stl or .glb allowed" "$ctl" mesh -o "$work/x.fbx" &&
		ends 2 "-o '$work/x.fbx': .png allowed" "$ctl" render -o "$work/x.fbx" &&
		ends 2 "--sheet '$work/x.jpg': .png allowed" "$ctl" rollout --script "$work/walk.yaml" --sheet "$work/x.jpg" &&
		ends 2 "--format 'fbx': glb, bvh, npz, json, vrma or measure allowed" "$ctl" rollout --script "$work/walk.yaml" --format fbx &&
		[ ! -e "$work/x.fbx" ] && [ ! -e "$work/x.jpg" ]
}
every_ending() {
	local ending
	for ending in glb bvh npz json; do
		exits 0 "$ctl" rollout --script "$work/walk.yaml" -o "$work/walk.$ending" --body none && [ $ending != npz ] ||
			exits 0 "$ctl" rollout --script "$work/walk.yaml" -o "$work/walk.$ending" || return 1
	done
	[ "$(head -c 4 "$work/walk.glb")" = glTF ] && grep -q '^HIERARCHY' "$work/walk.bvh" && [ "$(head -c 2 "$work/walk.npz")" = PK ] &&
		python3 -m json.tool "$work/walk.json" >/dev/null
}
notes() {
	ends 0 "posedctl rollout: wrote $work/n.bvh (120 frames, 2.00 s, " "$ctl" rollout --script "$work/walk.yaml" -o "$work/n.bvh" &&
		ends 0 "posedctl clip: wrote $work/n.glb (120 frames, " "$ctl" clip convert "$work/n.bvh" -o "$work/n.glb" &&
		awk '/^Frames:/ {$2 = 1} /^Frame Time/ {left = 1; print; next} left > 1 {exit} left {left++} {print}' "$work/n.bvh" >"$work/n1.bvh" &&
		ends 0 "posedctl clip: wrote $work/n1.glb (1 frame, " "$ctl" clip convert "$work/n1.bvh" -o "$work/n1.glb" &&
		ends 0 "posedctl mesh: wrote $work/n.obj (" "$ctl" mesh -o "$work/n.obj" &&
		[ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$work/out" ] &&
		exits 0 "$ctl" mesh -o "$work/n.obj" --quiet && [ ! -s "$work/err" ] && [ ! -s "$work/out" ]
}
out_of_reach() {
	ends 3 "posedctl ik: not reached (unreachable); left_wrist is 2.38 m away" "$ctl" ik left_wrist=3,0,0 -o "$work/far.glb" &&
		[ "$(head -c 4 "$work/far.glb")" = glTF ] && exits 0 "$ctl" ik left_wrist=0.4,0.3,0.3 && [ ! -s "$work/err" ]
}
one_of_many() {
	echo '{"problems":[{"targets":[{"joint":"left_wrist","position":[0.4,0.3,0.3]}]},{"targets":[{"joint":"left_wrist","position":[3,0,0]}]}]}' >"$work/many.json"
	ends 3 "posedctl ik: problem 1: not reached" "$ctl" ik --request "$work/many.json" && [ "$(wc -l <"$work/err")" = 1 ]
}
suggestions() {
	ends 1 "feamle: neither a file nor a shipped model" "$ctl" mesh --model feamle -o "$work/x.glb" &&
		grep -qF 'did you mean female?' "$work/err" &&
		ends 1 'did you mean motion?' "$ctl" rollout --script "$work/walk.yaml" --model motoin -o "$work/x.glb" &&
		ends 2 'did you mean height?' "$ctl" measure --height 1.8 --tolerances heigth=0.002 &&
		ends 1 'did you mean female?' "$ctl" render femal -o "$work/x.png" &&
		ends 2 'did you mean rollout?' "$ctl" rolout &&
		ends 2 'did you mean --skinning?' "$ctl" mesh --skining dqs &&
		ends 2 'did you mean poses?' "$ctl" render --sheet pose
}
# At a terminal binary output is refused with a short message, JSON is printed, and `-o -` prints everything.
at_a_terminal() {
	python3 - "$ctl" <<'PY'
import os, pty, sys
def run(*words):
    pid, terminal = pty.fork()
    if not pid:
        os.execv(sys.argv[1], [sys.argv[1], *words])
    shown = b""
    try:
        while part := os.read(terminal, 1 << 16):
            shown += part
    except OSError:
        pass
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown
for words in (("mesh",), ("mesh", "--format", "glb"), ("render", "--size", "32")):
    code, shown = run(*words)
    assert code == 2 and b"give -o FILE" in shown and len(shown) < 300, (words, code, shown[:400])
code, shown = run("joints")
assert code == 0 and shown.startswith(b'{"model"'), shown[:200]
code, shown = run("mesh", "-o", "-")
assert code == 0 and len(shown) > 100000, len(shown)
PY
}
in_bash() {
	PATH="$PWD/$build:$PATH" bash <<'SH'
source <(posedctl completion bash) || exit 1
compopt() { :; }
gives() { # gives "REPLIES" WORD...: what the last word is completed to
	local wanted=$1
	shift
	COMP_WORDS=(posedctl "$@") COMP_CWORD=$#
	_posedctl
	[ "${COMPREPLY[*]}" = "$wanted" ] || { echo "$*: '${COMPREPLY[*]}', '$wanted' wanted"; exit 1; }
}
gives "mesh measure" me
gives "--frame" mesh --fr
gives "unity unreal" mesh --frame u
gives "unity unreal" mesh --frame = u
gives "info convert render" clip ""
gives "female" mesh --model fem
gives "" mesh --betas ""
SH
}
in_fish() {
	command -v fish >/dev/null || return 0
	PATH="$PWD/$build:$PATH" fish -c 'posedctl completion fish | source; complete -C"posedctl mesh --frame u"; complete -C"posedctl me"' 2>&1 | cut -f1 | tr '\n' ' ' >"$work/fish"
	[ "$(cat "$work/fish")" = "unity unreal measure mesh " ] || { cat "$work/fish"; return 1; }
}
# zsh completes in a terminal only: one is made for it.
in_zsh() {
	command -v zsh >/dev/null || return 0
	mkdir -p "$work/zsh" && "$ctl" completion zsh >"$work/zsh/_posedctl" && zsh -n "$work/zsh/_posedctl" &&
		PATH="$PWD/$build:$PATH" timeout 60 zsh -f -c '
			zmodload zsh/zpty
			zpty z zsh -f -i
			zpty -w z "PS1=; fpath=('"$work"'/zsh \$fpath); autoload -U compinit; compinit -D -u; zstyle \":completion:*\" list-colors; print be\gin"
			zpty -r z line "*begin*"
			zpty -w -n z "posedctl mesh --frame unr"$'"'\t'"'
			zpty -r z line "*unreal*" && print found
			zpty -d z' | grep -q found
}

# A file of SMPL's layout, whose betas have no names: the row of beta 2 is compared with two bodies that are measured one by one.
each_beta() {
	exits 0 "$ctl" export default -o "$work/SMPL.pkl" && exits 0 "$ctl" measure --each-beta --model "$work/SMPL.pkl" && cp "$work/out" "$work/table" || return 1
	[ "$(wc -l <"$work/table")" = 17 ] && grep -q '^   1 .* navel_girth +1[0-9.]* %, waist_girth' "$work/table" || { cat "$work/table"; return 1; }
	height() { "$ctl" measure --model "$work/SMPL.pkl" --betas "0,0,$1" | awk '$1 == "height" { print $2 }'; }
	awk -v more="$(height 1)" -v less="$(height -1)" '$1 == "2" { d = 500 * (more - less) - $2; exit !(d < 0.6 && d > -0.6) }' "$work/table"
}
# White centres in dark discs, as many as joints that no other disc covers; the other pixels do not change.
joints_drawn() {
	for more in "" --joints; do
		exits 0 "$ctl" render --size 200 --sheet poses --columns 4 --samples 1 $more -o "$work/sheet$more.png" || return 1
	done
	PYTHONPATH=tests/e2e PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 - "$work" <<'END'
import numpy as np, png, sys
plain, dots = (png.read(f"{sys.argv[1]}/sheet{more}.png").astype(int) for more in ("", "--joints"))
changed = (plain != dots).any(-1)
cells = (plain.shape[0] // 200) * (plain.shape[1] // 200)
white = (dots.min(-1) > 240) & changed
assert 0.001 < changed.mean() < 0.02, changed.mean()
assert white.sum() > 10 * cells, (white.sum(), cells)
END
}
check "joints are drawn over the bodies of a sheet" joints_drawn
check "random people of a model with 79 betas are drawn" exits 0 "$ctl" render --sheet random --count 4 --size 64 person -o "$work/people.png"
check "what each beta of a model means is told in millimetres, kilograms and girths" each_beta
check "a name that ends in no known format is refused, with those there are" unknown_ending
check "the ending of -o is the format" every_ending
check "what was written is said once, and not with --quiet" notes
# A file that fit does not read: what it is, and what to send in its place.
other_files() {
	printf '\223NUMPY\1\0' >"$work/joints.npy"
	printf 'PK\3\4scan.ply' >"$work/scan.zip"
	printf 'abc\0\1' >"$work/some.bin"
	ends 2 'joints.npy: an npy array, which does not say what its numbers are. A take of joints: (frames, joints, 3). Joints of one moment: JSON as {"joints":' "$ctl" fit "$work/joints.npy" &&
		ends 2 "scan.zip: a ZIP archive; of a scan in it, posedctl register" "$ctl" fit "$work/scan.zip" &&
		ends 2 "some.bin: a binary file of no kind that is read" "$ctl" fit "$work/some.bin"
}
check "a file that fit does not read is named, with what reads it" other_files
check "a target out of reach ends with 3 and says how far away it is" out_of_reach
check "of many problems those not reached are named" one_of_many
check "record without a script names --script" ends 2 "--script FILE is needed" "$ctl" record -o "$work/x.psdr"
check "a slip of the pen in a model, command, option or choice is answered with the nearest" suggestions
check "a terminal is given no binary and no flood" at_a_terminal
check "bash completes commands, options, choices and models" in_bash
check "fish completes commands and choices" in_fish
check "zsh completes choices" in_zsh
exit $failed
