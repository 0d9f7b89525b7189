# cmake -D PROGRAM=... -D EXPECTED=... -P compare-output.cmake: PROGRAM succeeds and prints the text of EXPECTED.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXPECTED} expected)
if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM} prints\n${printed}\nand ${EXPECTED} says\n${expected}")
endif()
