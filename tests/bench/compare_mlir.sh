#!/usr/bin/env bash
# How long reading and printing a function of N bindings takes, beside mlir-opt-19 on as many tosa.add.
#
#   tests/bench/compare_mlir.sh [build/hammock] [N] [ROUNDS]
#
# The programs run in turn, ROUNDS times each; the best and the median are printed, in seconds.
set -euo pipefail
hammock=${1:-build/hammock} n=${2:-100000} rounds=${3:-7}
command -v mlir-opt-19 >/dev/null || { echo "mlir-opt-19 is missing: apt-get install mlir-19-tools" >&2; exit 2; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

awk -v n="$n" 'BEGIN {
  t = "R.Tensor((8, 8), dtype=\"float32\")"
  print "# from tvm.script import ir as I\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @R.function"
  printf "    def main(x: %s) -> %s:\n        with R.dataflow():\n            lv1: %s = R.add(x, x)\n", t, t, t
  for (i = 2; i <= n; i++) printf "            lv%d: %s = R.add(lv%d, x)\n", i, t, i - 1
  printf "            R.output(lv%d)\n        return lv%d\n", n, n
}' >"$dir/big.py"
awk -v n="$n" 'BEGIN {
  t = "tensor<8x8xf32>"
  printf "func.func @main(%%x: %s) -> %s {\n  %%1 = tosa.add %%x, %%x : (%s, %s) -> %s\n", t, t, t, t, t
  for (i = 2; i <= n; i++) printf "  %%%d = tosa.add %%%d, %%x : (%s, %s) -> %s\n", i, i - 1, t, t, t
  printf "  return %%%d : %s\n}\n", n, t
}' >"$dir/big.mlir"

seconds() {  # of a command, on the wall clock
  local start end
  start=$(date +%s%N)
  "$@" >/dev/null
  end=$(date +%s%N)
  awk -v ns=$((end - start)) 'BEGIN { printf "%.3f\n", ns / 1e9 }'
}
for _ in $(seq "$rounds"); do
  seconds "$hammock" fmt "$dir/big.py" >>"$dir/hammock"
  seconds mlir-opt-19 "$dir/big.mlir" -o /dev/null >>"$dir/mlir"
done
"$hammock" fmt "$dir/big.py" | cmp -s - "$dir/big.py" || { echo "hammock fmt changed the script" >&2; exit 1; }
echo "$n bindings, $rounds rounds, seconds (best, median)"
for which in hammock mlir; do
  sort -n "$dir/$which" | awk -v name="$which" '{ t[NR] = $1 } END { printf "%-8s %s %s\n", name, t[1], t[int((NR + 1) / 2)] }'
done
