# Sourced by consume: the port, installed by a real vcpkg and used through its toolchain file.
# The setup script unpacks a vcpkg that works offline; what the system provides is an empty port.
setup=${TENON_VCPKG_SETUP:-$source/../shared/tools/vcpkg/setup}
[ -x "$setup" ] || skip "no vcpkg: set TENON_VCPKG_SETUP to a script that unpacks one into a folder"
. "$("$setup" "$work/vcpkg" | tail -n 1)"
PATH=/usr/bin:$PATH
for port in boost-hana llvm protobuf onnx; do
    mkdir -p "$work/system/$port"
    echo 'set(VCPKG_POLICY_EMPTY_PACKAGE enabled)' >"$work/system/$port/portfile.cmake"
    echo "{\"name\": \"$port\", \"version\": \"1\"}" >"$work/system/$port/vcpkg.json"
done
# A triplet that adds no flags, and sources beside their build folder as in build/: so ccache knows the compile lines.
cat >"$work/system/x64-linux.cmake" <<END
set(VCPKG_TARGET_ARCHITECTURE x64)
set(VCPKG_CRT_LINKAGE dynamic)
set(VCPKG_LIBRARY_LINKAGE static)
set(VCPKG_CMAKE_SYSTEM_NAME Linux)
set(VCPKG_CHAINLOAD_TOOLCHAIN_FILE $work/system/toolchain.cmake)
set(VCPKG_CMAKE_CONFIGURE_OPTIONS -DTENON_WERROR=ON)
END
touch "$work/system/toolchain.cmake"
sources_only "$work/trees/tenon"
export VCPKG_KEEP_ENV_VARS="CCACHE_DIR;CCACHE_BASEDIR;CCACHE_NOHASHDIR;HOME"
vcpkg install tenon --overlay-ports="$work/trees/tenon/conan/vcpkg" --overlay-ports="$work/system" \
    --overlay-triplets="$work/system" --x-buildtrees-root="$work/trees" --x-install-root="$work/installed" \
    --binarysource=clear
build_and_run "$here/compiled" -DCMAKE_TOOLCHAIN_FILE="$VCPKG_ROOT/scripts/buildsystems/vcpkg.cmake" \
    -DVCPKG_INSTALLED_DIR="$work/installed" -DVCPKG_MANIFEST_MODE=OFF
