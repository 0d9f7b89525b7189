# The artifact written by hand (test/runtime/fixture.c), with the fixed part of all artifacts once from C and once from
# the IR that models are compiled with; and its callers in C++, C and Python.
if(NOT TARGET test_runtime)
    return()
endif()
set(fixture ${CMAKE_CURRENT_SOURCE_DIR}/runtime/fixture.c)
set(support ${PROJECT_SOURCE_DIR}/src/loop_to_llvm/support)
find_program(TENON_CLANG_C NAMES clang-19 clang)

add_library(fixture MODULE ${fixture} ${support}.c)
target_link_libraries(fixture PRIVATE tenon_own ${CMAKE_DL_LIBS})
target_include_directories(fixture PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(fixture PRIVATE TENON_OWN_DLPACK)
set_target_properties(fixture PROPERTIES PREFIX "" C_STANDARD 11 C_EXTENSIONS ON C_VISIBILITY_PRESET hidden
                                         LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
set(from_ir ${CMAKE_CURRENT_BINARY_DIR}/fixture_from_ir.so)
if(TENON_CLANG_C AND NOT TENON_SANITIZE)
    set(make_from_ir ${TENON_CLANG_C} -O2 -fPIC -shared -fvisibility=hidden -Wno-override-module
                     -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src ${fixture}
                     -x ir ${support}.ll -o ${from_ir})
else()
    set(make_from_ir ${CMAKE_COMMAND} -E copy $<TARGET_FILE:fixture> ${from_ir})
endif()
add_custom_command(OUTPUT ${from_ir} COMMAND ${make_from_ir} DEPENDS fixture ${support}.ll ${fixture} VERBATIM)
add_custom_target(fixture_from_ir DEPENDS ${from_ir})

find_package(Threads REQUIRED)
target_link_libraries(test_runtime PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
target_compile_definitions(test_runtime PRIVATE TENON_FIXTURE="$<TARGET_FILE:fixture>" TENON_FIXTURE_COPY="${from_ir}")
add_dependencies(test_runtime fixture fixture_from_ir)

add_executable(call_from_c runtime/call.c)
target_link_libraries(call_from_c PRIVATE tenon_own ${CMAKE_DL_LIBS})
target_include_directories(call_from_c PRIVATE ${PROJECT_SOURCE_DIR}/include)
add_dependencies(call_from_c fixture)
add_test(NAME runtime.call_from_c COMMAND call_from_c $<TARGET_FILE:fixture>)
set_tests_properties(runtime.call_from_c PROPERTIES LABELS unit)

# Calls any artifact and counts what it asks for; the judges of calls run it. A sanitizer has its own malloc.
if(NOT TENON_SANITIZE)
    add_executable(count_calls runtime/count_calls.c)
    target_link_libraries(count_calls PRIVATE tenon_own Threads::Threads ${CMAKE_DL_LIBS})
    target_include_directories(count_calls PRIVATE ${PROJECT_SOURCE_DIR}/include)
endif()

find_program(TENON_PYTHON NAMES python3 PATHS ${PROJECT_SOURCE_DIR}/.venv/bin NO_DEFAULT_PATH)
if(TENON_PYTHON AND NOT TENON_SANITIZE)
    add_test(NAME runtime.tvm_ffi COMMAND ${TENON_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/runtime/tvm_ffi_calls.py ${from_ir})
    set_tests_properties(runtime.tvm_ffi PROPERTIES LABELS unit)
endif()
