#!/usr/bin/env bash
# planted.sh PROGRAM FOLDER: the planted defects (planted.cpp, rules/planted), in the first script FOLDER/*/module.py whose
# numbers they change: does `bisect` name the application that planted it, and what does `reduce` leave?
#
# A line for each: name, script, applications, the one that is wrong, the one that was found, tests, bindings before and
# after, seconds of both. The last lines count.
set -uo pipefail
program=$1 folder=$2 only=${3-}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$2" | head -n 1; }
found=0 kept=0 all=0
: >"$work/sizes"

# try NAME FLAGS...
try() {
  local name=$1 script truth total start seconds first tests before after how
  shift
  [[ $name == *$only* ]] || return
  all=$((all + 1))
  for script in "$folder"/{bert,resnet50,llama_prefill,sd_unet}/module.py; do
    "$program" opt "$@" --applications=json "$script" -o "$work/out.py" 2>"$work/applications" || continue
    truth=$(sed -n 's/^planted: application //p' "$work/applications" | head -n 1)
    [ -z "$truth" ] && truth=$(number number <(grep '"rule":"wrong"' "$work/applications"))
    [ -z "$truth" ] && continue
    start=$(date +%s.%N)
    "$program" bisect --json --runs=1 "$@" "$script" >"$work/bisect" 2>/dev/null
    [ $? -eq 1 ] || continue
    first=$(number first_bad "$work/bisect") tests=$(number tests "$work/bisect")
    total=$(grep -c '"number"' "$work/applications")
    seconds=$(echo "$(date +%s.%N) - $start" | bc)
    start=$(date +%s.%N)
    how=kept
    "$program" reduce -j2 "$@" "$script" -o "$work/small.py" 2>"$work/reduce" || how=LOST
    seconds="$seconds $(echo "$(date +%s.%N) - $start" | bc)"
    "$program" bisect --runs=2 "$@" "$work/small.py" >"$work/again" 2>/dev/null
    [ $? -eq 1 ] || how=LOST
    before=$(grep -c ' = ' "$script") after=$(sed -n 's/^bindings \([0-9]*\),.*/\1/p' "$work/reduce")
    [ "$first" = "$truth" ] && found=$((found + 1))
    [ $how = kept ] && kept=$((kept + 1)) && echo "$after" >>"$work/sizes"
    echo "$name $(basename "$(dirname "$script")") of=$total wrong=$truth found=$first tests=$tests $how $before->$after seconds=$seconds"
    return
  done
  echo "$name changes no numbers"
}

for pass in $("$program" planted); do
  case $pass in
    PlantedKernel*) try "$pass" --passes="LegalizeOps,$pass" ;;
    *) try "$pass" --passes="CanonicalizeBindings,$pass,DeadCodeElimination" ;;
  esac
done
for rules in "$here"/rules/planted/*.py; do
  try "$(basename "$rules" .py)" --rules="$rules" --passes=DeadCodeElimination
done
echo "found $found of $all, kept $kept of $all, median $(sort -n "$work/sizes" | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }') bindings"
