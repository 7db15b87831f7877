#!/bin/bash
# Takes of 6-DoF trackers: a person of the shipped network walks and jogs with six devices in unknown mountings, after a T-pose. tracks.py has the truth.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

cat >"$work/script.yaml" <<EOF
seconds: 5
script:
  - {t: 0.5, move: [0, 1], gait: walk}
  - {t: 3, move: [1, 0], gait: jog}
EOF
export MALLOC_ARENA_MAX=2
python() { /usr/bin/python3 tests/e2e/tracks.py "$@"; }
check "the default body is exported" "$build/posedctl" export default -o "$work/default.npz"
check "a body of another shape walks by a script" "$build/posedctl" rollout --script "$work/script.yaml" --body default \
	--betas=-1.5,1,1,-0.5 -o "$work/walk.npz"
check "the tracks are written" python make "$work" 0
check "a file of six trackers is a take" "$build/posedctl" fit "$work/take.csv" --up y -o "$work/fit.npz"
check "all joints are within 30 mm of the true ones, the height within 40 mm" python judge "$work" fit.npz 30
check "the tracks are written with z up" python make "$work" 0 z
check "tracks with z up are fitted without --up" "$build/posedctl" fit "$work/take.csv" -o "$work/fit.npz"
check "joints fitted to tracks with z up are within 30 mm too" python judge "$work" fit.npz 30 z
check "tracks are written of a T-pose whose joints are off by 5 degrees" python make "$work" 5
check "the tracks of a bad T-pose are fitted" "$build/posedctl" fit "$work/take.csv" --up y -o "$work/fit.npz"
check "joints fitted after a bad T-pose are within 60 mm" python judge "$work" fit.npz 60

# Errors name their cause.
sed -E 's/,left_(hand|ankle)/,other_\1/' "$work/take.csv" >"$work/one-sided.csv"
check "trackers of one side alone are refused without a facing" exits 2 "$build/posedctl" fit "$work/one-sided.csv" --up y -o "$work/x.npz"
check "the refusal of one side asks for trackers on both sides" grep -q "trackers on both the left and the right" "$work/err"
sed 's/,hmd/,left_knee/' "$work/take.csv" >"$work/wrong.csv"
check "a tracker on the wrong bone is refused" exits 2 "$build/posedctl" fit "$work/wrong.csv" --up y -o "$work/x.npz"
check "the refusal of a tracker on the wrong bone has its distance from the joint" grep -q "'left_knee' is .* m from its joint in the calibration pose" "$work/err"

# The same tracks over HTTP, every second frame.
start_posed
check "the tracks are written as a job" python make "$work" 0 y job
check "the job gives the same joints" python job "$work" "$port" 30
exit $failed
