#!/usr/bin/env bash
# run.sh [FOLDER]: the seed's example from start to end; FOLDER (default: build/seed) keeps what it makes.
# TENONC, PYTHON, CC and CXX choose the tools; without them those of the checkout and the system are used.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:-$root/build/seed}
tenonc=${TENONC:-$root/build/bin/tenonc}
python=${PYTHON:-$root/.venv/bin/python3}
flags=(-O2 -Wall -Wextra "-I$root/include")
mkdir -p "$out"

say() { printf '\n== %s\n' "$*"; }

# excerpt FILE LINES: the head of a long text, and how much more there is.
excerpt() {
    head -n "$2" "$1"
    [ "$(wc -l <"$1")" -le "$2" ] || echo "... ($(wc -l <"$1") lines in $1)"
}

say "the model"
"$python" "$here/make_model.py" "$out/dummy_cnn.onnx"
ls -l "$out/dummy_cnn.onnx" | awk '{print $5, "bytes"}'

say "as it was read: the graph before any pass"
"$tenonc" "$out/dummy_cnn.onnx" --emit graph --no-optimize -o "$out/dummy_cnn.read.tenon"
excerpt "$out/dummy_cnn.read.tenon" 40

for level in graph loop llvm asm; do
    say "IR: $level"
    "$tenonc" "$out/dummy_cnn.onnx" --emit "$level" -o "$out/dummy_cnn.$level"
    excerpt "$out/dummy_cnn.$level" 40
done

say "the library"
"$tenonc" "$out/dummy_cnn.onnx" -o "$out/dummy_cnn.so"
"$tenonc" inspect "$out/dummy_cnn.so"
ldd "$out/dummy_cnn.so"

say "called from Python, batch 1 and 5"
"$python" "$here/call.py" "$out/dummy_cnn.so" "$out/dummy_cnn.onnx"

say "called from C, batch 1 and 5"
"${CC:-cc}" -std=c11 "${flags[@]}" "$here/call.c" -o "$out/call_c" -ldl
"$out/call_c" "$out/dummy_cnn.so"

say "called from C++, batch 1 and 5"
"${CXX:-c++}" -std=c++20 "${flags[@]}" "$here/call.cpp" -o "$out/call_cpp" -ldl
"$out/call_cpp" "$out/dummy_cnn.so"
