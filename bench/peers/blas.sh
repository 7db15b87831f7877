#!/bin/bash
# SMPL's forward pass in C on OpenBLAS: builds bench/peers/blas.c for this processor and runs it; 77 without OpenBLAS.
cd "$(dirname "$0")/../.." || exit 1
pkg-config --exists openblas || { echo "needs libopenblas-pthread-dev" >&2; exit 77; }
out=build/bench/peers
mkdir -p $out
[ $out/blas -nt bench/peers/blas.c ] ||
	${CC:-gcc} -std=c11 -D_GNU_SOURCE -O3 -march=native -ffast-math $(pkg-config --cflags openblas) -o $out/blas bench/peers/blas.c $(pkg-config --libs openblas) -lm || exit 1
exec $out/blas "$@"
