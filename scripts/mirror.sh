#!/bin/bash
# mirror.sh FOLDER: MediaPipe's pose detector for the page's "Mirror me", from npm into FOLDER: the files that a browser asks for, 19 MB.
# The package is @mediapipe/pose (Apache-2.0), known by its sum; its largest model (28 MB) and the build for old browsers are left out.
set -e
package=@mediapipe/pose@0.5.1675469404
sum=8bb349a7b3a3ba699df23be804ddd3b3eab810b50b15406894be257859388a84
out=$(mkdir -p "$1" && cd "$1" && pwd)
command -v npm >/dev/null || { echo "npm is missing"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent "$package" >/dev/null || { echo "npm cannot get $package"; exit 77; }
echo "$sum  $(ls ./*.tgz)" | sha256sum --check --quiet
tar xzf ./*.tgz
cd package
for file in pose.js pose_solution_packed_assets_loader.js pose_solution_packed_assets.data pose_solution_simd_wasm_bin.js pose_solution_simd_wasm_bin.wasm \
	pose_landmark_lite.tflite pose_landmark_full.tflite pose_web.binarypb; do
	install -m 644 "$file" "$out/$file"
done
echo "MediaPipe's pose detector is in $1 ($(du -sh "$out" | cut -f1)); posed serves it from its next start on"
