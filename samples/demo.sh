#!/usr/bin/env bash
# Hammock's main job from end to end: print a script, rewrite it, see what changed, run both, compare.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup.sh
install_packages
build build -- hammock

hammock=build/hammock
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n== %s\n' "$*"; }

say "the script, in canonical form: hammock fmt samples/attention.py"
$hammock fmt samples/attention.py

say "three matmuls become one: hammock opt --passes=CombineParallelMatmul,DeadCodeElimination --diff"
passes=--passes=CombineParallelMatmul,DeadCodeElimination
$hammock opt $passes --diff samples/attention.py
$hammock opt $passes samples/attention.py -o "$work/combined.py"

say "both on the CPU, the same random numbers: hammock run"
fill=--fill='rand(normal,seed=7,std=0.1)'
echo "before:" && $hammock run samples/attention.py "$fill" --repeat=20 --outputs="$work/before.npz"
echo "after:" && $hammock run "$work/combined.py" "$fill" --repeat=20 --expect="$work/before.npz" --rtol=1e-3 --atol=1e-4
echo "and against the reference executor:" && $hammock run "$work/combined.py" "$fill" --compare=eval >"$work/values"
sed 's/^/  /' "$work/values"
say "the results agree"
