# Decides whether the CUDA engine is built, and for which GPUs. Sets SWEEP_HAS_CUDA.
include(CheckLanguage)

# sweep_find_nvcc(why_not): sets CMAKE_CUDA_COMPILER, or says in one line why there is none.
macro(sweep_find_nvcc why_not)
    # The toolkit's usual folder is often not on PATH.
    if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
        find_program(SWEEP_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
        mark_as_advanced(SWEEP_NVCC)
        if(SWEEP_NVCC)
            set(ENV{CUDACXX} "${SWEEP_NVCC}")
        endif()
    endif()
    check_language(CUDA)
    set(${why_not} "")
    if(NOT CMAKE_CUDA_COMPILER)
        set(${why_not} "no nvcc that works with ${CMAKE_CXX_COMPILER} was found")
    else()
        execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --version OUTPUT_VARIABLE nvcc_says ERROR_QUIET)
        if(nvcc_says MATCHES "release ([0-9.]+)" AND CMAKE_MATCH_1 VERSION_LESS 12.0)
            set(${why_not} "nvcc ${CMAKE_MATCH_1} has no C++20; 12.0 is the first that has")
        endif()
    endif()
endmacro()

# sweep_cuda_architectures(result): those of the GPUs of this machine; without any, Hopper, and everything else
# since compute capability 7.5 through the PTX of 7.5, which the driver compiles for the GPU that it finds.
function(sweep_cuda_architectures result)
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE capabilities RESULT_VARIABLE status ERROR_QUIET)
    execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
    set(found "")
    if(status EQUAL 0)
        string(REGEX MATCHALL "[0-9]+\\.[0-9]+" capabilities "${capabilities}")
        foreach(capability IN LISTS capabilities)
            string(REPLACE "." "" architecture "${capability}")
            if(capability VERSION_GREATER_EQUAL 7.5 AND known MATCHES "compute_${architecture}\n")
                list(APPEND found "${architecture}")
            endif()
        endforeach()
        list(REMOVE_DUPLICATES found)
    endif()
    if(NOT found)
        set(found 75 90)
    endif()
    set(${result} "${found}" PARENT_SCOPE)
endfunction()

# sweep_try_cuda(why_not): says in one line why this toolkit does not compile what the engine is made of, if so.
function(sweep_try_cuda why_not)
    set(${why_not} "" PARENT_SCOPE)
    find_package(CUDAToolkit QUIET)
    if(NOT TARGET CUDA::cudart_static)
        set(${why_not} "nvcc ${CMAKE_CUDA_COMPILER_VERSION} is here without the toolkit's libraries" PARENT_SCOPE)
        return()
    endif()
    try_compile(SWEEP_CUDA_COMPILES "${CMAKE_BINARY_DIR}/cuda_probe"
        SOURCES "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cuda_probe.cu"
        CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/.."
                    "-DCMAKE_CUDA_ARCHITECTURES=${CMAKE_CUDA_ARCHITECTURES}"
        COMPILE_DEFINITIONS -std=c++20
        OUTPUT_VARIABLE output)
    if(NOT SWEEP_CUDA_COMPILES)
        unset(SWEEP_CUDA_COMPILES CACHE)  # asked again the next time: something may be installed by then
        string(REGEX MATCH "[^\n]*error[^\n]*" first_error "${output}")
        string(STRIP "${first_error}" first_error)
        set(${why_not} "nvcc ${CMAKE_CUDA_COMPILER_VERSION} does not compile it: ${first_error}" PARENT_SCOPE)
    endif()
endfunction()

# sweep_without_cuda(why_not): goes on without the engine, or ends where it was asked for by name.
macro(sweep_without_cuda why_not)
    if(NOT SWEEP_CUDA STREQUAL "AUTO")
        message(FATAL_ERROR "SWEEP_CUDA=${SWEEP_CUDA}, but ${why_not}. Set CUDACXX to another nvcc (12.0 or newer), or "
                            "SWEEP_CUDA to OFF.")
    endif()
    message(STATUS "CUDA engine: off (${why_not}); the CPU engine is built alone")
    return()
endmacro()

set(SWEEP_HAS_CUDA OFF)
if(NOT SWEEP_CUDA)
    message(STATUS "CUDA engine: off (SWEEP_CUDA=OFF); the CPU engine is built alone")
    return()
endif()
sweep_find_nvcc(why_not)
if(why_not)
    sweep_without_cuda("${why_not}")
endif()
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    sweep_cuda_architectures(CMAKE_CUDA_ARCHITECTURES)
endif()
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)  # the program must start where there is no NVIDIA driver
enable_language(CUDA)
sweep_try_cuda(why_not)
if(why_not)
    sweep_without_cuda("${why_not}")
endif()
find_package(CUDAToolkit REQUIRED)
set(SWEEP_HAS_CUDA ON)
message(STATUS "CUDA engine: on (nvcc ${CMAKE_CUDA_COMPILER_VERSION}, for ${CMAKE_CUDA_ARCHITECTURES})")
