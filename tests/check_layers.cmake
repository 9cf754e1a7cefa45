# The include rules of the house: app -> gpu, cpu, core; gpu -> core; cpu -> core; tests and bench -> all of these.
#   cmake -DROOT=<source tree> -P tests/check_layers.cmake
# Prints every include that breaks a rule, and fails if there is one.
cmake_minimum_required(VERSION 3.25)

set(core_may core)
set(cpu_may core cpu)
set(gpu_may core gpu)
set(app_may core cpu gpu app)
set(bench_may core cpu gpu bench)
set(tests_may core cpu gpu app tests)
set(folders core cpu gpu app bench tests)

set(standard "^[a-z_0-9]+$")
set(posix "^(fcntl|unistd|sys/stat)\\.h$")  # core/new_file.cpp alone
set(cuda "^(cuda|cufft|cub/|thrust/|nvtx|cooperative_groups|device_launch_parameters|math_constants)")
set(opengl "^(glad|GL|GLES[23]|GLFW|EGL|KHR)/|^imgui")

function(report file rule)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${ROOT}")
    message(NOTICE "${file}: ${rule}")
    set_property(GLOBAL APPEND PROPERTY broken "${file}")
endfunction()

# includes_of(file quoted angled): what stands in #include "..." and in #include <...>.
function(includes_of file quoted angled)
    file(STRINGS "${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
    set(in_quotes "")
    set(in_angles "")
    foreach(line IN LISTS lines)
        if(line MATCHES "include[ \t]*\"([^\"]*)\"")
            list(APPEND in_quotes "${CMAKE_MATCH_1}")
        elseif(line MATCHES "include[ \t]*<([^>]*)>")
            list(APPEND in_angles "${CMAKE_MATCH_1}")
        endif()
    endforeach()
    set(${quoted} "${in_quotes}" PARENT_SCOPE)
    set(${angled} "${in_angles}" PARENT_SCOPE)
endfunction()

# reached_from(result file...): those files and all of ours that they include, directly or not.
function(reached_from result)
    set(reached "")
    set(open "${ARGN}")
    while(open)
        list(POP_FRONT open file)
        if(NOT file IN_LIST reached AND EXISTS "${ROOT}/${file}")
            list(APPEND reached "${file}")
            includes_of("${ROOT}/${file}" quoted angled)
            list(APPEND open ${quoted})
        endif()
    endwhile()
    set(${result} "${reached}" PARENT_SCOPE)
endfunction()

# Rules for each file alone.
set(seen_by_host "")  # headers of gpu/ that g++ compiles
foreach(folder IN LISTS folders)
    file(GLOB_RECURSE files "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cuh" "${ROOT}/${folder}/*.cpp"
         "${ROOT}/${folder}/*.cu")
    list(FILTER files EXCLUDE REGEX "/tests/emulator/")  # takes the place of CUDA's headers
    foreach(file IN LISTS files)
        cmake_path(GET file EXTENSION LAST_ONLY extension)
        includes_of("${file}" quoted angled)
        foreach(included IN LISTS quoted)
            string(REGEX MATCH "^[a-z_]+" layer "${included}")
            if(NOT EXISTS "${ROOT}/${included}")
                report("${file}" "\"${included}\" is not a path from the root")
            elseif(NOT layer IN_LIST ${folder}_may)
                report("${file}" "${folder}/ may not include ${layer}/ (\"${included}\")")
            elseif(included MATCHES "\\.cuh$" AND NOT extension MATCHES "^\\.cuh?$")
                report("${file}" "only CUDA files may include \"${included}\"")
            endif()
            # (tests/test_emulated_* are compiled with the emulator's headers in the place of CUDA's.)
            if(layer STREQUAL "gpu" AND NOT folder STREQUAL "gpu" AND extension MATCHES "^\\.(h|cpp)$"
               AND NOT file MATCHES "/tests/test_emulated_")
                list(APPEND seen_by_host "${included}")
            endif()
        endforeach()
        foreach(included IN LISTS angled)
            if(folder STREQUAL "core" AND NOT included MATCHES "${standard}"
               AND NOT (file MATCHES "/core/new_file\\.cpp$" AND included MATCHES "${posix}")
               AND NOT (extension STREQUAL ".cpp" AND included MATCHES "^(Eigen/|stb_|png\\.h$|jpeglib\\.h$|jerror\\.h$)"))
                report("${file}" "core/ stands on the standard library alone (<${included}>)")
            elseif(included MATCHES "${cuda}" AND NOT folder STREQUAL "gpu" AND NOT extension MATCHES "^\\.cuh?$")
                report("${file}" "only gpu/ may include CUDA's headers (<${included}>)")
            elseif(included MATCHES "${opengl}" AND NOT folder MATCHES "^(app|gpu|tests)$")
                report("${file}" "${folder}/ may not include OpenGL's headers (<${included}>)")
            endif()
        endforeach()
    endforeach()
endforeach()

# What app, tests and bench see of gpu/ compiles without CUDA and OpenGL, through every header it includes.
list(REMOVE_DUPLICATES seen_by_host)
list(APPEND seen_by_host gpu/engine.h)
reached_from(public_headers ${seen_by_host})
foreach(file IN LISTS public_headers)
    includes_of("${ROOT}/${file}" quoted angled)
    foreach(included IN LISTS angled)
        if(included MATCHES "${cuda}" OR included MATCHES "${opengl}")
            report("${ROOT}/${file}" "a public header of gpu/ may not include <${included}>")
        endif()
    endforeach()
endforeach()

# The reference is the oracle: it may share the recurrences with the engines, but not the block algebra.
file(GLOB reference RELATIVE "${ROOT}" "${ROOT}/core/reference*")
reached_from(behind_reference ${reference})
foreach(file IN LISTS behind_reference)
    if(file MATCHES "^core/block")
        report("${ROOT}/core/reference" "the reference may not reach ${file}")
    endif()
endforeach()

get_property(broken GLOBAL PROPERTY broken)
if(broken)
    message(FATAL_ERROR "The include rules of the house are broken.")
endif()
