#!/usr/bin/env bash
# Installs what is missing, builds in build/ (Release, warnings are errors with --ci) and runs every test.
#
#   tests/run.sh               the tests
#   tests/run.sh --ci          the tests, warnings as errors, then all of them again under AddressSanitizer and UBSan, and the fuzzers
#
# A line per test says how many passed and how long it took, and one that failed says what it said. The end repeats what
# failed, for logs that keep their ends only. The last line counts: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")/.."
. cmake/setup.sh

export HAMMOCK_CACHE=off  # tests neither use nor fill the user's

ci=false
case "${1-}" in
  '') ;;
  --ci) ci=true ;;
  *) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac

passed=0 failed=0
failures=$(mktemp)
trap 'rm -f "$failures"' EXIT
# run LOG COMMAND...: what it says, and behind it in LOG.code its exit code and seconds. One that hangs fails.
run() {
  local log=$1 code start=$SECONDS
  shift
  timeout --kill-after=10 1200 "$@" >"$log" 2>&1
  code=$?
  [ $code -eq 124 ] && echo "stopped after 20 minutes" >>"$log"
  echo "$code $((SECONDS - start))" >"$log.code"
}
# tell NAME LOG: `N passed, N failed` in what a test said counts N, anything else counts one.
tell() {
  local name=$1 log=$2 code seconds line
  read -r code seconds <"$log.code"
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped.*)?$' "$log" | tail -n 1)
  [ -z "$line" ] && line=$(sed -n 's/^\[doctest\] test cases: *[0-9]* *| *\([0-9]*\) passed *| *\([0-9]*\) failed.*/\1 passed, \2 failed/p' "$log" | tail -n 1)
  if [ -z "$line" ]; then [ $code -eq 0 ] && line="1 passed, 0 failed" || line="0 passed, 1 failed"; fi
  [ $code -ne 0 ] && [[ $line == *" 0 failed"* ]] && line="${line%%,*}, 1 failed"
  passed=$((passed + ${line%% *}))
  failed=$((failed + $(echo "$line" | sed 's/.*, \([0-9]*\) failed.*/\1/')))
  printf '%-32s %s, %s s\n' "$name" "$line" "$seconds"
  if [ $code -ne 0 ]; then
    cat "$log"
    { echo "== $name: exit code $code"; grep -niE 'fail|error|exit [0-9]' "$log" | head -n 20; tail -n 20 "$log"; } >>"$failures"
  fi
  rm -f "$log" "$log.code"
}
# count NAME COMMAND...: runs a test.
count() {
  local name=$1 log
  shift
  log=$(mktemp)
  run "$log" "$@"
  tell "$name" "$log"
}

# run_all FOLDER PREFIX: two at a time; the ones that take longest first.
run_all() {
  local folder=$1 prefix=$2 test i names=() logs=()
  start() {
    names+=("$prefix$1") logs+=("$(mktemp)")
    shift
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
    run "${logs[-1]}" "$@" &
  }
  for test in "$folder"/test_{loop,jit}; do
    [ -x "$test" ] && start "${test##*/}" "$test"
  done
  start "golden tests" "$folder/hammock" test tests/golden
  for test in "$folder"/test_*; do
    [ -x "$test" ] && [[ $test != */test_loop && $test != */test_jit ]] && start "${test##*/}" "$test"
  done
  start "embedding sample" "$folder/embed"
  wait
  for i in "${!names[@]}"; do tell "${names[i]}" "${logs[i]}"; done
}

# timed NAME BUILD...: a build that does not work ends the run.
timed() {
  local name=$1 start=$SECONDS
  shift
  "$@" || exit 1
  printf '%-32s %s s\n' "$name" $((SECONDS - start))
}

if $ci; then install_packages neovim chromium clang-format ccache "${sanitizer_packages[@]}"; else install_packages neovim chromium; fi
if $ci; then werror=(-DHAMMOCK_WERROR=ON); else werror=(); fi
timed "build" build build "${werror[@]}"
run_all build ""
count "no LLVM without the JIT" cmake -S . -B "$(mktemp -d)" -G Ninja -DHAMMOCK_JIT=OFF -DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON
count "random programs" build/hammock_campaign --text --sequences=300
count "random programs, twice" build/hammock_campaign --engines --sequences=500
count "random programs with control flow" build/hammock_campaign --engines --programs --sequences=300
count "random passes" build/hammock_campaign --sequences=300
count "random kernels" build/hammock_campaign --kernels --text --sequences=2000
count "random kernels, twice" build/hammock_campaign --kernels --engines --sequences=500
count "random passes of kernels" build/hammock_campaign --kernels --sequences=200
count "mutated scripts" build/hammock_mutate --count=2000 --seconds=30
count "golden tests, no JIT" build/hammock_without_jit test tests/golden
count "command line" tests/cli/command_line.sh build/hammock
count "language server in Neovim" env HAMMOCK=build/hammock nvim --headless --clean -S tests/cli/neovim.lua
count "reports in Chromium" node tests/cli/report.mjs build/hammock
count "tour of the README" tests/cli/readme.sh
count "golden tests, guarded" build/hammock test --guard tests/golden
count "tour of the README, guarded" tests/cli/readme.sh --guard
count "installed package" tests/cli/install.sh build
if $ci; then
  count "format" clang-format --dry-run --Werror $(find include src tests samples -name '*.h' -o -name '*.cpp')
  timed "sanitized build" build_sanitized hammock hammock_tests embed
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
  run_all build-clang "sanitized "
  count "fuzzers, a minute each" tests/fuzz/run.sh --seconds=60
fi
cat "$failures"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
