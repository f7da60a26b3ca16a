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
for file in man/man1/hammock.1 man/man1/hammock-opt.1 bash-completion/completions/hammock zsh/site-functions/_hammock \
            fish/vendor_completions.d/hammock.fish; do
  test -s "$work/prefix/share/$file" || { echo "share/$file is missing"; exit 1; }
done

# The Debian package has the same, and its program runs.
(cd "$1" && cpack -B "$work/package" >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
dpkg-deb -x "$work"/package/hammock_*.deb "$work/root"
"$work/root/usr/bin/hammock" fmt samples/attention.py >/dev/null
for file in man/man1/hammock-run.1 zsh/vendor-completions/_hammock; do
  test -s "$work/root/usr/share/$file" || { echo "the package lacks share/$file"; exit 1; }
done
test -s "$(find "$work/root/usr/lib" -name hammockConfig.cmake)"
