#!/usr/bin/env bash
# Kernels written as plain loops beside the operators that compute the same: kernels/*.py.
#
#   tests/bench/compare_kernels.sh [build/hammock] [ROUNDS] [THREADS]
#
# A round runs the operator, the loops, the loops and the operator, each in a process of its own. Printed are the medians of the processes'
# medians, in milliseconds, and the median of the rounds' ratios. First the loops' result is held against the operator's.
set -euo pipefail
hammock=${1:-build/hammock} rounds=${2:-7} threads=${3:-2}
here=$(dirname "$0")/kernels
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

run() {  # file, function, more flags
  "$hammock" run "$here/$1" --entry="$2" --fill='rand(normal,seed=7)' --threads="$threads" "${@:3}"
}
milliseconds() {  # file, function
  run "$1" "$2" --json --warmup=5 --repeat=30 | tr ',{}' '\n' | awk -F: '/"median_ms"/ { print $2 + 0 }'
}
median() { sort -n | awk '{ t[NR] = $1 } END { printf "%.3f", NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2 }'; }

printf '%-32s %10s %10s %7s\n' "milliseconds, $threads threads" operator loops ratio
while read -r file operator loops name; do
  run "$file" "$operator" --outputs="$dir/want.npz"
  run "$file" "$loops" --expect="$dir/want.npz" --rtol=1e-4 --atol=1e-4 --outputs="$dir/got.npz"
  rm -f "$dir"/*.ms
  for _ in $(seq "$rounds"); do
    a=$(milliseconds "$file" "$operator") b=$(milliseconds "$file" "$loops")
    c=$(milliseconds "$file" "$loops") d=$(milliseconds "$file" "$operator")
    printf '%s\n%s\n' "$a" "$d" >>"$dir/operator.ms"
    printf '%s\n%s\n' "$b" "$c" >>"$dir/loops.ms"
    awk -v a="$a" -v b="$b" -v c="$c" -v d="$d" 'BEGIN { print (b + c) / (a + d) }' >>"$dir/ratio.ms"
  done
  printf '%-32s %10s %10s %7s\n' "$name" "$(median <"$dir/operator.ms")" "$(median <"$dir/loops.ms")" \
    "$(median <"$dir/ratio.ms")"
done <<'END'
matmul.py operator block matmul 1024, in a block
matmul.py operator loops matmul 1024, plain loops
softmax.py operator block softmax 1024 x 1024, in blocks
softmax.py operator_few_rows loops_few_rows softmax 128 x 1024, plain loops
argmax.py operator block argmax 1024 x 1024, two buffers
dequantize.py operator block weights of 4 bits, a buffer
dequantize.py operator inside weights of 4 bits, in place
dequantize.py operator_eight block_eight weights of 8 bits, a buffer
conv2d.py operator block conv 64 x 56 x 56, padded before
conv2d.py operator_wide loops_wide conv 32 x 64 x 1024, plain loops
END
