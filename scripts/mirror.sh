#!/bin/bash
# mirror.sh FOLDER: MediaPipe's detectors of poses, faces and hands for the page's "Mirror me", from npm into FOLDER: the files that a
# browser asks for, 48 MB. The packages are @mediapipe/pose, face_mesh and hands (Apache-2.0), known by their sums; the largest model of poses
# (28 MB) and the builds for old browsers are left out.
set -e
pose=@mediapipe/pose@0.5.1675469404
pose_sum=8bb349a7b3a3ba699df23be804ddd3b3eab810b50b15406894be257859388a84
face=@mediapipe/face_mesh@0.4.1657299874
face_sum=c08a7e0742a326285da666cf81d77c8b6f3a181a2ee948cadaf166008e0d3bc7
hands=@mediapipe/hands@0.4.1675469240
hands_sum=bdd5be939c60cbd72a49f4b6141407683cf2a67263598e1a44757d70b3dfcb8a
out=$(mkdir -p "$1" && cd "$1" && pwd)
command -v npm >/dev/null || { echo "npm is missing"; exit 77; }
tools=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# get PACKAGE SUM FILE...: the files of a package.
get() {
	package=$1 sum=$2
	shift 2
	rm -rf "$work/package" "$work"/*.tgz
	cd "$work"
	npm pack --silent "$package" >/dev/null || { echo "npm cannot get $package"; exit 77; }
	echo "$sum  $(ls ./*.tgz)" | sha256sum --check --quiet
	tar xzf ./*.tgz
	for file in "$@"; do install -m 644 "package/$file" "$out/$file"; done
}
get "$pose" $pose_sum pose.js pose_solution_packed_assets_loader.js pose_solution_packed_assets.data pose_solution_simd_wasm_bin.js \
	pose_solution_simd_wasm_bin.wasm pose_landmark_lite.tflite pose_landmark_full.tflite pose_web.binarypb
get "$face" $face_sum face_mesh.js face_mesh_solution_packed_assets_loader.js face_mesh_solution_packed_assets.data \
	face_mesh_solution_simd_wasm_bin.js face_mesh_solution_simd_wasm_bin.data face_mesh_solution_simd_wasm_bin.wasm face_mesh.binarypb
get "$hands" $hands_sum hands.js hands_solution_packed_assets_loader.js hands_solution_packed_assets.data hands_solution_simd_wasm_bin.js \
	hands_solution_simd_wasm_bin.data hands_solution_simd_wasm_bin.wasm hand_landmark_lite.tflite hand_landmark_full.tflite hands.binarypb
# The page's policy allows no functions that are made of text.
chmod u+w "$out/face_mesh_solution_simd_wasm_bin.js"
node "$tools/without_eval.mjs" "$out/face_mesh_solution_simd_wasm_bin.js"
echo "MediaPipe's detectors of poses, faces and hands are in $1 ($(du -sh "$out" | cut -f1)); posed serves them from its next start on"
