#!/usr/bin/env bash
# How long reading and printing a function of N bindings takes, beside CPython's ast.parse of the same file.
#
#   tests/bench/compare_ast.sh [build/hammock] [N] [ROUNDS]
#
# They run in turn, ROUNDS times each; the medians are printed, in seconds. CPython's time is that of the call alone, without the start of
# the interpreter; Hammock's is that of the whole process. Then the peak memory of hammock fmt, as a multiple of the file's size, for
# smaller files, too.
set -euo pipefail
hammock=${1:-build/hammock} bindings=${2:-100000} runs=${3:-7}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

write() {  # bindings, file
  {
    printf '# from tvm.script import relax as R\n\n@R.function\n'
    printf 'def main(x: R.Tensor((16,), dtype="float32"), y: R.Tensor((16,), dtype="float32")) -> R.Tensor((16,), dtype="float32"):\n'
    printf '    with R.dataflow():\n'
    printf '        v0: R.Tensor((16,), dtype="float32") = R.add(x, y)\n'
    seq 1 $(($1 - 1)) | awk '{ printf "        v%d: R.Tensor((16,), dtype=\"float32\") = R.add(v%d, y)\n", $1, $1 - 1 }'
    printf '        R.output(v%d)\n    return v%d\n' $(($1 - 1)) $(($1 - 1))
  } > "$2"
}

median() { sort -n | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'; }

write "$bindings" "$dir/chain.py"
cat > "$dir/parse.py" <<'END'
import ast, sys, time
text = open(sys.argv[1]).read()
begin = time.perf_counter()
ast.parse(text)
print(time.perf_counter() - begin)
END
for _ in $(seq "$runs"); do
  /usr/bin/time -f %e -a -o "$dir/hammock" "$hammock" fmt "$dir/chain.py" > "$dir/out.py"
  python3 "$dir/parse.py" "$dir/chain.py" >> "$dir/python"
done
cmp "$dir/chain.py" "$dir/out.py"
printf '%d bindings, %s: hammock fmt %.3f s, ast.parse %.3f s\n' "$bindings" "$(python3 --version)" "$(median < "$dir/hammock")" "$(median < "$dir/python")"

for n in 100 1000 10000 "$bindings"; do
  write "$n" "$dir/size.py"
  kib=$(/usr/bin/time -f %M "$hammock" fmt "$dir/size.py" 2>&1 > /dev/null)
  bytes=$(stat -c %s "$dir/size.py")
  awk -v n="$n" -v kib="$kib" -v bytes="$bytes" 'BEGIN { printf "%7d bindings, %9d bytes: peak %6.1f MiB, %.0f times the file\n", n, bytes, kib / 1024, kib * 1024 / bytes }'
done
