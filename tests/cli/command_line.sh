#!/usr/bin/env bash
# command_line.sh HAMMOCK: exit codes, streams and files, as a user meets them. Golden tests cover what is printed.
set -uo pipefail
cd "$(dirname "$0")/../.."
hammock=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset HAMMOCK_CACHE
export XDG_CACHE_HOME=$work/cache
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

# A start is short: LLVM's and ANTLR's constructors do not run before main().
section_bytes() { readelf -SW "$hammock" | awk -v n="$1" '{ sub(/^ *\[ *[0-9]+\]/, ""); if ($1 == n) print "0x" $5 }'; }
holds "few constructors before main()" [ $(($(section_bytes .init_array) / 8)) -lt 50 ]
holds "the others wait" [ $(($(section_bytes .late_init_array) / 8)) -gt 50 ]
holds "libzip meets no other's zlib" [ "$(nm -D --defined-only "$hammock" | grep -c ' inflate$')" -eq 0 ]

cat >"$work/add.py" <<'END'
@R.function
def main(x: R.Tensor(("n", 2), "float32"), y: R.Tensor((2,), "float32")):
    z = R.add(x, y)
    return z
END
add=$work/add.py

# memory between guard pages: no difference, if there is no defect
for engine in jit eval; do expect 0 "[[2. 2.]" run --guard --engine=$engine --fill=ones --dim=n=3 "$add"; done
expect 2 "the JIT does not run" run --unchecked --engine=eval --fill=ones --dim=n=3 "$add"

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

# what the machine can do: measured once, and kept
expect 0 "measured now, and kept in $work/cache/hammock/machine-" machine
expect 0 '"measured": false' machine --json
expect 0 "measured before" machine
truncate -s 20 "$work"/cache/hammock/machine-*
expect 0 '"measured": true' machine --json
XDG_CACHE_HOME='' HOME='' expect 0 "kept nowhere" machine

# measuring: the figures of kernels beside it, and a trace that is written as a whole or not at all
expect 0 "GFLOP/s" run --profile --fill=ones --dim=n=3 "$add"
expect 0 "bound" run --profile="$work/trace.json" --fill=ones --dim=n=3 "$add"
holds "a trace of the kernel" grep -q '"cat":"kernel","name":"add"' "$work/trace.json"
expect 2 "there is no folder" run --profile="$work/none/trace.json" --fill=ones --dim=n=3 "$add"
expect 2 "the name of a file is missing" run --profile= --fill=ones --dim=n=3 "$add"
expect 2 "cannot be given with a range" run --profile --fill=ones --dim=n=1..3 "$add"
expect 0 "3 runs, median" bench --runs=3 --dim=n=3 "$add"
expect 0 '"kernels": [' bench --runs=3 --dim=n=3 --json "$add"
expect 0 "times as long as" bench --runs=3 --dim=n=3 --compare="$add" "$add"
expect 0 "median" bench --runs=3 --dim=n=3 --engine=eval "$add"
expect 2 "one of them says when it is over" bench --runs=3 --time=1 --dim=n=3 "$add"
expect 2 "no-such-file.py" bench --dim=n=3 --compare="$work/no-such-file.py" "$add"

# files
expect 2 "no-such-file.py" check "$work/no-such-file.py"
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

# diff: as diff exits
sed 's/\by\b/bias/g' "$add" >"$work/renamed.py"
sed 's/R.add/R.subtract/' "$add" >"$work/other.py"
expect 0 "" diff "$add" "$add"
expect 1 "renamed 'y' to 'bias'" diff "$add" "$work/renamed.py"
expect 0 "" diff --equal "$add" "$work/renamed.py"
expect 1 "1 binding replaced by 1" diff "$add" "$work/other.py"
expect 1 "differ: in 'main'" diff --equal "$add" "$work/other.py"
expect 2 "one file alone needs two" diff "$add"
expect 3 "error" diff "$add" "$work/cut.py"

# cost and graph
expect 0 "n * 2" cost "$add"
expect 0 '"operations": 6' cost --dim=n=3 --json "$add"
expect 2 "expected NAME=8" cost --dim=n "$add"
expect 2 "there is no function 'other'" cost --entry=other "$add"
printf '@I.ir_module\nclass Module:\n    pass\n' >"$work/empty.py"
expect 0 '"functions": []' cost --json "$work/empty.py"
expect 0 "" graph "$add" -o "$work/add.svg"
holds "a picture is written" grep -q "</svg>" "$work/add.svg"
expect 2 "'other'" graph --entry=other "$add"

# what is written reads back
cat >"$work/constants.py" <<'END'
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, R.const([1.5, 2.5], "float32"))
    z = R.multiply(y, R.const([[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [13, 14], [15, 16], [17, 18]], "float32"))
    return z
END
constants=$work/constants.py
"$hammock" run "$constants" --fill=ones >"$work/value"
computes() { "$hammock" run "$1" --fill=ones 2>&1 | cmp -s - "$work/value"; }
holds "standard output reads back" sh -c "'$hammock' fmt '$constants' | '$hammock' check -"
expect 0 "" opt --passes=DeadCodeElimination "$constants" -o "$work/written.py"
holds "-o keeps constants" computes "$work/written.py"
cp "$constants" "$work/edited.py"
expect 0 "" fmt -i --verify-roundtrip "$work/edited.py"
holds "fmt -i keeps constants" computes "$work/edited.py"
expect 0 "" fmt --check "$work/edited.py"
expect 0 "" opt -i --passes=CanonicalizeBindings --verify-roundtrip "$work/edited.py"
holds "opt -i keeps constants" computes "$work/edited.py"
(echo 'import tvm'; echo 'from tvm.script import relax as R'; cat "$constants"; echo 'print(main)') >"$work/python.py"
expect 0 "" fmt -i --verify-roundtrip "$work/python.py"
holds "fmt -i keeps constants among Python" computes "$work/python.py"
expect 0 "" fmt --check "$work/python.py"
expect 0 "" migrate --verify-roundtrip "$work/edited.py"
holds "migrate keeps constants" computes "$work/edited.py"

# --no-meta leaves them out of what is printed, and of no file
expect 0 "W0105" fmt --no-meta "$constants"
expect 0 "" fmt --no-meta "$add"
for command in "fmt -i" "fmt --check" "opt -i"; do
  cp "$constants" "$work/kept.py"
  expect 2 "nothing is written" $command --no-meta "$work/kept.py"
  holds "$command --no-meta leaves the file alone" cmp -s "$constants" "$work/kept.py"
done
expect 2 "nothing is written" opt --no-meta "$constants" -o "$work/no-meta.py"
holds "-o with --no-meta writes nothing" test ! -e "$work/no-meta.py"
expect 2 "cannot be given with" fmt --no-meta --show-meta "$constants"
printf 'import numpy as np\n@R.function\ndef main(x: R.Tensor((20,), "float32")) -> R.Object:\n    w = R.const(np.arange(20).astype("float32"))\n    i = R.const(np.zeros((0, 3), "float32"))\n    y = R.add(R.add(x, w), w)\n    return R.call_pure_packed("f", y, sinfo_args=R.Object)\n' > "$work/numpy.py"
expect 1 "2 places" migrate --check "$work/numpy.py"
sed '/zeros/d' "$work/numpy.py" > "$work/shared.py"
expect 0 "" opt --passes=FoldConstant "$work/shared.py" -o "$work/folded.py"
expect 1 "printed anew" migrate --check "$work/folded.py"
printf 'from tvm.script import relax as R\nk = 1\n@R.function\ndef main(x: R.Object):\n    return x' > "$work/no-newline.py"
expect 0 "" fmt -i "$work/no-newline.py"
holds "fmt -i adds no newline to a file of Python that ends without one" test "$(tail -c 1 "$work/no-newline.py")" = x
printf 'from tvm.script import relax as R\n\n@R.function\ndef main(x: R.Object):\n    @R.function\n    def f(y: R.Object) -> R.Object:\n        return y\n    z = f(x)\n    return z\n' > "$work/nested.py"
expect 0 "" fmt -i "$work/nested.py"
holds "fmt -i writes no comments about imports into a file that has them" test "$(grep -c 'tvm.script' "$work/nested.py")" = 1
for alias in R relax metadata; do expect 2 "means something else" fmt --module-alias=$alias "$constants"; done
printf '@R.function\ndef main(x: R.Object):\n    p = R.prim_value(T.int32(3))\n    return x\n' > "$work/int32.py"
expect 0 "W0105" fmt --show-meta "$work/int32.py"
expect 2 "nothing is written" fmt -i --show-meta "$work/int32.py"
expect 2 "nothing is written" opt --show-meta "$work/int32.py" -o "$work/int32-meta.py"
expect 1 "leaves constants out" fmt --no-meta --verify-roundtrip "$constants"

# line ends and a byte order mark
for source in "$add" "$constants" "$work/python.py" tests/golden/print/names_in_kernels.py tests/golden/print/comments_stay_where_they_belong.py; do
  "$hammock" fmt "$source" >"$work/lf.py"
  { printf '\xef\xbb\xbf'; sed 's/$/\r/' "$source"; } >"$work/crlf.py"
  expect 0 "" fmt -i --verify-roundtrip "$work/crlf.py"
  holds "every line of $source ends as before" test "$(grep -c $'\r$' "$work/crlf.py")" = "$(wc -l <"$work/crlf.py")"
  holds "no line of $source has two CR" sh -c "! grep -q \"\$(printf '\r\r')\" '$work/crlf.py'"
  holds "the byte order mark of $source stays" test "$(head -c 3 "$work/crlf.py" | od -An -tx1 | tr -d ' ')" = efbbbf
  "$hammock" fmt "$work/crlf.py" >"$work/lf_again.py"
  holds "the text of $source is the same" cmp -s "$work/lf.py" "$work/lf_again.py"
  expect 0 "" fmt --check "$work/crlf.py"
  printf '%s' "$(cat "$source")" >"$work/open.py"
  expect 0 "" fmt -i --verify-roundtrip "$work/open.py"
  "$hammock" fmt "$work/open.py" >"$work/lf_again.py"
  holds "$source without a last line end has the same text" cmp -s "$work/lf.py" "$work/lf_again.py"
done

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
# weights from files, whose memory goes back once they are packed, while others still read them
cat >"$work/weights.py" <<'END'
@R.function
def main(x: R.Tensor((4, 512), "float32"), w: R.Tensor((512, 512), "float32"), v: R.Tensor((512, 512), "float32")):
    R.func_attr({"num_input": 1})
    y = R.matmul(x, w)
    z = R.matmul(x, v)
    return (y, z, v)
END
printf '@R.function\ndef main(x: R.Tensor((512, 512), "float32")):\n    return x\n' >"$work/weight.py"
expect 0 "" run "$work/weight.py" --fill='rand(normal,seed=1)' --outputs="$work/w.npy"
expect 0 "" run "$work/weight.py" --fill='rand(normal,seed=2)' --outputs="$work/v.npy"
weights=(--input=w=@"$work/w.npy" --input=v=@"$work/v.npy" --input=x=ones)
expect 0 "" run "$work/weights.py" "${weights[@]}" --repeat=2 --outputs="$work/products"
expect 0 "" run "$work/weights.py" "${weights[@]}" --engine=eval --expect="$work/products" --rtol=1e-4 --atol=1e-4
expect 0 "" run "$work/weights.py" "${weights[@]}" --compare=eval
cat "$work/small/output_0.npy" "$work/w.npy" >"$work/two"
from_the_second() {
  { dd bs="$(stat -c %s "$work/small/output_0.npy")" count=1 of=/dev/null status=none
    "$hammock" run "$work/weights.py" --input=w=@- "${weights[@]:1}" --expect="$work/products"; } <"$work/two"
}
holds "standard input is read from where it stands" from_the_second
holds "a weight that is a result is as its file" cmp -s "$work/products/output_2.npy" "$work/v.npy"

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
expect 1 "output 0" run "$work/fused.py" --input=qkv_accumulator='rand(normal,seed=4,std=3000)' "${inputs[@]:1}" --expect="$work/int8"

# one tolerance: what was rounded on the way counts, and bounds that are given count alone
halves=tests/golden/run/tolerance_of_halves_on_the_way.py
expect 0 "" run $halves --fill='rand(normal,seed=3)' --compare=eval
expect 1 "(rtol=0, atol=1e-12)" run $halves --fill='rand(normal,seed=3)' --compare=eval --rtol=0 --atol=1e-12
expect 0 "" run $halves --fill='rand(normal,seed=3)' --compare=eval --rtol=0.1 --atol=0.1
expect 0 "" opt --passes=CombineParallelMatmul --check-each=2 samples/attention.py

for rules in attention concat_of_transposes int8_attention parallel_matmuls_stacked parallel_matmuls_wide; do
  expect 0 ": 64 programs compute the same before and after" rules check samples/rules/$rules.py
done
printf 'pattern = is_op("relax.exp")(wildcard())\ndef rewriter(orig, matchings):\n    return orig\n' >"$work/never.py"
expect 1 "a rule was not tried; --allow-untried" rules check "$work/never.py"
expect 0 "not tried: it left alone all of" rules check --allow-untried "$work/never.py"
expect 0 "hammock.layer_norm_written" list patterns
expect 0 '"name": "hammock.conv2d_bias_relu"' list patterns --json

# differences that patch applies: to plain files, to files of Python with other line ends, without an end of the last line
if command -v patch >/dev/null; then
  patches=$work/patches
  mkdir -p "$patches/sub"
  printf '@R.function\ndef main(x: R.Tensor((2,), "float32")):\n        y=R.exp(x)\n        return y\n' >"$patches/plain.py"
  { for i in $(seq 20); do echo "N$i = $i"; done; cat "$patches/plain.py"; echo; for i in $(seq 20); do echo "M$i = $i"; done
    sed 's/main/other/; s/exp/sin/' "$patches/plain.py"; printf 'LAST = 1'; } >"$patches/sub/among python.py"
  sed 's/$/\r/' "$patches/plain.py" >"$patches/crlf.py"
  printf %s "$(cat "$patches/plain.py")" >"$patches/no end.py"
  files=(plain.py "sub/among python.py" crlf.py "no end.py")
  applies() {  # COMMAND... of hammock with -i, and the same with --diff
    local as_edited=$work/as-edited patched=$work/patched file
    rm -rf "$as_edited" "$patched"
    cp -r "$patches" "$as_edited" && cp -r "$patches" "$patched"
    for file in "${files[@]}"; do
      (cd "$as_edited" && "$hammock" "$@" -i "$file") || return 1
      (cd "$patches" && "$hammock" "$@" --diff "$file") >"$work/one.diff" || return 1
      patch --binary -s "$patched/$file" "$work/one.diff" || return 1
      cmp "$as_edited/$file" "$patched/$file" || return 1
    done
  }
  holds "patch FILE applies fmt --diff" applies fmt
  holds "patch FILE applies opt --diff" applies opt --passes=DeadCodeElimination
  several() {
    rm -rf "$work/as-edited" "$work/patched"
    cp -r "$patches" "$work/as-edited" && cp -r "$patches" "$work/patched"
    (cd "$work/as-edited" && "$hammock" fmt -i "${files[@]}") || return 1
    (cd "$patches" && "$hammock" fmt --diff "${files[@]}") | (cd "$work/patched" && patch --binary -s -p0) || return 1
    diff -r "$work/as-edited" "$work/patched"
  }
  holds "patch -p0 applies the difference of several files" several
  printf '@R.function\ndef main(x: R.Object):\n    y = R.call_pure_packed("f", x, sinfo_args=R.Object)\n    return y' >"$patches/old.py"
  holds "patch applies migrate --diff" sh -c "cp '$patches/old.py' '$work/old.py' && '$hammock' migrate '$work/old.py' >/dev/null &&
    '$hammock' migrate --diff '$patches/old.py' 2>/dev/null | patch --binary -s '$patches/old.py' && cmp '$work/old.py' '$patches/old.py'"
fi

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

# files are edited as by an editor; what cannot be written stays as it was
plain='@R.function\ndef main(x: R.Tensor((2,), "float32")):\n  return x\n'
edited=$work/edited
mkdir "$edited"
cd "$edited"
printf "$plain" >a.py
ln a.py b.py
expect 0 "" fmt -i a.py
holds "a file with two names keeps both" sh -c "cmp -s a.py b.py && test \$(stat -c %h a.py) = 2 && ! grep -q '^  return' a.py"
printf "$plain" >c.py
chmod 640 c.py
ln -s c.py d.py
expect 0 "" fmt -i d.py
holds "a link stays; what it leads to is edited and keeps its mode" sh -c "test -L d.py && ! test -L c.py && test \$(stat -c %a c.py) = 640 && ! grep -q '^  return' c.py"
ln -s made/e.py e.py
expect 2 "there is no folder ./made" opt c.py -o e.py
mkdir made
expect 0 "" opt c.py -o e.py
holds "a link to nothing stays; the file that it names is made" test -L e.py -a -f made/e.py
printf "$plain" >f.py
chmod 444 f.py
expect 2 "the file is read-only" fmt -i f.py
expect 2 "the file is read-only" opt c.py -o f.py
holds "a read-only file stays as it was" sh -c "printf '$plain' | cmp -s - f.py"
long_name=$(printf 'n%.0s' $(seq 250)).py
printf "$plain" >"$long_name"
expect 0 "" fmt -i "$long_name"
printf "$plain" >g.py
ln g.py h.py
{ printf "$plain"; for i in $(seq 100); do printf '    # %.0s' $(seq 10); echo; done; } >i.py
for target in h.py new.py; do
  holds "a file may not grow too large: $target" sh -c "ulimit -f 1; '$hammock' opt i.py -o $target 2>&1 | grep -q 'File too large'; '$hammock' opt i.py -o $target 2>/dev/null; test \$? = 2"
done
holds "then nothing has changed" sh -c "printf '$plain' | cmp -s - g.py && cmp -s g.py h.py && test ! -e new.py"
cp "$OLDPWD/samples/rules/attention.py" rules.py
expect 2 "is what --rules reads" opt --rules=./rules.py c.py -o rules.py
if [ "$(id -u)" = 0 ]; then
  printf "$plain" >own.py
  chown 12345:12346 own.py
  chmod 6750 own.py
  expect 0 "" fmt -i own.py
  holds "owner, group and mode stay" test "$(stat -c '%u:%g %a' own.py)" = "12345:12346 6750"
else
  mkdir closed
  printf "$plain" >closed/x.py
  chmod 555 closed
  expect 0 "" fmt -i closed/x.py
  holds "a file in a closed folder is edited" sh -c "! grep -q '^  return' closed/x.py"
  expect 2 "access is not permitted" opt c.py -o closed/new.py
  chmod 755 closed
fi
echo before >appended
holds "/dev/stdout is the standard output" sh -c "'$hammock' opt c.py -o /dev/stdout >>appended && test \$(head -n 1 appended) = before && grep -q return appended"
mkfifo pipe
cat pipe >from_pipe &
expect 0 "" opt c.py -o pipe
wait $!
holds "a pipe is written to" sh -c "test -p pipe && cmp -s from_pipe c.py"
expect 0 "" opt c.py -o /dev/null
expect 2 "is a folder" opt c.py -o made
ln -s loop loop
expect 2 "links lead in a circle" opt c.py -o loop
expect 2 "the standard input cannot be edited" fmt -i -
mkfifo "$work/pipe.py"
expect 2 "is no file that can be edited" fmt -i "$work/pipe.py"
expect 2 "is no file that can be edited" opt -i /dev/null
expect 2 "the standard input cannot be edited" opt -i
expect 3 "the standard input is asked for twice" check - -
holds "no temporary file is left" sh -c "! ls -A | grep -q hammock"
cd "$OLDPWD"

# results: all or nothing
cat >"$work/three.py" <<'END'
@R.function
def main(x: R.Tensor((2,), "float32"), s: R.Shape(["n", 3]), k: R.Prim(value="n")):
    a = R.add(x, x)
    return a, s, k
END
three=$work/three.py results=$work/results
three_inputs=(--engine=eval --input=x='2xf32=1 2' --input=s='[4,3]')
expect 0 "" run "$three" "${three_inputs[@]}" --outputs="$results/a/b"
holds "a result for each leaf" test "$(ls "$results/a/b" | tr '\n' ' ')" = "output_0.npy output_1.npy output_2.npy "
touch "$results/a/b/output_7.npy" "$results/a/b/output_07.npy" "$results/a/b/other.npy"
expect 0 "" run "$add" --dim=n=2 --fill=ones --outputs="$results/a/b"
holds "what an earlier run left goes, and nothing else" test "$(ls "$results/a/b" | LC_ALL=C sort | tr '\n' ' ')" = "other.npy output_0.npy output_07.npy "
expect 0 "" run "$three" "${three_inputs[@]}" --outputs="$results/all.npz"
expect 0 "" run "$three" "${three_inputs[@]}" --expect="$results/all.npz"
expect 2 "there is an 'output_2', but the function has 1 result" run "$add" --dim=n=2 --fill=ones --expect="$results/all.npz"
expect 2 "there is no 'output_1', but the function has 3 results" run "$three" "${three_inputs[@]}" --expect="$results/a/b"
expect 0 "" run "$add" --dim=n=2 --fill=ones --outputs="$results/one.npy"
holds "x.npy is a file" test -f "$results/one.npy"
expect 0 "" run "$add" --dim=n=2 --fill=ones --expect="$results/one.npy"
expect 2 "a .npy file is for one result, but the function has 3" run "$three" "${three_inputs[@]}" --outputs="$results/three.npy"
cat >"$work/eighths.py" <<'END'
@R.function
def main(x: R.Tensor((4,), "e4m3_float8"), y: R.Tensor((4,), "bfloat16")):
    return (R.astype(x, "e5m2_float8"), x, y)
END
expect 0 "" run "$work/eighths.py" --engine=eval --fill=iota --outputs="$results/eighths"
expect 0 "" run "$work/eighths.py" --engine=eval --fill=iota --expect="$results/eighths"
expect 1 "output 0" run "$work/eighths.py" --engine=eval --fill=ones --expect="$results/eighths"
cp "$results/eighths/output_1.npy" "$results/eighths/x.npy"
expect 0 "" run "$work/eighths.py" --engine=eval --inputs="$results/eighths" --fill=iota --expect="$results/eighths"
expect 2 "is a file; results go to" run "$add" --dim=n=2 --fill=ones --outputs="$three"
mkdir "$results/d.npz"
expect 2 "is a folder" run "$add" --dim=n=2 --fill=ones --outputs="$results/d.npz"
expect 2 "is what --expect compares with" run "$add" --dim=n=2 --fill=ones --outputs="$results/a/b" --expect="$results/a/../a/b"
mkdir -p "$results/half/output_1.npy"
echo old >"$results/half/output_0.npy"
expect 2 "output_1.npy" run "$three" "${three_inputs[@]}" --outputs="$results/half"
holds "one that cannot be written keeps the others from it" test "$(cat "$results/half/output_0.npy")" = old
printf '@R.function\ndef main(x: R.Tensor((1000,), "float32")):\n    return x\n' >"$work/large.py"
for outputs in new/folder new.npz new.npy; do
  holds "a full disk leaves no $outputs" sh -c "ulimit -f 1; cd '$results'; '$hammock' run '$work/large.py' --fill=ones --outputs=$outputs 2>/dev/null; test \$? = 2 && test ! -e new && test ! -e $outputs"
done
holds "no temporary file is left among the results" sh -c "! find '$results' -name '.hammock*' | grep -q ."

# inputs: every one is taken by a parameter
cat >"$work/names.py" <<'END'
@R.function
def main(_1_weight: R.Tensor((2,), "float32"), onnx__Clip_39: R.Tensor((2,), "float32"), t: R.Tuple(R.Tensor((2,), "float32"), R.Prim("int64"))):
    a = R.add(_1_weight, onnx__Clip_39)
    b = R.add(a, t[0])
    return b
END
names=$work/names.py
expect 0 "[6. 9.]" run "$names" --engine=eval --input=1.weight='2xf32=1 2' --input=onnx::Clip_39='2xf32=2 3' --input=t.0='2xf32=3 4' --input=t.1=5
expect 2 "both give the parameter '_1_weight'" run "$names" --input=1.weight=ones --input=1:weight=ones --fill=ones
expect 2 "'t' is a tuple: give its fields" run "$names" --input=t=ones --fill=ones
expect 2 "did you mean 't.0'" run "$names" --input=t.2=ones --fill=ones
expect 2 "--input=t.1 is given twice" run "$names" --input=t.1=1 --input=t.1=2 --fill=ones
store=$work/store
mkdir "$store"
cp "$results/one.npy" "$store/y.npy"
expect 2 "store: no parameter takes 'y'; the parameters are '_1_weight', 'onnx__Clip_39', 't'" run "$names" --inputs="$store" --fill=ones --input=t.1=1
printf '@R.function\ndef main(y: R.Tensor((2, 2), "float32"), Z: R.Tensor((2, 2), "float32")):\n    return y\n' >"$work/yz.py"
expect 0 "2." run "$work/yz.py" --inputs="$store" --fill=ones
cp "$store/y.npy" "$store/output_0.npy"
expect 0 "2." run "$work/yz.py" --inputs="$store" --fill=ones
cp "$store/y.npy" "$store/z.npy"
expect 2 "no parameter takes 'z'; did you mean" run "$work/yz.py" --inputs="$store" --fill=ones
mv "$store/z.npy" "$store/input_0.npy"
expect 2 "'input_0' and 'y' both give the parameter 'y'" run "$work/yz.py" --inputs="$store" --fill=ones
expect 2 "no parameter takes 'output_0' (nor 2 more)" run "$work/yz.py" --inputs="$results/all.npz" --fill=ones
expect 2 "--dim=n is given twice" run "$add" --dim=n=2 --dim=n=2 --fill=ones
expect 2 "is (3, 2) of float32; expected (2, 2)" run "$add" --dim=n=2 --input=x='3x2xf32=iota' --fill=ones
expect 2 "no symbolic dim 'm'; did you mean 'n'?" run "$add" --dim=m=2 --fill=ones
for n in -1 x 1e3 9223372036854775808 ''; do expect 2 "expected NAME=NUMBER" run "$add" --dim=n=$n --fill=ones; done
expect 2 "is 5, but other values make it 4" run "$three" "${three_inputs[@]}" --input=k=5

# flags that contradict each other, do nothing, or stand twice
expect 2 "--entry is given twice" run "$add" --entry=main --entry=main --fill=ones
expect 2 "is given twice" fmt --check --check "$add"
expect 2 "--check cannot be given with --in-place" fmt --check -i "$add"
expect 2 "--diff cannot be given with --output" opt --diff "$add" -o "$work/x.diff"
expect 2 "--in-place cannot be given with --output" opt -i "$add" -o "$work/x.py"
expect 2 "--explain-match cannot be given with --in-place" opt --explain-match=z -i "$add"
expect 2 "--check-seed does nothing without --check-each or --check-rewrites" opt --passes=DeadCodeElimination --check-seed=2 "$add"
expect 2 "--check-each does nothing without --passes or --rules" opt --check-each=2 "$add"
expect 2 "--threads cannot be given with --engine=eval" run "$add" --engine=eval --threads=2 --fill=ones --dim=n=2
expect 0 "" run "$add" --engine=eval --compare=jit --threads=2 --fill=ones --dim=n=2
expect 2 "--cpu cannot be given with --engine=eval" run "$add" --engine=eval --cpu=native --fill=ones --dim=n=2
expect 2 "--cpu=haswel: there is no processor 'haswel'; did you mean 'haswell'?" run "$add" --cpu=haswel --fill=ones --dim=n=2
expect 2 "there is no processor 'i686'" bench "$add" --cpu=i686 --dim=n=2
expect 2 "--cpu does nothing without --run" report "$add" --cpu=native
expect 2 "--cpu=: " run "$add" --cpu= --fill=ones --dim=n=3
expect 0 "[[2. 2.]" run "$add" --cpu=native --fill=ones --dim=n=3
expect 0 "Inner Loop" run "$add" --cpu=x86-64-v3 --dump=assembly --fill=ones --dim=n=300
expect 0 "fadd" run "$add" --cpu=neoverse-n1 --dump=assembly --fill=ones --dim=n=300
expect 0 'aarch64' run "$add" --cpu=neoverse-n1 --dump=llvm --fill=ones --dim=n=300
if [ "$(uname -m)" = x86_64 ]; then
  expect 0 "[[2. 2.]" run "$add" --cpu=x86-64 --compare=eval --fill=ones --dim=n=3
  expect 0 "8 of 8 sizes agree" run "$add" --cpu=x86-64 --fill=rand --dim=n=1..8
  expect 2 "kernels for apple-m1 do not run on this machine: it has no aarch64" run "$add" --cpu=apple-m1 --fill=ones --dim=n=2
fi
expect 2 "--profile cannot be given with --engine=eval" run "$add" --engine=eval --profile --fill=ones --dim=n=2
expect 2 "--dump-llvm cannot be given with --json" run "$add" --dump-llvm --json --fill=ones --dim=n=2
expect 2 "--dump cannot be given with --repeat" run "$add" --dump=kernels --repeat=2 --fill=ones --dim=n=2
expect 2 "--dump cannot be given with --engine=eval" run "$add" --dump=llvm --engine=eval --fill=ones --dim=n=2
expect 2 "--dump-llvm cannot be given with --dump" run "$add" --dump=llvm --dump-llvm --fill=ones --dim=n=2
expect 2 "an engine agrees with itself" run "$add" --compare=jit --fill=ones --dim=n=2
expect 2 "an engine agrees with itself" run "$add" --compare=eval --engine=eval --fill=ones --dim=n=2
expect 2 "--warmup does nothing without --repeat or --json" run "$add" --warmup=2 --fill=ones --dim=n=2
expect 2 "--rtol does nothing without --expect or --compare" run "$add" --rtol=1 --fill=ones --dim=n=2
expect 2 "--allow-large does nothing without --inputs or --expect" run "$add" --allow-large --fill=ones --dim=n=2
expect 2 "--programs does nothing without WHAT=check" rules list --programs=2 samples/rules/attention.py
for flag in --outputs --inputs --expect; do expect 2 "the name of a file is missing" run "$add" $flag= --fill=ones --dim=n=2; done
expect 2 "the name of a file is missing" opt "$add" -o ""
for flag in --repeat=0 --repeat=-1 --threads=0 --threads=5000 --max-elements=-1 --max-errors=-1 --warmup=-1 --repeat=x; do
  expect 2 "${flag%%=*}" run "$add" $flag --fill=ones --dim=n=2
done
for flag in --rtol=-1 --rtol=nan --atol=inf; do expect 2 "${flag%%=*}" run "$add" --compare=eval $flag --fill=ones --dim=n=2; done

# folders of scripts
tree=$work/tree
mkdir -p "$tree/b/c" "$tree/.hidden" "$tree/__pycache__"
printf "$plain" >"$tree/b/c/one.py"
echo 'import os' >"$tree/b/tool.py"
printf 'def f(:\n  $$ "open\n' >"$tree/b/broken_python.py"
printf '@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    return y\n' >"$tree/.hidden/bad.py"
echo 'no python' >"$tree/notes.txt"
printf 'x = "\xff"\n' >"$tree/b/latin.py"
ln -s .. "$tree/b/loop"
expect 0 "" check "$tree"
cp "$tree/.hidden/bad.py" "$tree/b/bad.py"
expect 3 "2 files, 1 problem" check "$tree"
expect 3 "b/bad.py:3:" check "$tree"
holds "JSON has no line that is none" sh -c "test \$('$hammock' check --diagnostics=json '$tree' 2>&1 | grep -vc '^{') = 0"
rm "$tree/b/bad.py"
expect 1 "one.py" fmt --check "$tree"
expect 0 "+    return x" fmt --diff "$tree"
expect 0 "" fmt -i "$tree"
expect 0 "" fmt --check "$tree"
holds "other files of Python are left alone" test "$(cat "$tree/b/tool.py")" = "import os"
printf '@R.function\ndef main(x: R.Object):\n    return x\n' >"$tree/b/old.py"
expect 1 "nothing to change" migrate --check "$tree"
expect 0 "1 change" migrate -i "$tree"
expect 0 "" migrate --check "$tree"
holds "migrate leaves other files of Python alone" test "$(cat "$tree/b/tool.py")" = "import os"
expect 2 "cannot be edited" migrate -i -
expect 2 "--in-place: it changes nothing" migrate -i --diff "$tree/b/old.py"
expect 2 "no file defines a module or a function" check "$tree/__pycache__"
expect 3 "E0107" check "$tree/b/tool.py"

# members that are Python's: byte for byte, in every kind of line ends
cat >"$work/python.py" <<'END'
import torch
from tvm.script import ir as I, relax as rx


if torch:
  @I.ir_module
  class Net(torch.Base):
      @rx.function
      def main(x: rx.Tensor((2,), "float32")):
        y = rx.call_py_func("f",  (x,), out_sinfo=rx.Tensor((2,), "float32"))
        return y

      @I.pyfunc
      @torch.no_grad()
      def f(self,   x = R.x, T=T.y):
         """one
two   
          three"""
         return  x
END
sed 's/$/\r/' "$work/python.py" >"$work/python_crlf.py"
member() { tr -d '\r' <"$1" | sed -n '/@I.pyfunc/,/return  x/p'; }
member "$work/python.py" >"$work/member"
for file in python python_crlf; do
  expect 0 "" fmt -i "$work/$file.py"
  holds "fmt has changed the rest of $file.py" grep -q 'y: rx.Tensor' "$work/$file.py"
  holds "fmt -i keeps a member of Python in $file.py" sh -c "$(declare -f member); member '$work/$file.py' | cmp -s - '$work/member'"
  holds "fmt -i keeps the base in $file.py" grep -q '^  class Net(torch.Base):' "$work/$file.py"
  expect 0 "" fmt --check "$work/$file.py"
done
holds "line ends stay" [ "$(grep -c $'\r' "$work/python_crlf.py")" = "$(wc -l <"$work/python_crlf.py")" ]
expect 0 "" opt -i --passes=DeadCodeElimination "$work/python.py"
holds "opt -i keeps a member of Python" sh -c "$(declare -f member); member '$work/python.py' | cmp -s - '$work/member'"

# errors without a place name their file, in JSON, too
expect 2 '"file": "'"$work"'/no-such-file.py"' check --diagnostics=json "$work/no-such-file.py"
expect 2 '"file": "'"$add"'"' run --diagnostics=json "$add" --entry=nothing
expect 2 '"file": null' run --diagnostics=json "$add" --pases
expect 2 "there is no such file or folder" check "$work/no-such-file.py"

# tables
expect 0 "nn.conv2d_transpose" list ops CONV2D
holds "a filter leaves only what has it" sh -c "test \$('$hammock' list ops conv2d | sed 1d | cut -d' ' -f1 | grep -vc conv2d) = 0"
expect 0 "nn.max_pool2d" list ops 'nn.*pool2?' --json
expect 1 "did you mean 'reshape'" list ops reshpe
counted=$(sed -n 's/.*(\([0-9]* operators, [0-9]* compiled\).*/\1/p' README.md)
holds "the README counts the operators, and those that the JIT compiles" sh -c "
  all=\$('$hammock' list ops --json | grep -c '\"name\"')
  compiled=\$('$hammock' list ops --json | grep -cE '\"jit\": \"(family|kernel|called kernel)\"')
  test \"\$all operators, \$compiled compiled\" = '$counted'"
expect 1 "none of the passes is named 'Nothing'" list passes Nothing
expect 0 "E0107" list diagnostics E0107

# golden tests
printf '# test: check\n@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    return x\n' >"$work/golden.py"
expect 0 "1 passed, 0 failed" test "$work/golden.py"
printf '# test: fmt\n@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    return x\n' >"$work/golden.py"
expect 1 "0 passed, 1 failed" test "$work/golden.py"
CI='' ; unset CI
expect 0 "updated" test --update "$work/golden.py"
expect 0 "1 passed, 0 failed" test "$work/golden.py"

cp "$work/golden.py" "$work/inner.before"
printf '# test: test --update golden.py\n@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    return x\n' >"$work/outer.py"
expect 1 "a golden test runs no golden tests" test --update "$work/outer.py"
for directive in "fmt -i" "opt -o x.py" "opt -i" "run --fill=ones --outputs=x"; do
  printf "# test: $directive\n$plain" >"$work/outer.py"
  cp "$work/outer.py" "$work/outer.before"
  expect 1 "golden tests write no files" test --update "$work/outer.py"
  holds "'$directive' in a golden test writes nothing" cmp -s "$work/outer.py" "$work/outer.before"
done
holds "the inner test is as it was" cmp -s "$work/golden.py" "$work/inner.before"

# commands that leave a script as it is; which rows of the tables the tests used
printf "# run-all: check; opt --passes=DeadCodeElimination\n$plain" >"$work/run_all.py"
expect 1 "'opt --passes=DeadCodeElimination' changes the script" test "$work/run_all.py"
"$hammock" opt "$work/run_all.py" >"$work/printed.py"
(printf '# run-all: check; fmt; opt --passes=DeadCodeElimination\n\n'; cat "$work/printed.py") >"$work/run_all.py"
expect 0 "1 passed, 0 failed" test "$work/run_all.py"
expect 1 "1 failed" test --update "$work/golden.py" "$work/outer.py"
expect 0 "passes that ran: 1 of" test --coverage "$work/run_all.py"
expect 0 "operators inferred: 0 of" test --coverage "$work/golden.py"

# completion: what may stand next, each with its help
words() { "$hammock" completion words --line="$1" | cut -f1; }
# completes LINE WORD...: exactly these.
completes() {
  local line=$1
  shift
  holds "'$line' goes on with $*; found $(words "$line" | head -n 5 | tr '\n' ' ')" test "$(words "$line")" = "$(printf '%s\n' "$@")"
}
completes "hammock ch" check
completes "hammock opt --pas" --passes=
completes "hammock opt --passes=Combine" --passes=CombineParallelMatmul
completes "hammock opt --passes=LegalizeOps,[FoldC" "--passes=LegalizeOps,[FoldConstant"
completes "hammock opt --passes CombineP" CombineParallelMatmul
completes "hammock explain CombineP" CombineParallelMatmul
completes "hammock run --engine=" --engine=jit --engine=eval
completes "hammock run --engine=jit --engi"
completes "hammock run $add --entry=" --entry=main
completes "hammock run " :files
completes "hammock list pip" pipelines
completes "hammock help expl" explain
completes "hammock nothing "
holds "each flag of the help is offered" sh -c "
  '$hammock' completion words --line='hammock run --' | cut -f1 | tr -d = | sort >'$work/offered'
  '$hammock' help run | grep -oE '^  (-[a-z],)?--[a-z-]+' | sed 's/.*--/--/' | sort | cmp - '$work/offered'"
cat >"$work/complete.sh" <<'END'
source <("$1" completion bash)
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=("$1") COMPREPLY=()
compopt() { :; }
_hammock
printf '%s\n' "${COMPREPLY[@]}"
END
holds "bash sees words that end at '='" test "$(bash "$work/complete.sh" "$hammock" "hammock run --engine=j")" = jit
holds "bash sees commands" test "$(bash "$work/complete.sh" "$hammock" "hammock expl")" = explain
for shell in bash zsh fish; do
  "$hammock" completion $shell >"$work/completion.$shell"
  command -v $shell >/dev/null && holds "completion for $shell has its syntax" $shell -n "$work/completion.$shell"
done
expect 2 "bash, zsh or fish is expected" completion tcsh

# manual pages of every command, in the language of man
for command in "" $("$hammock" list commands --json | sed -n 's/.*"name": "\(.*\)",/\1/p'); do
  "$hammock" help --man $command >"$work/page.1"
  holds "the manual page of '$command' has its parts" sh -c "
    for part in NAME SYNOPSIS EXAMPLES 'EXIT STATUS' 'SEE ALSO'; do grep -qx \".SH \$part\" '$work/page.1' || exit 1; done"
  command -v mandoc >/dev/null && holds "mandoc finds no fault in '$command'" mandoc -Tlint -Werror "$work/page.1"
done

# signals while files are written: nothing is left, and the process dies of it
printf '@R.function\ndef main(x: R.Tensor((30000000,), "float32")):\n    return x, x, x\n' >"$work/slow.py"
for signal in INT TERM HUP; do
  for form in folder file.npz; do
    rm -rf "$work/signals"
    mkdir "$work/signals"
    # What a script starts in the background ignores SIGINT otherwise, and what nohup starts SIGHUP.
    env --default-signal=INT,TERM,HUP "$hammock" run "$work/slow.py" --fill=zeros --outputs="$work/signals/$form" >/dev/null 2>&1 &
    sleep 0.$((RANDOM % 9 + 1))
    kill -$signal $! 2>/dev/null
    wait $! 2>/dev/null
    code=$?
    holds "SIG$signal while $form is written: exit code $code" test $code = $((128 + $(kill -l $signal))) -o $code = 0
    holds "SIG$signal leaves nothing of $form" sh -c "! find '$work/signals' -name '.hammock*' | grep -q ."
  done
done

# where files have names from the beginning (not every file system can do better) and the disk is slow, a signal comes in time for sure
cat >"$work/slow_disk.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
int open(const char* path, int flags, ...) {
  int mode = 0600;
  if ((flags & O_TMPFILE) == O_TMPFILE) return errno = EOPNOTSUPP, -1;
  return ((int (*)(const char*, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}
ssize_t write(int file, const void* bytes, size_t size) {
  if (file > 2) usleep(50000);
  return ((ssize_t (*)(int, const void*, size_t))dlsym(RTLD_NEXT, "write"))(file, bytes, size);
}
END
if cc -shared -fPIC -o "$work/slow_disk.so" "$work/slow_disk.c" -ldl 2>/dev/null; then
  for signal in INT TERM HUP; do
    for form in folder file.npz; do
      rm -rf "$work/signals"
      mkdir -p "$work/signals/folder"
      env --default-signal=INT,TERM,HUP LD_PRELOAD="$work/slow_disk.so" "$hammock" run "$work/slow.py" --fill=zeros --outputs="$work/signals/$form" >/dev/null 2>&1 &
      for attempt in $(seq 200); do
        found=$(find "$work/signals" -name '.hammock*')
        [ -n "$found" ] && break
        sleep 0.05
      done
      kill -$signal $!
      wait $! 2>/dev/null
      code=$?
      holds "SIG$signal on a slow disk, $form: exit code $code" test $code = $((128 + $(kill -l $signal)))
      holds "SIG$signal on a slow disk removes what was begun of $form" test -n "$found" -a -z "$(find "$work/signals" -type f)"
    done
  done
fi

# memory that the system does not give
cat >"$work/buffers.py" <<'END'
@T.prim_func
def main(n: T.int64, A: T.Buffer((8,), "float32")):
    t = T.alloc_buffer((n,), "float32")
    t[A[0].astype("int32")] = T.float32(1)
    A[1] = t[A[0].astype("int32")]
END
for engine in jit eval; do
  holds "a buffer that does not fit, $engine" sh -c "ulimit -v 4000000; '$hammock' run '$work/buffers.py' --engine=$engine --fill=ones --input=n=1500000000 >'$work/memory.txt' 2>&1; test \$? = 4 && grep -q '6000000000 bytes\|does not fit' '$work/memory.txt'"
done

# which change is wrong, and the smallest script that shows it
cat >"$work/wrong.rules" <<'END'
x, w = wildcard(), wildcard()
def forget(orig, matchings):
    return matchings[x]
rewrite_call(is_op("relax.nn.relu")(x), forget, mod)
END
cat >"$work/chain.py" <<'END'
@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 8), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.nn.silu(a)
        c = R.matmul(b, w)
        d = R.nn.relu(c)
        e = R.add(d, x)
        f = R.exp(e)
        R.output(f)
    return f
END
chain=$work/chain.py rules=$work/wrong.rules
expect 0 "R.nn.relu" opt --rules="$rules" --stop-after=0 "$chain"
expect 0 '"rule":"forget","function":"main","binding":"d"' opt --rules="$rules" --applications=json "$chain"
expect 2 "'-1' is no number" opt --rules="$rules" --stop-after=-1 "$chain"
expect 2 "is no number from 0" opt --rules="$rules" --stop-after=99999999999999999999 "$chain"
expect 2 "nan is no number" bisect --rules="$rules" --crash --time-limit=nan "$chain"
expect 2 "nan is no number" bisect --rules="$rules" --rtol=nan "$chain"
expect 1 "change 1 is the first bad one: rule 'forget' at main:d" bisect --rules="$rules" "$chain"
expect 0 "nothing is wrong" bisect --passes=DeadCodeElimination "$chain"
expect 1 "change 1" bisect --rules="$rules" --test='grep -q nn.relu {}' "$chain"
expect 2 "as it is" bisect --rules="$rules" --test='false' "$chain"
expect 0 "nothing is wrong" bisect --rules="$rules" --crash "$chain"
expect 1 "longer than" bisect --rules="$rules" --test='if ! grep -q nn.relu {}; then sleep 60; fi' --time-limit=2 "$chain"
{
  printf '@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    v0 = R.exp(x)\n'
  seq 20000 | awk '{print "    v" $1 " = R.exp(v" ($1 - 1) ")"} END {print "    return v" $1}'
} >"$work/long.py"
expect 2 "as it is" bisect --rules="$rules" --crash --time-limit=0.001 "$work/long.py"
mkdir "$work/temporary"
for signal in INT TERM HUP; do
  TMPDIR=$work/temporary env --default-signal=INT,TERM,HUP "$hammock" bisect --rules="$rules" \
    --test="echo \$\$ >'$work/started'; sleep 60;" "$chain" >/dev/null 2>&1 & bisector=$!
  for _ in $(seq 300); do [ -s "$work/started" ] && break; sleep 0.1; done
  kill -$signal $bisector
  wait $bisector
  holds "SIG$signal ends a bisection" test $? = 2
  for _ in $(seq 100); do ps -o stat= -p $(cat "$work/started") | grep -qv Z || break; sleep 0.1; done
  holds "SIG$signal ends what a bisection started" sh -c "! ps -o stat= -p $(cat "$work/started") | grep -qv Z"
  holds "SIG$signal leaves no temporary file" sh -c "! ls '$work/temporary' | grep -q ."
  rm -f "$work/started"
done
TMPDIR=/nowhere expect 2 "no folder can be made" bisect --rules="$rules" --test=true "$chain"
TMPDIR=/nowhere expect 2 "no folder can be made" reduce --test=true "$chain"
expect 2 "says what is rewritten" bisect "$chain"
expect 2 "says what fails" reduce "$chain"
expect 2 "cannot be given with" reduce --engines --crash "$chain"
printf 'x = (\n' >"$work/no_rules.py"
expect 1 "does not show the failure" reduce --engines --cpu=x86-64 "$chain"
expect 2 "there is no processor 'nothing'" reduce --engines --cpu=nothing "$chain"
expect 2 "--cpu" reduce --crash --cpu=x86-64 --passes=DeadCodeElimination "$chain"
expect 3 "is never closed" reduce --rules="$work/no_rules.py" "$chain"
expect 3 "[E0107]" reduce --engines "$work/no_rules.py"
seq 200000 >"$work/numbers.py"
expect 0 "lines 0" reduce --code=E0107 --time-limit=30 "$work/numbers.py"
expect 1 "nothing to reduce" reduce --passes=DeadCodeElimination "$chain"
expect 2 "there is no diagnostic" reduce --code=E9999 "$chain"
expect 0 "bindings 1," reduce --rules="$rules" "$chain" -o "$work/small.py"
"$hammock" reduce -j1 --rules="$rules" "$chain" -o "$work/small1.py" 2>/dev/null
"$hammock" reduce -j3 --rules="$rules" "$chain" -o "$work/small3.py" 2>/dev/null
holds "reduce gives the same at any number of jobs" sh -c "cmp '$work/small.py' '$work/small1.py' && cmp '$work/small.py' '$work/small3.py'"
expect 1 "forget" opt --rules="$rules" --check-each=2 "$work/small.py"
expect 0 "" reduce --test='grep -q silu' "$chain" -o "$work/silu.py"
holds "a command says what is interesting" sh -c "grep -q silu '$work/silu.py' && ! grep -q matmul '$work/silu.py'"
cp "$rules" "$work/wrong_rules.py"
(cd "$work" && "$hammock" reduce --rules=wrong_rules.py chain.py --as-golden -o golden_test.py 2>/dev/null)
expect 0 "1 passed, 0 failed" test "$work/golden_test.py"
mkdir "$work/golden_tests"
expect 0 "" reduce --rules="$rules" --rtol=0 "$chain" --as-golden -o "$work/golden_tests/numbers.py"
printf '@R.function\ndef main(x: R.Tensor((2, 3), "float32")):\n    return R.matmul(x, x)\n' >"$work/mistake.py"
expect 0 "" reduce --code=E0403 --passes=zero "$work/mistake.py" --as-golden -o "$work/golden_tests/mistake.py"
expect 0 "2 passed, 0 failed" test "$work/golden_tests"
holds "a golden test keeps the tolerance" grep -q -e --rtol=0 "$work/golden_tests/numbers.py"
"$hammock" reduce --test="echo >>'$work/tried'; sleep 0.2; grep -q silu" "$chain" -o "$work/stopped.py" 2>/dev/null & reducer=$!
for _ in $(seq 300); do [ "$(wc -l 2>/dev/null <"$work/tried")" -ge 4 ] 2>/dev/null && break; sleep 0.1; done
kill -INT $reducer; wait $reducer
holds "an interrupted reduction writes what it has" grep -q silu "$work/stopped.py"

# nothing replaces what it is made of
ln -s add.py "$work/linked.py"
cp "$add" "$work/add.kept"
expect 2 "it would replace what the command is given" report "$add" -o "$add"
expect 2 "it would replace what the command is given" run --fill=ones --dim=n=3 --profile="$add" "$add"
expect 2 "it would replace what the command is given" run --fill=ones --dim=n=3 --profile="$work/linked.py" "$add"
expect 2 "it would replace what the command is given" run --fill=ones --dim=n=3 --outputs="$work/same.npz" --profile="$work/same.npz" "$add"
sed 's/ 2)/ 3)/g; s/(2,)/(3,)/g' "$add" >"$work/other_arguments.py"
expect 0 "the functions take other arguments" bench --runs=2 --dim=n=3 --compare="$work/other_arguments.py" "$add"
expect 2 "it would replace what the command is given" report "$add" -o "$work/linked.py"
expect 2 "it would replace what the command is given" report "$add" --rules="$work/wrong_rules.py" -o "$work/wrong_rules.py"
holds "the script is as it was" cmp "$add" "$work/add.kept"
expect 2 "hammock: error" report "$add" --run --dim=n=3 -o "$work/no_fill.html"
holds "a run that cannot begin writes no page" [ ! -e "$work/no_fill.html" ]

# kernels of earlier runs
HAMMOCK_CACHE=off expect 0 "nothing is kept: it is off" cache
HAMMOCK_CACHE=off expect 0 '"cached":0' run --json --fill=ones --dim=n=3 "$add"
export HAMMOCK_CACHE=$work/kept
sed 's/R.add(x, y)/R.exp(R.add(x, y))/' "$add" >"$work/exp.py"
for i in 1 2 3 4; do
  "$hammock" run --fill=ones --dim=n=3 "$work/exp.py" >"$work/kept.$i" 2>&1 &
done
wait
holds "processes that fill the cache at once agree" sh -c "for i in 2 3 4; do cmp '$work/kept.1' '$work/kept.'\$i || exit 1; done"
expect 0 '"generated":0,"reused":0,"cached":1' run --json --fill=ones --dim=n=3 "$work/exp.py"
expect 0 '"generated":1,"reused":0,"cached":0' run --json --no-cache --fill=ones --dim=n=3 "$work/exp.py"
expect 0 "kernels: 1 entries" cache
for entry in "$work"/kept/kernels/*; do truncate -s 100 "$entry"; done
expect 0 '"generated":1,"reused":0,"cached":0' run --json --fill=ones --dim=n=3 "$work/exp.py"
expect 0 '"generated":0,"reused":0,"cached":1' run --json --fill=ones --dim=n=3 "$work/exp.py"
chmod 777 "$work/kept/kernels"
expect 0 '"generated":1,"reused":0,"cached":0' run --json --fill=ones --dim=n=3 "$work/exp.py"
expect 0 "others may write to it" cache
chmod 700 "$work/kept/kernels"
expect 0 "1 entries, 0.0 MiB, removed" cache --clear
expect 0 '"entries":0' cache --json
export HAMMOCK_CACHE=$work/add.py/none
expect 0 '"generated":1,"reused":0,"cached":0' run --json --fill=ones --dim=n=3 "$work/exp.py"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
