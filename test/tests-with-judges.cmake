# Tests in Python that hold tenonc against ONNX Runtime and the onnx package: test/judge/*.py, run with --tenonc PATH.
# test_*.py always run, long_*.py with `scripts/test --all`, models_*.py with `scripts/test --models`. Under the sanitizers
# only bad input is tried: the rest is slow there and covered by the unit tests.
find_program(TENON_PYTHON NAMES python3 PATHS ${PROJECT_SOURCE_DIR}/.venv/bin NO_DEFAULT_PATH)
set(labels_of_test judge)
set(labels_of_long judge long)
set(labels_of_models judge models)
if(TARGET tenonc)
    foreach(kind test long models)
        file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/judge/${kind}_*.py)
        if(TENON_SANITIZE)
            list(FILTER scripts INCLUDE REGEX "/test_bad_[^/]*$")
        endif()
        foreach(script ${scripts})
            cmake_path(GET script STEM name)
            string(REGEX REPLACE "^test_" "" name ${name})
            if(TENON_PYTHON)
                add_test(NAME judge.${name} COMMAND ${TENON_PYTHON} ${script} --tenonc $<TARGET_FILE:tenonc>)
            else()
                add_test(NAME judge.${name} COMMAND ${CMAKE_COMMAND} -E echo
                         "skipped: no .venv with onnx and onnxruntime; scripts/build makes it")
                set_tests_properties(judge.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
            endif()
            set_tests_properties(judge.${name} PROPERTIES LABELS "${labels_of_${kind}}" TIMEOUT 1500
                                 SKIP_RETURN_CODE 77)
        endforeach()
    endforeach()
endif()
