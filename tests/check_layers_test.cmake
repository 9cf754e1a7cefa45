# Proves that check_layers.cmake finds violations: a small tree in order passes and each planted line fails, and in a copy of the
# real tree an include that the map does not allow is found in each folder of the map.
#   cmake -DROOT=<source tree> -DSCRATCH=<folder to write in> -P tests/check_layers_test.cmake
cmake_minimum_required(VERSION 3.25)
set(tree "${SCRATCH}/tree")

# plant(file line): a tree in order, with one more line in one file.
function(plant file line)
    file(REMOVE_RECURSE "${tree}")
    file(WRITE "${tree}/ARCHITECTURE.md" "\
| folder | what it is | may include |\n|---|---|---|\n\
| `platform/` | m | |\n\
| `core/base/` | a | `platform` |\n\
| `core/filter/` | b | `core/base` |\n\
| `core/blocks/` | c | `core/base` `core/filter` |\n\
| `core/problem/` | d | `core/base` `core/filter` `core/blocks` |\n\
| `files/` | e | `core/base` |\n\
| `cpu/` | f | `core` |\n\
| `gpu/` | g | `core` `gpu/device` `gpu/image` `gpu/*/factory.cuh` |\n\
| `gpu/device/` | h | |\n\
| `gpu/image/` | i | `gpu/device` |\n\
| `gpu/table/` | j | `gpu/device` `gpu/image` |\n\
| `app/` | k | `core` `cpu` `gpu` |\n\
| `tests/` | l | `core` `gpu` `app` |\n")
    file(WRITE "${tree}/platform/memory.cpp" "#include <sys/mman.h>\n#include <unistd.h>\n")
    file(WRITE "${tree}/core/base/image.h" "#include <vector>\n")
    file(WRITE "${tree}/core/blocks/block_algebra.h" "#include \"core/base/image.h\"\n")
    file(WRITE "${tree}/core/filter/design.h" "#include \"core/base/image.h\"\n")
    file(WRITE "${tree}/core/problem/reference.h" "#include \"core/base/image.h\"\n#include \"core/filter/design.h\"\n")
    file(WRITE "${tree}/files/image_file.cpp" "#include <stb_image.h>\n#include \"core/base/image.h\"\n")
    file(WRITE "${tree}/cpu/engine.h" "#include \"core/blocks/block_algebra.h\"\n")
    file(WRITE "${tree}/cpu/engine.cpp" "#include \"cpu/engine.h\"\n")
    file(WRITE "${tree}/cpu/steps.h" "#include \"cpu/engine.h\"\n")
    file(WRITE "${tree}/gpu/engine.h" "#include \"core/base/image.h\"\n")
    file(WRITE "${tree}/gpu/device/device_buffer.h" "#include <cuda_runtime.h>\n")
    file(WRITE "${tree}/gpu/image/tile.cuh" "#include \"gpu/device/device_buffer.h\"\n")
    file(WRITE "${tree}/gpu/table/factory.cuh" "#include \"gpu/image/tile.cuh\"\n")
    file(WRITE "${tree}/gpu/table/sums.cuh" "#include \"gpu/image/tile.cuh\"\n")
    file(WRITE "${tree}/gpu/engine.cu" "#include \"gpu/engine.h\"\n#include \"gpu/table/factory.cuh\"\n")
    file(WRITE "${tree}/app/window.cpp" "#include <glad/gl.h>\n#include \"gpu/engine.h\"\n#include \"cpu/engine.h\"\n")
    file(WRITE "${tree}/tests/gpu/engines.cpp" "#include \"gpu/engine.h\"\n#include \"app/window.cpp\"\n")
    file(APPEND "${tree}/${file}" "${line}\n")
endfunction()

function(check expected)
    execute_process(COMMAND "${CMAKE_COMMAND}" "-DROOT=${tree}" -P "${CMAKE_CURRENT_LIST_DIR}/check_layers.cmake"
                    RESULT_VARIABLE status ERROR_VARIABLE output OUTPUT_VARIABLE output)
    if(NOT expected)
        if(NOT status EQUAL 0)
            message(SEND_ERROR "A tree in order was refused:\n${output}")
        endif()
    elseif(status EQUAL 0)
        message(SEND_ERROR "Not found: ${expected}")
    endif()
    foreach(line IN LISTS expected)
        if(NOT output MATCHES "${line}")
            message(SEND_ERROR "Not found: ${line}. The check said:\n${output}")
        endif()
    endforeach()
endfunction()

plant(core/base/image.h "")
check("")
foreach(violation IN ITEMS
        "core/base/image.h|#include \"cpu/engine.h\"|core/base/ may not include cpu/"
        "core/base/image.h|#include \"core/filter/design.h\"|core/base/ may not include core/filter/"
        "core/base/image.h|#include <Eigen/Dense>|standard library alone"
        "platform/memory.cpp|#include \"core/base/image.h\"|platform/ may not include core/base/"
        "platform/memory.cpp|#include <fmt/format.h>|standard library alone"
        "core/base/image.h|#include <csignal>|only platform/ may include the system's headers"
        "files/image_file.cpp|#include <unistd.h>|only platform/ may include the system's headers"
        "cpu/engine.cpp|#include <sys/mman.h>|only platform/ may include the system's headers"
        "gpu/engine.cu|# include <dlfcn.h>|only platform/ may include the system's headers"
        "app/window.cpp|#include <unistd.h>|only platform/ may include the system's headers"
        "core/base/image.h|  #  include <cuda_runtime.h>|standard library alone"
        "core/base/no_folder/a.h|#include <vector>|has no folder core/base/no_folder/"
        "cpu/engine.h|#include \"gpu/engine.h\"|cpu/ may not include gpu/"
        "cpu/engine.h|#include \"app/window.cpp\"|cpu/ may not include app/"
        "cpu/engine.h|#include <glad/gl.h>|may not include OpenGL"
        "cpu/engine.cpp|#include \"cpu/steps.h\"|cpu/engine: is in a cycle of includes, through cpu/steps"
        "gpu/engine.cu|#include \"cpu/engine.h\"|gpu/ may not include cpu/"
        "gpu/engine.cu|#include \"gpu/table/sums.cuh\"|gpu/ may not include gpu/table/"
        "gpu/engine.cu|#include \"tile.cuh\"|not a path from the root"
        "gpu/engine.h|#include <cuda_runtime.h>|gpu/engine.h: a public header of gpu/"
        "gpu/engine.h|#include \"gpu/device/device_buffer.h\"|gpu/device/device_buffer.h: a public header of gpu/"
        "gpu/engine.h|#include <GL/gl.h>|a public header of gpu/"
        "app/window.cpp|#include \"gpu/device/device_buffer.h\"|gpu/device/device_buffer.h: a public header of gpu/"
        "app/window.cpp|#include \"gpu/image/tile.cuh\"|only CUDA files"
        "app/window.cpp|#include <cuda_gl_interop.h>|only gpu/ may include CUDA"
        "core/filter/design.h|#include \"core/blocks/block_algebra.h\"|the reference may not reach core/blocks/block_algebra.h")
    string(REPLACE "|" ";" violation "${violation}")
    list(GET violation 0 file)
    list(GET violation 1 line)
    list(GET violation 2 expected)
    plant("${file}" "${line}")
    check("${expected}")
endforeach()

# The real map: in each folder the first file gets an include of a folder that its row does not name. (The table of a folder above
# another one, as `cpu/` has it, is a row of its own. Tests may include everything, and headers in the place of CUDA's have rules of
# their own.)
file(REMOVE_RECURSE "${tree}")
file(COPY "${ROOT}/ARCHITECTURE.md" "${ROOT}/platform" "${ROOT}/core" "${ROOT}/engines" "${ROOT}/files" "${ROOT}/films" "${ROOT}/cpu" "${ROOT}/gpu" "${ROOT}/opengl" "${ROOT}/emulator" "${ROOT}/lib" "${ROOT}/python" "${ROOT}/web" "${ROOT}/app" "${ROOT}/bench"
     "${ROOT}/tests" DESTINATION "${tree}" FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "*.cuh" PATTERN "*.cpp" PATTERN "*.cu"
     PATTERN "ARCHITECTURE.md")
check("")
file(STRINGS "${ROOT}/ARCHITECTURE.md" rows REGEX "^\\| `[a-z_/]+/` \\|")
set(expected "")
foreach(row IN LISTS rows)
    string(REGEX MATCH "^\\| `([a-z_/]+)/` \\|[^|]*\\|([^|]*)\\|" row "${row}")
    set(room "${CMAKE_MATCH_1}")
    set(may "${CMAKE_MATCH_2}")
    if(room MATCHES "^(tests|emulator/include)$")
        continue()
    endif()
    # Nobody but commands/, which has it by `app`, may include commands/; that one may not include tests.
    set(forbidden app/commands/commands.h)
    set(of app/commands)
    if(room STREQUAL "app/commands")
        set(forbidden tests/support/required.h)
        set(of tests)
    endif()
    file(GLOB files "${tree}/${room}/*.h" "${tree}/${room}/*.cuh" "${tree}/${room}/*.cpp" "${tree}/${room}/*.cu")
    list(GET files 0 file)
    file(APPEND "${file}" "#include \"${forbidden}\"\n")
    list(APPEND expected "${room}/ may not include ${of}/ ")
endforeach()
check("${expected}")
file(REMOVE_RECURSE "${tree}")
