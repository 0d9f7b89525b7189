# Sourced by the scripts: where the checkout is, and how missing packages are installed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)
venv=$root/.venv
build_packages=(g++ git cmake ninja-build ccache llvm-19-dev liblld-19-dev zlib1g-dev libzstd-dev libprotobuf-dev
                protobuf-compiler libonnx-dev libboost1.81-dev doctest-dev libcli11-dev libbenchmark-dev
                python3-venv ca-certificates)
test_packages=(clang-19 libclang-rt-19-dev clang-format-19 valgrind)

# What ccache looks at beside the compile line is the same in every build of a run, so that the consumers' builds of the
# same sources cost little.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 LC_ALL=C.UTF-8

say() { printf '\n== %s\n' "$*"; }

# install_missing PACKAGE...: from Debian, without a question; nothing happens when all are there.
install_missing() {
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] || missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] && return
    say "installing ${missing[*]}"
    local as_root=(env DEBIAN_FRONTEND=noninteractive)
    [ "$(id -u)" = 0 ] || as_root=(sudo "${as_root[@]}")
    "${as_root[@]}" apt-get update -qq </dev/null
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null
}

# make_venv [FOLDER REQUIREMENTS]: the Python packages of a list, in an environment of the checkout's own; those that tests and
# the demo use, in .venv, unless told otherwise.
make_venv() {
    local folder=${1:-$venv} wanted=${2:-$root/scripts/requirements.txt}
    cmp -s "$wanted" "$folder/tenon-requirements.txt" && return
    say "Python packages in ${folder##*/}"
    [ -x "$folder/bin/python3" ] || python3 -m venv "$folder" || return
    "$folder/bin/python3" -m pip install -q --disable-pip-version-check -r "$wanted" </dev/null || return
    cp "$wanted" "$folder/tenon-requirements.txt"
}

# fetch_models [NAME...]: into models/, with npm's client.
fetch_models() {
    command -v npm >/dev/null || install_missing npm
    "$root/scripts/models" "$@"
}

# configure_and_build FOLDER TARGET CMAKE-OPTION...
configure_and_build() {
    local folder=$1 target=$2
    shift 2
    cmake -S "$root" -B "$folder" -G Ninja "$@" >"$folder.log" 2>&1 || { cat "$folder.log"; return 1; }
    rm -f "$folder.log"
    cmake --build "$folder" -j "$jobs" --target "$target"
}
