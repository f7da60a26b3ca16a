#!/usr/bin/env bash
# command_line.sh HAMMOCK: exit codes, streams and files, as a user meets them. Golden tests cover what is printed.
set -uo pipefail
cd "$(dirname "$0")/../.."
hammock=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# expect CODE TEXT ARGS...: the exit code, and TEXT somewhere in what is written (standard output and error).
expect() {
  local code=$1 text=$2 output
  shift 2
  output=$("$hammock" "$@" 2>&1 </dev/null)
  local got=$?
  if [ $got -eq "$code" ] && [[ $output == *"$text"* ]]; then passed=$((passed + 1)); return; fi
  failed=$((failed + 1))
  echo "hammock $*: exit $got, expected $code with '$text'; it wrote:"
  echo "$output" | head -n 5
}
# holds WHAT COMMAND...
holds() {
  local what=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $what"; fi
}

cat >"$work/add.py" <<'END'
@R.function
def main(x: R.Tensor(("n", 2), "float32"), y: R.Tensor((2,), "float32")):
    z = R.add(x, y)
    return z
END
add=$work/add.py

# help and usage
expect 0 "usage: hammock" --help
expect 0 "hammock opt --passes" help opt
for command in check fmt opt run test list; do expect 0 "examples:" $command --help; done
expect 0 "LLVM" --version
expect 2 "did you mean 'check'" chekc
expect 2 "did you mean '--passes'" opt --pases=X "$add"
expect 2 "usage" 
expect 2 "did you mean 'DeadCodeElimination'" opt --passes=DeadCodeEliminaton "$add"
expect 2 "there is no table 'opps'" list opps
expect 0 "CombineParallelMatmul" list passes
expect 0 '"name": "matmul"' list ops --json
expect 0 "E0201" list diagnostics

# files
expect 2 "no-such-file.py" check "$work/no-such-file.py"
expect 2 "directory" check "$work"
head -c 4096 /dev/urandom >"$work/noise"
expect 3 "E0101" check "$work/noise"
head -c 40 "$add" >"$work/cut.py"
expect 3 "error" check "$work/cut.py"
cp "$work/cut.py" "$work/cut.before"
expect 3 "error" fmt -i "$work/cut.py"
holds "fmt -i leaves an invalid file alone" cmp -s "$work/cut.py" "$work/cut.before"
expect 3 "error" opt --passes=DeadCodeElimination "$work/cut.py" -o "$work/never.py"
holds "opt writes nothing for an invalid file" test ! -e "$work/never.py"
expect 1 "add.py" fmt --check "$add"
expect 0 "" fmt -i "$add"
expect 0 "" fmt --check "$add"
holds "standard input is read" sh -c "'$hammock' fmt - <'$add' | cmp -s - '$add'"
expect 0 "" opt --passes=DeadCodeElimination "$add" -o "$work/out.py"
holds "-o holds the result" cmp -s "$work/out.py" "$add"
expect 2 "" opt --passes=DeadCodeElimination "$add" -o "$work/no/such/folder/out.py"
python_parens=$(printf '(%.0s' $(seq 10000))
printf '@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    y = %s\n    return x\n' "$python_parens" >"$work/deep.py"
expect 3 "E0901" check "$work/deep.py"

# running
expect 0 "[[1." run "$add" --dim=n=3 --fill=ones --input=y=zeros
expect 0 "" run "$add" --dim=n=3 --fill='rand(normal,seed=1)' --outputs="$work/out" --compare=eval
expect 0 "" run "$add" --dim=n=3 --fill='rand(normal,seed=1)' --engine=eval --expect="$work/out"
expect 1 "output 0" run "$add" --dim=n=3 --fill='rand(normal,seed=2)' --expect="$work/out"
expect 0 '"median_ms"' run "$add" --dim=n=3 --fill=ones --repeat=3 --json
expect 2 "has no value" run "$add"
expect 2 "--dim=n=8" run "$add" --fill=ones
expect 2 "did you mean 'main'" run "$add" --entry=mian --fill=ones
expect 2 "no parameter 'z'" run "$add" --dim=n=2 --fill=ones --input=z=ones
expect 2 "expected (?, 2)" run "$add" --input=x=2x3xf32='[1 2 3][4 5 6]' --fill=ones
expect 2 "" run "$add" --input=x=@"$work/noise" --fill=ones
expect 0 "" run "$add" --dim=n=2 --fill=ones --outputs="$work/small"
expect 2 "expected (2,)" run "$add" --input=y=@"$work/small/output_0.npy" --fill=ones --dim=n=2
printf '@R.function\ndef main(x: R.Tensor((4611686018427387904,), "float32")):\n    return x\n' >"$work/huge.py"
holds "a tensor of 2^62 elements is an error" sh -c "'$hammock' run '$work/huge.py' --fill=zeros 2>&1 | grep -q 4611686018427387904"

# the attention of 53 operators, and the one call that it becomes
attention=samples/int8_attention.py
inputs=(--input=qkv_accumulator='rand(normal,seed=1,std=3000)' --input=qkv_bias='rand(normal,seed=2)' --input=input_mask='rand(int,seed=3,low=0,high=2)' --input=ones=ones)
expect 0 "" opt --rules=samples/rules/int8_attention.py --passes=FuseOpsByPattern --verify-roundtrip $attention -o "$work/fused.py"
expect 0 "" fmt --check "$work/fused.py"
holds "one call is left" test "$(sed -n '/def main/,$p' "$work/fused.py" | grep -c 'R.reshape\|cls\.')" = 1
expect 0 "" run $attention "${inputs[@]}" --compare=eval --outputs="$work/int8"
for engine in jit eval; do
  expect 0 "" run "$work/fused.py" "${inputs[@]}" --engine=$engine --expect="$work/int8" --rtol=0 --atol=0
done
expect 1 "output 0" run "$work/fused.py" "${inputs[@]}" --input=qkv_accumulator='rand(normal,seed=4,std=3000)' --expect="$work/int8"

for rules in attention concat_of_transposes int8_attention parallel_matmuls_stacked parallel_matmuls_wide; do
  expect 0 ": 8 programs compute the same before and after" rules check samples/rules/$rules.py
done

# a standard output that cannot be written to
if [ -e /dev/full ]; then
  for command in "fmt samples/attention.py" "list ops" "explain E0403" "--version"; do
    holds "'$command' sees a full disk" sh -c "'$hammock' $command 2>&1 >/dev/full | grep -q 'cannot write to the standard output'; '$hammock' $command >/dev/full 2>&1; test \$? = 2"
  done
fi
holds "a closed standard output is an error" sh -c "'$hammock' fmt samples/attention.py >&- 2>/dev/null; test \$? = 2"

printf '@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    return x\n' >"$work/-x.py"
holds "a file may have the name of a flag" sh -c "cd '$work' && '$hammock' check -- -x.py"
expect 2 '"message": "' check --diagnostics=json "$work/none.py"
expect 2 '"code": null' check --diagnostics=json --no-such-flag

# golden tests
printf '# test: check\n@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    return x\n' >"$work/golden.py"
expect 0 "1 passed, 0 failed" test "$work/golden.py"
printf '# test: fmt\n@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    return x\n' >"$work/golden.py"
expect 1 "0 passed, 1 failed" test "$work/golden.py"
CI='' ; unset CI
expect 0 "updated" test --update "$work/golden.py"
expect 0 "1 passed, 0 failed" test "$work/golden.py"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
