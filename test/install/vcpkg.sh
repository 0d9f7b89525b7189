# Sourced by consume: the port, installed by a real vcpkg and used through its toolchain file.
# The setup script unpacks a vcpkg that works offline; what the system provides is an empty port.
setup=${TENON_VCPKG_SETUP:-$source/../shared/tools/vcpkg/setup}
[ -x "$setup" ] || skip "no vcpkg: set TENON_VCPKG_SETUP to a script that unpacks one into a folder"
. "$("$setup" "$work/vcpkg" | tail -n 1)"
for port in boost-hana llvm protobuf onnx; do
    mkdir -p "$work/system/$port"
    echo 'set(VCPKG_POLICY_EMPTY_PACKAGE enabled)' >"$work/system/$port/portfile.cmake"
    echo "{\"name\": \"$port\", \"version\": \"1\"}" >"$work/system/$port/vcpkg.json"
done
sources_only "$work/tenon"
export VCPKG_KEEP_ENV_VARS="CCACHE_DIR;CCACHE_BASEDIR;CCACHE_NOHASHDIR;HOME"
vcpkg install tenon --overlay-ports="$work/tenon/conan/vcpkg" --overlay-ports="$work/system" \
    --x-install-root="$work/installed" --binarysource=clear
build_and_run "$here/compiled" -DCMAKE_TOOLCHAIN_FILE="$VCPKG_ROOT/scripts/buildsystems/vcpkg.cmake" \
    -DVCPKG_INSTALLED_DIR="$work/installed" -DVCPKG_MANIFEST_MODE=OFF
