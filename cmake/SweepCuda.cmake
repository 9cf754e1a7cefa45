# Decides whether the CUDA engine is built, and for which GPUs. Sets SWEEP_HAS_CUDA.
include(CheckLanguage)

set(SWEEP_HAS_CUDA OFF)
if(NOT SWEEP_CUDA)
    message(STATUS "CUDA engine: off (SWEEP_CUDA=OFF); the CPU engine is built alone")
    return()
endif()

# The toolkit's usual folder is often not on PATH.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(SWEEP_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
    mark_as_advanced(SWEEP_NVCC)
    if(SWEEP_NVCC)
        set(ENV{CUDACXX} "${SWEEP_NVCC}")
    endif()
endif()

# Where there is a GPU, build for it. Elsewhere for Hopper, and for everything since compute capability 7.5
# through the PTX of 7.5, which the driver compiles for the GPU it finds.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    execute_process(COMMAND nvidia-smi --list-gpus OUTPUT_VARIABLE gpus RESULT_VARIABLE no_gpu ERROR_QUIET)
    if(NOT no_gpu AND gpus MATCHES "GPU 0")
        set(CMAKE_CUDA_ARCHITECTURES native)
    else()
        set(CMAKE_CUDA_ARCHITECTURES "75;90")
    endif()
endif()

check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.0)
        set(SWEEP_HAS_CUDA ON)
        set(CMAKE_CUDA_RUNTIME_LIBRARY Static)  # the program must start where there is no NVIDIA driver
        find_package(CUDAToolkit REQUIRED)
        message(STATUS "CUDA engine: on (nvcc ${CMAKE_CUDA_COMPILER_VERSION}, for ${CMAKE_CUDA_ARCHITECTURES})")
        return()
    endif()
    set(why "nvcc ${CMAKE_CUDA_COMPILER_VERSION} has no C++20; 12.0 or newer is needed")
else()
    set(why "no nvcc that works was found")
endif()

if(SWEEP_CUDA STREQUAL "AUTO")
    message(STATUS "CUDA engine: off (${why}); the CPU engine is built alone")
else()
    message(FATAL_ERROR "SWEEP_CUDA=${SWEEP_CUDA}, but ${why}. Set CUDACXX to nvcc, or SWEEP_CUDA to AUTO or OFF.")
endif()
