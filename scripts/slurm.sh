#!/bin/sh
# Starts Slurm on this machine alone, as one node with two tasks, and runs `posedctl rollout --list` under srun: every line is done once, by both tasks, and the
# results have the same bytes as those of one process. For machines without a cluster; not part of CI. As root.
# BUILD   folder of posedctl (build); needs Debian's slurmctld, slurmd, slurm-client and munge
for program in munged slurmctld slurmd srun; do
	command -v $program >/dev/null || { echo "$program is not installed"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "Slurm's daemons need root here"; exit 77; }
root=$(cd "$(dirname "$0")/.." && pwd)
posedctl=$(cd "${BUILD:-$root/build}" && pwd)/posedctl
work=$(mktemp -d) && cd "$work" || exit 1
host=$(hostname -s)
pids=
trap 'kill $pids 2>/dev/null; wait; rm -rf "$work"' EXIT

# A key of its own, and a socket that only this run uses.
head -c 1024 /dev/urandom > munge.key && chmod 400 munge.key
munged --foreground --force --key-file=munge.key --socket=$work/munge --pid-file=$work/munge.pid --log-file=$work/munge.log --seed-file=$work/munge.seed >/dev/null 2>&1 &
pids="$pids $!"
cat > slurm.conf <<CONF
ClusterName=posed
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES OverSubscribe=FORCE:4 State=UP
CONF
mkdir -p state spool
export SLURM_CONF=$work/slurm.conf
slurmctld -D >/dev/null 2>&1 &
pids="$pids $!"
slurmd -D >/dev/null 2>&1 &
pids="$pids $!"
for _ in $(seq 60); do
	timeout 5 sinfo -h -o %T 2>/dev/null | grep -q -e idle -e mixed && break
	sleep 1
done
timeout 5 sinfo || { tail -n 5 ./*.log; exit 1; }

# Eight lines of work, once by one process and once by two tasks.
for i in 1 2 3 4 5 6 7 8; do echo "--model $root/models/default.safetensors --betas $i.5e-1 -o body$i.obj"; done > list
"$posedctl" mesh --quiet --list list --jobs 1 --result one.jsonl || exit 1
sha256sum body*.obj > one.sums && rm body*.obj
timeout 120 srun -n 2 --overcommit "$posedctl" mesh --list list --result two.jsonl > said 2>&1 || { cat said; tail -n 5 ./*.log; exit 1; }
cat said
bad=0
check() { if [ "$2" = "$3" ]; then echo "ok - $1"; else echo "not ok - $1: $2; $3 expected"; bad=1; fi; }
check "every line has one result" "$(grep -c . two.jsonl)" "$(grep -c . one.jsonl)"
check "both tasks say their share" "$(grep -c -e 'share [01] of 2 (SLURM_PROCID)' said)" 2
if sha256sum --quiet -c one.sums; then echo "ok - the files have the bytes of one process"; else echo "not ok - the files differ"; bad=1; fi
exit $bad
