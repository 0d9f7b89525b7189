# Tests of the sources themselves: what must not compile, what each header needs, who includes whom.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(TENON_CLANG NAMES clang++-19 clang++)
get_target_property(boost Boost::headers INTERFACE_INCLUDE_DIRECTORIES)
set(flags -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/test)
foreach(folder ${boost})
    if(NOT folder STREQUAL "/usr/include")
        list(APPEND flags -isystem ${folder})
    endif()
endforeach()

set(compilers g++)
set(path_of_g++ ${CMAKE_CXX_COMPILER})
set(path_of_clang++ ${TENON_CLANG})
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    set(compilers clang++)
    set(path_of_clang++ ${CMAKE_CXX_COMPILER})
elseif(TENON_CLANG)
    list(APPEND compilers clang++)
endif()

# clang reads all headers once for all rejects: two thirds of their time is reading headers. For g++ its precompiled file
# of 140 MB costs as much as the headers.
set(language -std=c++20 -Wall -Wextra -Wno-missing-field-initializers)
set(everything ${PROJECT_BINARY_DIR}/everything.pch)
set(read_first_clang++ -include-pch ${everything})

file(GLOB rejects CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/rejects/*.cpp)
foreach(compiler ${compilers})
    if(read_first_${compiler})
        add_test(NAME reject-headers.${compiler}
                 COMMAND ${path_of_${compiler}} ${language} ${flags} -x c++-header
                         ${PROJECT_SOURCE_DIR}/include/tenon/tenon.hpp -o ${everything})
        set_tests_properties(reject-headers.${compiler} PROPERTIES LABELS reject FIXTURES_SETUP reject-headers.${compiler})
    endif()
    foreach(source ${rejects})
        cmake_path(GET source STEM name)
        add_test(NAME reject.${name}.${compiler}
                 COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/rejects/run.py
                         ${path_of_${compiler}} ${source} ${language} ${flags} ${read_first_${compiler}})
        set_tests_properties(reject.${name}.${compiler} PROPERTIES LABELS reject TIMEOUT 300)
        if(read_first_${compiler})
            set_tests_properties(reject.${name}.${compiler} PROPERTIES FIXTURES_REQUIRED reject-headers.${compiler})
        endif()
    endforeach()
    add_test(NAME headers.${compiler}
             COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/headers/check.py
                     ${path_of_${compiler}} ${PROJECT_SOURCE_DIR} ${flags})
    set_tests_properties(headers.${compiler} PROPERTIES LABELS sources TIMEOUT 900 PROCESSORS 2)
endforeach()

foreach(check check-layers check-format check-sizes check-readme check-codes)
    add_test(NAME sources.${check} COMMAND ${PROJECT_SOURCE_DIR}/scripts/${check})
    set_tests_properties(sources.${check} PROPERTIES LABELS sources SKIP_RETURN_CODE 77)
endforeach()
find_program(TENON_OPT opt-19)
if(TENON_CLANG AND TENON_OPT)
    add_test(NAME sources.support-ir COMMAND ${PROJECT_SOURCE_DIR}/scripts/support-ir --check)
    set_tests_properties(sources.support-ir PROPERTIES LABELS sources)
endif()
add_test(NAME sources.single-header
         COMMAND ${PROJECT_SOURCE_DIR}/scripts/assemble-single-header --check)
add_test(NAME sources.checks-refuse COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/headers/checks_refuse.py)
set_tests_properties(sources.single-header sources.checks-refuse PROPERTIES LABELS sources)

# The version stands in core/version.hpp. The port, which is data, has to say it again.
file(READ ${PROJECT_SOURCE_DIR}/conan/vcpkg/tenon/vcpkg.json port)
string(JSON version_of_port GET ${port} version)
if(NOT version_of_port STREQUAL PROJECT_VERSION)
    message(FATAL_ERROR "conan/vcpkg/tenon/vcpkg.json is of version ${version_of_port}, core/version.hpp of ${PROJECT_VERSION}")
endif()
