# Sourced by consume: the recipe with its test_package, offline, with Debian's packages as the platform's.
conan=$source/.venv/bin/conan
[ -x "$conan" ] || skip "no Conan client in .venv; scripts/build installs it"
export CONAN_HOME=$work/home
version() { dpkg-query -W -f '${source:Upstream-Version}' "$1"; }
"$conan" profile detect >/dev/null
cat >"$CONAN_HOME/profiles/default.system" <<END
include(default)
[settings]
compiler.cppstd=20
build_type=Release
[platform_requires]
boost/$(version libboost1.81-dev)
llvm-core/$(version llvm-19-dev)
protobuf/$(version libprotobuf-dev)
onnx/$(version libonnx-dev | sed 's/[+~].*//')
[conf]
tools.cmake.cmaketoolchain:generator=Ninja
tools.system.package_manager:mode=check
END
sources_only "$work/tenon"
"$conan" create "$work/tenon/conan" --no-remote --build=missing -pr:a "$CONAN_HOME/profiles/default.system"
