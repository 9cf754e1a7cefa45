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

# The linker mold, where it is installed, takes a fifth of the time for two hundred programs of tests.
find_program(SWEEP_MOLD mold)
mark_as_advanced(SWEEP_MOLD)
if(SWEEP_MOLD AND (CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR
                   (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12.1)))
    add_link_options(-fuse-ld=mold)
endif()

# Not with a compiler cache, which keeps no results of compilations that begin with a precompiled header.
set(precompile OFF)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|^Clang" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(precompile ON)
endif()
option(SWEEP_PRECOMPILE "Read the headers that most files include once for all of them" ${precompile})

# A build of everything takes about half as long then, and one after a change longer.
option(SWEEP_UNITY "Compile the files of each folder as one" OFF)

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
