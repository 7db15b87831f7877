#!/bin/sh
# Makes every body model of models/ again, from raw data to the shipped files, in the order of their dependencies:
#
#     factory/scripts/models.sh MAKEHUMAN CAPTURE ANSUR POSES [OUT]      OUT: a folder, models.new without it; PICTURES: MAKEHUMAN-pictures without it
#
# MAKEHUMAN holds 3dobjs/, rigs/, targets/ and poseunits/; CAPTURE folders of clips, each with an index.csv; ANSUR the survey's tables; POSES of hands are
# base/poses of MakeHuman's assets; PICTURES (a variable) those of its release. The program is build/posed-factory, or FACTORY. THREADS (0: one per core) changes nothing but the time. What each command writes into its file as provenance tells
# how it was made; a report lies beside each. A step that is done leaves OUT/.NAME and is not done again: remove that to repeat it.
set -eu
[ $# -ge 4 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
makehuman=$1 capture=$2 survey=$3 poses=$4 out=${5:-models.new}
here=$(dirname "$0")/../..
pictures=${PICTURES:-$1-pictures}
run=${FACTORY:-$here/build/posed-factory} threads=${THREADS:-0}
for folder in "$makehuman/3dobjs" "$makehuman/rigs" "$makehuman/targets" "$makehuman/poseunits" "$capture" "$survey" "$poses"; do
    [ -d "$folder" ] || { echo "$0: $folder: no such folder" >&2; exit 1; }
done
mkdir -p "$out"

# step NAME COMMAND...
step() {
    name=$1
    shift
    [ ! -e "$out/.$name" ] || return 0
    echo "$name: $*" >&2
    "$@"
    : >"$out/.$name"
}

step body "$run" train-body --data "$makehuman" -o "$out" --seed 1 --subjects 2400 --held-out 400 --betas 16 --threads "$threads"
step pose-shapes "$run" train-pose-shapes --data "$capture" --models "$out" --damping 0.003 --largest 50 --report "$out/report-pose.json" --threads "$threads"
step person "$run" train-person --data "$makehuman" --pose-shapes "$out" -o "$out" --threads "$threads"
for gender in "" -female -male; do
    step "people-1$gender" "$run" train-people --version 1 --survey "$survey" --model "$out/person$gender.safetensors" --report "$out/.report-people$gender.json"
    step "faces-1$gender" "$run" train-faces --version 1 --survey "$survey" --model "$out/person$gender.safetensors"
    step "people$gender" "$run" train-people --earlier --survey "$survey" --model "$out/person$gender.safetensors" --report "$out/.report-people$gender.json"
    step "faces$gender" "$run" train-faces --survey "$survey" --model "$out/person$gender.safetensors"
    step "report$gender" "$run" train-people --survey "$survey" --model "$out/person$gender.safetensors" --report-only --report "$out/report-people$gender.json"
    step "hands$gender" "$run" train-hands --poses "$poses" --model "$out/person$gender.safetensors" --report "$out/report-hands$gender.json"
done
for body in default female male; do
    builds=16 terms=4
    [ $body != male ] || builds=7 terms=2
    step "tissue-$body" "$run" train-tissue --body "$out/$body.safetensors" --scripts "$here/examples" --work "$out/flesh-$body" --builds $builds --beta-terms $terms -o "$out/$body.safetensors" \
        --report "$out/report-soft-tissue-$body.json" --threads "$threads"
done
step tissue-person "$run" train-tissue --body "$out/person.safetensors" --from "$out/default.safetensors" --modes 4 --scripts "$here/examples" --work "$out/flesh-person" \
    -o "$out/person.safetensors" --report "$out/report-soft-tissue-person.json" --threads "$threads"
for gender in female male; do # by the directions of its own gender; its own flesh was not simulated
    step "tissue-person-$gender" "$run" train-tissue --body "$out/person-$gender.safetensors" --from "$out/$gender.safetensors" --modes 4 --builds 1 --held-out-builds 0 --held-out-motions 0 \
        --scripts "$here/examples" --work "$out/flesh-person-$gender" -o "$out/person-$gender.safetensors" --threads "$threads"
done

step wardrobe "$run" train-wardrobe --data "$makehuman" --body "$out/person.safetensors" -o "$out/wardrobe.safetensors" --threads "$threads"
step skin "$run" train-skin --data "$makehuman" --pictures "$pictures" --body "$out/person.safetensors" --wardrobe "$out/wardrobe.safetensors" -o "$out/wardrobe.safetensors" --threads "$threads"
step cloth "$run" train-cloth --pictures "$pictures" --wardrobe "$out/wardrobe.safetensors" -o "$out/wardrobe.safetensors"

# at most 16 MB a gender
for file in "$out"/person*.safetensors; do
    [ -e "$file" ] || continue
    bytes=$(wc -c <"$file")
    [ "$bytes" -le 16000000 ] || { echo "$file: $bytes bytes; at most 16000000 allowed" >&2; exit 1; }
done
echo "$out: default, female, male, person, person-female, person-male, wardrobe" >&2
