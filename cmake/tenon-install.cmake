# cmake --install: headers, the compiled half where it was built, the tool, and the files for find_package(tenon).
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tenon)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tenon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS tenon_headers EXPORT tenon-headers)
install(EXPORT tenon-headers NAMESPACE tenon:: DESTINATION ${package})
if(TARGET tenon)
    install(TARGETS tenon EXPORT tenon-library)
    install(EXPORT tenon-library NAMESPACE tenon:: DESTINATION ${package})
endif()
if(TARGET tenonc)
    install(TARGETS tenonc)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tenon-config.cmake.in tenon-config.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(tenon-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tenon-config.cmake ${PROJECT_BINARY_DIR}/tenon-config-version.cmake
        DESTINATION ${package})
