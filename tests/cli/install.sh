#!/usr/bin/env bash
# install.sh BUILD: installs BUILD into a fresh folder and builds and runs the embedding sample against the package.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/prefix" >/dev/null
mkdir "$work/user"
cp samples/embed.cpp "$work/user/"
cat >"$work/user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C CXX)
find_package(hammock 0.1 REQUIRED)
add_executable(user embed.cpp)
target_link_libraries(user PRIVATE hammock::hammock)
END
cmake -S "$work/user" -B "$work/user/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
ninja -C "$work/user/build" >"$work/log" || { cat "$work/log"; exit 1; }
"$work/user/build/user"
"$work/prefix/bin/hammock" fmt samples/attention.py >/dev/null
