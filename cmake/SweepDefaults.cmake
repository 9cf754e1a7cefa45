# The defaults of a plain `cmake -B build`.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

find_program(SWEEP_CCACHE ccache)
mark_as_advanced(SWEEP_CCACHE)
if(SWEEP_CCACHE)
    foreach(language C CXX CUDA)
        if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
            set(CMAKE_${language}_COMPILER_LAUNCHER "${SWEEP_CCACHE}")
        endif()
    endforeach()
endif()

# Not with a compiler cache, which keeps no results of compilations that begin with a precompiled header.
set(precompile OFF)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|^Clang" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(precompile ON)
endif()
option(SWEEP_PRECOMPILE "Read the headers that most files include once for all of them" ${precompile})

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
