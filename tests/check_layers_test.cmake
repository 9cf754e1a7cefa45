# Proves that check_layers.cmake finds violations: a small tree in order passes, and each planted line fails.
#   cmake -DSCRATCH=<folder to write in> -P tests/check_layers_test.cmake
cmake_minimum_required(VERSION 3.25)
set(tree "${SCRATCH}/tree")

# plant(file line): a tree in order, with one more line in one file.
function(plant file line)
    file(REMOVE_RECURSE "${tree}")
    file(WRITE "${tree}/core/image.h" "#include <vector>\n")
    file(WRITE "${tree}/core/block_algebra.h" "#include \"core/image.h\"\n")
    file(WRITE "${tree}/core/filter_design.h" "#include \"core/image.h\"\n")
    file(WRITE "${tree}/core/reference.h" "#include \"core/image.h\"\n#include \"core/filter_design.h\"\n")
    file(WRITE "${tree}/core/image_file.cpp" "#include <stb_image.h>\n#include \"core/image.h\"\n")
    file(WRITE "${tree}/cpu/engine.h" "#include \"core/block_algebra.h\"\n")
    file(WRITE "${tree}/gpu/engine.h" "#include \"core/image.h\"\n")
    file(WRITE "${tree}/gpu/device_buffer.h" "#include <cuda_runtime.h>\n")
    file(WRITE "${tree}/gpu/tile.cuh" "#include \"gpu/device_buffer.h\"\n")
    file(WRITE "${tree}/gpu/engine.cu" "#include \"gpu/engine.h\"\n#include \"gpu/tile.cuh\"\n")
    file(WRITE "${tree}/app/window.cpp" "#include <glad/gl.h>\n#include \"gpu/engine.h\"\n#include \"cpu/engine.h\"\n")
    file(WRITE "${tree}/tests/test_engines.cpp" "#include \"gpu/engine.h\"\n#include \"app/window.cpp\"\n")
    file(APPEND "${tree}/${file}" "${line}\n")
endfunction()

function(check expected)
    execute_process(COMMAND "${CMAKE_COMMAND}" "-DROOT=${tree}" -P "${CMAKE_CURRENT_LIST_DIR}/check_layers.cmake"
                    RESULT_VARIABLE status ERROR_VARIABLE output OUTPUT_VARIABLE output)
    if(expected STREQUAL "")
        if(NOT status EQUAL 0)
            message(SEND_ERROR "A tree in order was refused:\n${output}")
        endif()
    elseif(status EQUAL 0 OR NOT output MATCHES "${expected}")
        message(SEND_ERROR "Not found: ${expected}. The check said:\n${output}")
    endif()
endfunction()

plant(core/image.h "")
check("")
plant(core/new_file.cpp "#include <unistd.h>")
check("")
foreach(violation IN ITEMS
        "core/image.h|#include \"cpu/engine.h\"|core/ may not include cpu/"
        "core/image.h|#include <Eigen/Dense>|standard library alone"
        "core/image_file.cpp|#include <unistd.h>|standard library alone"
        "core/image.h|  #  include <cuda_runtime.h>|standard library alone"
        "cpu/engine.h|#include \"gpu/engine.h\"|cpu/ may not include gpu/"
        "cpu/engine.h|#include \"app/window.cpp\"|cpu/ may not include app/"
        "cpu/engine.h|#include <glad/gl.h>|may not include OpenGL"
        "gpu/engine.cu|#include \"cpu/engine.h\"|gpu/ may not include cpu/"
        "gpu/engine.cu|#include \"tile.cuh\"|not a path from the root"
        "gpu/engine.h|#include <cuda_runtime.h>|gpu/engine.h: a public header of gpu/"
        "gpu/engine.h|#include \"gpu/device_buffer.h\"|gpu/device_buffer.h: a public header of gpu/"
        "gpu/engine.h|#include <GL/gl.h>|a public header of gpu/"
        "app/window.cpp|#include \"gpu/device_buffer.h\"|gpu/device_buffer.h: a public header of gpu/"
        "app/window.cpp|#include \"gpu/tile.cuh\"|only CUDA files"
        "app/window.cpp|#include <cuda_gl_interop.h>|only gpu/ may include CUDA"
        "core/filter_design.h|#include \"core/block_algebra.h\"|the reference may not reach core/block_algebra.h")
    string(REPLACE "|" ";" violation "${violation}")
    list(GET violation 0 file)
    list(GET violation 1 line)
    list(GET violation 2 expected)
    plant("${file}" "${line}")
    check("${expected}")
endforeach()
file(REMOVE_RECURSE "${tree}")
