# Sourced by consume: the recipe with its test_package, offline, with Debian's packages as the platform's.
conan=$source/.venv/bin/conan
[ -x "$conan" ] || skip "no Conan client in .venv; scripts/build installs it"
export CONAN_HOME=$work/home
# Without -m64, which is the default, the compile lines are those of build/ and ccache knows them.
blocks='["generic_system", "compilers", "fpic", "libcxx", "cppstd", "parallel", "extra_flags", "cmake_flags_init",'
blocks+=' "extra_variables", "try_compile", "find_paths", "output_dirs", "variables", "preprocessor"]'
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
tools.cmake.cmaketoolchain:extra_variables={"TENON_WERROR": "ON"}
tools.cmake.cmaketoolchain:enabled_blocks=$blocks
tools.system.package_manager:mode=check
END
sources_only "$work/tenon"
"$conan" create "$work/tenon/conan" --no-remote --build=missing -pr:a "$CONAN_HOME/profiles/default.system"
