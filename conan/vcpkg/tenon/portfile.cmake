# An overlay port that lives in the checkout it builds: vcpkg install tenon --overlay-ports=<checkout>/conan/vcpkg
get_filename_component(source "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)
set(VCPKG_BUILD_TYPE release)
set(VCPKG_FIXUP_ELF_RPATH OFF) # a static library has none, and looking for it would fetch patchelf
vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES compiled TENON_BUILD_LIBRARY)
vcpkg_cmake_configure(SOURCE_PATH "${source}"
    OPTIONS ${options} -DTENON_BUILD_TOOL=OFF -DTENON_BUILD_TESTS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/tenon)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug")
set(VCPKG_POLICY_ALLOW_EMPTY_FOLDERS enabled)
set(VCPKG_POLICY_SKIP_COPYRIGHT_CHECK enabled)
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
if(NOT "compiled" IN_LIST FEATURES)
    file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib")
endif()
