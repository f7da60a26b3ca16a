# Sourced by samples/demo.sh, tests/run.sh and tests/fuzz/run.sh: the packages, and builds.
#
# Does nothing that is done: installed packages are left alone, and builds are incremental.

packages=(g++ cmake ninja-build pkg-config lld antlr4 libantlr4-runtime-dev llvm-19-dev libzstd-dev zlib1g-dev
          libfmt-dev doctest-dev libcli11-dev nlohmann-json3-dev libzip-dev libbenchmark-dev
          node-dagre-layout)
sanitizer_packages=(clang-19 libclang-rt-19-dev)

# install_packages [MORE...]: what is missing, through apt; without root rights, says which and stops.
install_packages() {
  local missing=() package log
  for package in "${packages[@]}" "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" -ne 0 ]; then
    echo "These Debian packages are missing; install them and start again:" >&2
    echo "  sudo apt-get install ${missing[*]}" >&2
    exit 2
  fi
  echo "installing ${#missing[@]} packages: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 || { cat "$log" >&2; exit 2; }
  rm -f "$log"
}

# build FOLDER [CMAKE FLAGS...] [-- TARGETS...]
build() {
  local folder=$1 flags=() log
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do flags+=("$1"); shift; done
  [ $# -gt 0 ] && shift
  if command -v ccache >/dev/null; then
    flags+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    # Clones in other folders find much of what this one compiles.
    export CCACHE_BASEDIR=${CCACHE_BASEDIR-$PWD} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS-time_macros}
  fi
  if [ ! -f "$folder/build.ninja" ]; then
    log=$(mktemp)
    cmake -S . -B "$folder" -G Ninja "${flags[@]}" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
    rm -f "$log"
  fi
  ninja -C "$folder" "$@"
}

# build_sanitized TARGETS...: one tree for the sanitized tests and the fuzzers, so that each layer is compiled once for both.
build_sanitized() {
  build build-clang -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 -DHAMMOCK_SANITIZE=ON -DHAMMOCK_FUZZ=ON \
    -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS='-O1 -g1' -- "$@"
}
