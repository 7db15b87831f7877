#!/bin/bash
# Training shared by processes. Skipped without OpenMPI, which nothing else needs.
. "$(dirname "$0")/lib.sh"
case $build in *san) echo "OpenMPI keeps memory until the end, which a sanitizer calls a leak"; exit 77 ;; esac
command -v mpirun >/dev/null && pkg-config --exists ompi-c || exit 77
# mpi.sh and learn.sh both build, so one waits for the other.
flock "$build/make.lock" make --no-print-directory -s "$build/posedctl-mpi" "$build/tests/mpi/test_training" CC="${CC:-gcc}" >&2 || exit 1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader
run="mpirun --oversubscribe"
check "one process has the curve of a training alone, but for losses told as floats" bash -c "$run -n 1 $build/tests/mpi/test_training | grep 'at most [0-9.]*e-0[89] apart'"
check "two processes share the global batch and have the same curve within rounding" $run -n 2 "$build/tests/mpi/test_training"
check "four processes do" $run -n 4 "$build/tests/mpi/test_training"
check "what is wrong with the options ends every process with its exit code" exits 2 $run -n 2 "$build/posedctl-mpi" train-motion
list_in_shares() {
	local i
	for i in 1 2 3 4 5; do echo "--betas 0.$i -o $work/$i.obj"; done >"$work/list"
	$run -n 2 "$build/posedctl" mesh --quiet --list "$work/list" && [ "$(grep -c '"status":0' "$work/list.jsonl")" = 5 ]
}
check "processes that mpirun starts share the lines of --list, without MPI in posedctl" list_in_shares
exit $failed
