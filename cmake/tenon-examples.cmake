# examples/NN_topic.cpp: a program each. Where NN_topic.out stands beside it, ctest compares what it prints.
file(GLOB examples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cpp)
foreach(source ${examples})
    cmake_path(GET source STEM name)
    add_executable(example_${name} ${source})
    target_link_libraries(example_${name} PRIVATE tenon_own tenon::headers)
    # A user's globals may have the names of our locals; whoever installs Tenon includes it as a system library.
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -Wno-shadow)
    if(TARGET tenon)
        target_link_libraries(example_${name} PRIVATE tenon::tenon)
    endif()
    cmake_path(REPLACE_EXTENSION source out OUTPUT_VARIABLE expected)
    if(TENON_BUILD_TESTS AND EXISTS ${expected})
        add_test(NAME example.${name}
                 COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:example_${name}> -D EXPECTED=${expected}
                         -P ${PROJECT_SOURCE_DIR}/cmake/compare-output.cmake)
        set_tests_properties(example.${name} PROPERTIES LABELS example)
    endif()
endforeach()
