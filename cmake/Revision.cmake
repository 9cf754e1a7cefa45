# Writes the definitions of app/base/build_revision.h to a file, unless the file has them already:
#   cmake -DROOT=<source tree> -DREVISION=<revision, or nothing: ask git> -DCUDA_COMPILER=<name and version, or nothing>
#         -DOUT=<file.cpp> -P Revision.cmake
cmake_minimum_required(VERSION 3.25)

set(revision "${REVISION}")
find_program(git git)
if(NOT revision AND git AND EXISTS "${ROOT}/.git")
    execute_process(COMMAND "${git}" -C "${ROOT}" --no-optional-locks describe --always --exclude=* --abbrev=7 --dirty=+
        OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT "${OUT}" @ONLY CONTENT [[
#include "app/base/build_revision.h"

const char* sweep::app::build_revision() {
    return "@revision@";
}

const char* sweep::app::build_cuda_compiler() {
    return "@CUDA_COMPILER@";
}
]])
