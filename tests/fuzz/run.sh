#!/usr/bin/env bash
# Builds the fuzzers with clang, AddressSanitizer and UBSan in build-clang/, and runs each for a while.
#
#   tests/fuzz/run.sh [--seconds=60] [--seeds=FOLDER]...
#
# The golden tests are seeds, and the folders given. What a run finds stays in build-clang/<fuzzer>.corpus and helps the next one;
# an input that fails is left in build-clang/, and `build-clang/<fuzzer> FILE` repeats it. The last line counts: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")/../.."
. cmake/setup.sh

seconds=60 seeds=(tests/golden samples)
for argument; do
  case "$argument" in
    --seconds=*) seconds=${argument#*=} ;;
    --seeds=*) seeds+=("${argument#*=}") ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done

install_packages "${sanitizer_packages[@]}"
build_sanitized fuzz_read_print fuzz_print_read fuzz_rule_script || exit 1

# The words of the language: tokens of the grammar, operators of the table and the names of their parameters.
dictionary=build-clang/script.dict
{
  grep -v '^#' tests/fuzz/words.txt | sed -e 's/[\\"]/\\&/g' -e 's/.*/"&"/'
  sed -z 's/,\n */, /g; s/"\n *"//g' include/hammock/ir/ops.def | sed -n 's/^OP([^"]*"\([^(]*\)(.*/"R.\1("/p'
  sed 's|//.*||' include/hammock/ir/ops.def | grep -oE '[a-z_0-9]+(@-?0\.[0-9]+)?: ' | sed 's/[@:].*/=/; s/.*/"&"/' | sort -u
} >"$dictionary"

# fuzz NAME FLAGS... -- SEEDS...
fuzz() {
  local name=$1 flags=() log
  shift
  while [ "$1" != -- ]; do flags+=("$1"); shift; done
  shift
  log=build-clang/$name.log
  mkdir -p "build-clang/$name.corpus"
  if build-clang/"$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix=build-clang/"$name-" "${flags[@]}" \
      "build-clang/$name.corpus" "$@" >"$log" 2>&1; then
    echo "$name: $(grep -E 'number_of_executed_units|peak_rss_mb' "$log" | sed 's/stat:://' | tr -s ' \n' ' ')"
  else
    tail -n 60 "$log"
    return 1
  fi
}
# Side by side: on fewer cores each gets its share.
fuzzers=()
fuzz fuzz_read_print -max_len=4096 -dict="$dictionary" -- "${seeds[@]}" &
fuzzers+=($!)
fuzz fuzz_rule_script -max_len=4096 -dict="$dictionary" -- tests/golden/rules samples/rules &
fuzzers+=($!)
fuzz fuzz_print_read -max_len=1024 -- &
fuzzers+=($!)
passed=0 failed=0
for fuzzer in "${fuzzers[@]}"; do
  if wait "$fuzzer"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
