#!/usr/bin/env bash
# Vectors and a matrix: weights of float32 beside quantised ones that their product unpacks, kernels/weights.py.
#
#   tests/bench/compare_weights.sh [build/hammock] [ROUNDS] [THREADS] [VECTORS]
#
# The forms run in turn, each in a process of its own. Printed are the medians of the processes' medians in milliseconds, and
# the memory that a run takes beside its arguments, in MiB.
set -euo pipefail
hammock=${1:-build/hammock} rounds=${2:-5} threads=${3:-2} vectors=${4:-1}
script=$(dirname "$0")/kernels/weights.py
shifts='--input=shifts=8xu32=[0 4 8 12 16 20 24 28]'
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

run() {  # function
  local more=()
  if [ "$1" = int4 ]; then more=("$shifts"); fi
  "$hammock" run "$script" --entry="$1" --dim=m="$vectors" --fill='rand(normal,seed=7)' --threads="$threads" --repeat=20 --json "${more[@]}"
}
forms='float32 int8 int8_columns int4 int4_kernel'
for _ in $(seq "$rounds"); do
  for form in $forms; do
    run "$form" | tr ',{}' '\n' |
      awk -F: '/"median_ms"/ { ms = $2 } /"peak_bytes"/ { mib = $2 / 1048576 } END { print ms + 0, mib }' >>"$dir/$form"
  done
done
printf '%-16s %10s %10s\n' "$threads threads" ms MiB
for form in $forms; do
  sort -n "$dir/$form" | awk -v f="$form" '{ ms[NR] = $1; mib = $2 } END { printf "%-16s %10.2f %10.1f\n", f, ms[int((NR + 1) / 2)], mib }'
done
