#!/bin/sh
# Runs a regression in shards on a real Slurm of two nodes on this machine, kills one node during the run, merges, and
# compares the result with the run without shards. Needs root and these Debian packages: apt-get install slurm-wlm munge
# jq
#
#     make tool && harness/cluster/test-slurm.sh [CYCLES]
set -eu
cd "$(dirname "$0")/../.."
cycles=${1:-20000000} shards=4
place=$(mktemp -d -t pmu-cosim-slurm.XXXXXX)
export SLURM_CONF="$place/slurm.conf"
host=$(hostname -s)

fail() {
    echo "FAIL: $*; logs are in $place" >&2
    exit 1
}

# Ends the processes that were started here, and no others.
stop() {
    if [ -e "$place/slurmctld.pid" ] && scancel --quiet --user="$(id -un)"; then
        # The supervisor of a task reports its end to the controller, which must still be running.
        for _ in $(seq 20); do
            [ -n "$(squeue --noheader)" ] || break
            sleep 0.5
        done
    fi
    for file in "$place"/*.pid; do
        [ ! -e "$file" ] || kill "$(cat "$file")" 2>/dev/null || true
    done
}
trap stop EXIT

cat >"$SLURM_CONF" <<CONF
ClusterName=try
SlurmctldHost=$host
SlurmctldPort=17817
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$place/munge.socket
StateSaveLocation=$place/state
SlurmctldPidFile=$place/slurmctld.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdPidFile=$place/slurmd-%n.pid
SlurmdSpoolDir=$place/spool-%n
SlurmdLogFile=$place/slurmd-%n.log
SlurmdTimeout=10
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[17011-17012] CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
mkdir "$place/state" "$place/munge"
chmod 0711 "$place"
dd if=/dev/urandom of="$place/munge/key" bs=128 count=1 2>/dev/null
chmod 0400 "$place/munge/key"
munged --force --key-file="$place/munge/key" --socket="$place/munge.socket" --pid-file="$place/munged.pid" \
    --log-file="$place/munge/log" --seed-file="$place/munge/seed"
slurmctld
slurmd -N n1
slurmd -N n2

# Both nodes must be registered before a job is submitted.
for _ in $(seq 60); do
    [ "$(sinfo --noheader --states=idle --format=%D)" = 2 ] && break
    sleep 1
done

target/release/pmu-cosim build --pmu k8
out="$place/out"
array=$(sbatch --parsable --array=1-$shards --output="$place/task-%a.log" harness/cluster/slurm.sbatch \
    "$out" $shards --pmu k8 --cycles "$cycles" --seed 7)
merge=$(sbatch --parsable --dependency="afterany:$array" --output="$place/merge.log" \
    --wrap="target/release/pmu-cosim merge $out/part-*/results.json -o $out/whole")
echo "array $array of $shards shards, then $merge merges"

# The first shard on node n1 is killed with its node: the daemon, the step's daemon, and the run itself.
of() {
    tr '\0' '\n' <"/proc/$1/environ" 2>/dev/null | sed -n "s/^$2=//p"
}
run=
for _ in $(seq 120); do
    for one in $(pgrep --full "pmu-cosim run --shard .* --out $out/part-"); do
        [ "$(of "$one" SLURMD_NODENAME)" != n1 ] || run=$one
    done
    [ -z "$run" ] || break
    sleep 0.5
done
[ -n "$run" ] || fail "no shard ran on n1"
shard=$(of "$run" SLURM_ARRAY_TASK_ID)
step=$(ps -o ppid= -p "$run" | tr -d ' ')
[ -n "$step" ] || fail "shard $shard was complete before its node was killed; increase CYCLES"
kill -9 "$(cat "$place/slurmd-n1.pid")" "$step" "$run"
rm "$place/slurmd-n1.pid"
echo "killed node n1 with shard $shard"
[ ! -e "$out/part-$shard/results.json" ] || fail "a killed shard has results"

while [ -n "$(squeue --noheader --jobs="$array,$merge" 2>/dev/null)" ]; do
    sleep 2
done
grep -ah "^shard " "$place"/task-*.log
grep -aq "^shard $shard/$shards on n2, restarted 1 times" "$place/task-$shard.log" ||
    fail "shard $shard was not run again on n2"

target/release/pmu-cosim run --pmu k8 --cycles "$cycles" --seed 7 --out "$out/alone" >"$place/alone.log" 2>&1 ||
    fail "the run without shards fails"
timeless='del(.finished_at, .pmus[].cycles_per_second)'
for name in alone whole; do
    jq "$timeless" "$out/$name/results.json" >"$place/$name.json" || fail "no results of $name"
done
cmp "$place/alone.json" "$place/whole.json" || fail "the merged results differ from those of the run without shards"
echo "$shards shards of $cycles cycles, one of them killed with its node: the merged results equal those of the run without shards"
rm -r "$out"
