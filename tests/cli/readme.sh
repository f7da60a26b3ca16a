#!/usr/bin/env bash
# readme.sh [--guard]: runs every command of README's tour (the ```sh blocks), in order, as a new user would; with --guard every
# `hammock run` has that flag.
set -uo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md | sed "s|/tmp/|$work/|g" >"$work/tour"
[ "${1-}" = --guard ] && sed -i 's|hammock run |hammock run --guard |' "$work/tour"
[ -s "$work/tour" ] || { echo "README.md has no tour"; exit 1; }
# A user has no CI variable, which forbids to update golden tests.
env -u CI NO_COLOR=1 HAMMOCK_CACHE="$work/cache" bash -euo pipefail "$work/tour"
