# Projects that use Tenon the way its users do: each is configured, built and run from nothing but what Tenon hands out.
set(runner ${CMAKE_CURRENT_SOURCE_DIR}/install/consume)
foreach(way single-header subdirectory installed custom-toolchain conan vcpkg)
    add_test(NAME consume.${way} COMMAND ${runner} ${way} ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
    set_tests_properties(consume.${way} PROPERTIES LABELS consume SKIP_RETURN_CODE 77 TIMEOUT 1200
                         RESOURCE_LOCK consume COST 1000) # one after the other, so they begin first
endforeach()
