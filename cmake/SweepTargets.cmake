# sweep_flags: the flags with which every file of this project is compiled.
# sweep_library(), sweep_program(): the libraries, one a folder, and the programs.

add_library(sweep_flags INTERFACE)
target_compile_features(sweep_flags INTERFACE cxx_std_20)
target_include_directories(sweep_flags INTERFACE "${PROJECT_SOURCE_DIR}")
set(CMAKE_CXX_EXTENSIONS OFF)
# CMake 3.25 does not know that nvcc has C++20 (cuda_std_20 is refused), so the option is written out.
target_compile_options(sweep_flags INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>)

if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    # Under -std=c++20 g++ does not contract a * b + c to one fused operation. The recurrences consist of such
    # operations, and lose speed and digits without them. (Nothing else of fast-math is turned on.)
    set(host_flags -Wall -Wextra -ffp-contract=fast)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
        list(APPEND host_flags -Wno-restrict)  # a false warning of g++ 12 about std::string (GCC bug 105651)
    endif()
    target_compile_options(sweep_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${host_flags};-Wpedantic>")
    # A name of one file does not hide another file's own, with which it is compiled by sweep_unity().
    target_compile_options(sweep_flags INTERFACE
        "$<$<NOT:$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>>:$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=>-Wshadow>")
    if(SWEEP_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
        # The same bug: in a precompiled header g++ 12 does not tell the standard's headers from ours.
        target_compile_options(sweep_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>")
    endif()
    # nvcc's generated host code is not pedantic.
    list(JOIN host_flags "," nvcc_host_flags)
    target_compile_options(sweep_flags INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${nvcc_host_flags}>")
    if(SWEEP_WERROR)
        target_compile_options(sweep_flags INTERFACE
            $<$<COMPILE_LANGUAGE:CXX>:-Werror> "$<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings;-Xcompiler=-Werror>")
    endif()
endif()

# sweep_first_includes(variable folder file...): what each of the folder's files includes before anything else.
function(sweep_first_includes variable folder)
    set(first "")
    foreach(file IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${folder}")
        if(NOT EXISTS "${file}")  # it is made by the build
            continue()
        endif()
        file(STRINGS "${file}" include REGEX "^#include" LIMIT_COUNT 1)
        string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" include "${include}")
        list(APPEND first "${include}")
    endforeach()
    set(${variable} "${first}" PARENT_SCOPE)
endfunction()

# sweep_library(name [STATIC|MODULE] SOURCES file... [PUBLIC target...] [PRIVATE target...] [DEFINITIONS
# definition...]) Adds the library of one folder. Only its own files see the definitions. With
# BUILD_SHARED_LIBS it is shared, so that the tests do not each hold a copy of the kernels. A module is loaded while the
# program runs, and shows only the names that say so. Its headers are listed too, because each .h is checked to compile
# alone. Without any .cpp or .cu among the sources it is a header-only library.
add_custom_target(headers)
function(sweep_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC;MODULE" "" "SOURCES;PUBLIC;PRIVATE;DEFINITIONS")
    set(compiled ${arg_SOURCES})
    list(FILTER compiled INCLUDE REGEX "\\.(cpp|cu)$")
    if(compiled)
        if(arg_STATIC)
            add_library(${name} STATIC ${arg_SOURCES})
        elseif(arg_MODULE)
            add_library(${name} MODULE ${arg_SOURCES})
            set_target_properties(${name} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden
                                  VISIBILITY_INLINES_HIDDEN ON INSTALL_RPATH "$ORIGIN/..")
            install(TARGETS ${name} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/sweep" COMPONENT films)
        else()
            add_library(${name} ${arg_SOURCES})
            set_target_properties(${name} PROPERTIES DEFINE_SYMBOL ""  # shared or not, compiled alike
                                  POSITION_INDEPENDENT_CODE ON)        # lib/ puts their objects into a shared library
            if(BUILD_SHARED_LIBS)
                install(TARGETS ${name} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT program)
            endif()
        endif()
        target_link_libraries(${name} PUBLIC sweep_flags ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
        target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
    else()
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE sweep_flags ${arg_PUBLIC})
    endif()

    # A header that some .cpp, or a header that is compiled alone, includes before anything else is compiled alone there.
    # (A precompiled header may hide what it lacks; tests/clang_check.py reads the files that the last commits changed
    # without one.) For each other one there is a source file that includes nothing else; the target "headers" builds them.
    set(headers ${arg_SOURCES})
    list(FILTER headers INCLUDE REGEX "\\.h$")
    list(FILTER headers EXCLUDE REGEX "-inl\\.h$")  # compiled by each SIMD target (Highway)
    list(FILTER compiled INCLUDE REGEX "\\.cpp$")  # nvcc includes its own before those of a .cu
    sweep_first_includes(first "${CMAKE_CURRENT_SOURCE_DIR}" ${compiled} ${headers})
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
    set(alone "")
    foreach(header IN LISTS headers)
        if(NOT "${folder}/${header}" IN_LIST first)
            set(source "${CMAKE_CURRENT_BINARY_DIR}/alone/${header}.cpp")
            file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${folder}/${header}\"\n")
            list(APPEND alone "${source}")
        endif()
    endforeach()
    if(alone)
        add_library(${name}_headers OBJECT EXCLUDE_FROM_ALL ${alone})
        target_link_libraries(${name}_headers PRIVATE sweep_flags ${arg_PUBLIC} ${arg_PRIVATE})
        target_compile_options(${name}_headers PRIVATE -O0)  # nobody runs them
        add_dependencies(headers ${name}_headers)
    endif()
endfunction()

# sweep_compile_quickly(file...): these files of this folder are formulas for every order, which run once for a filter or on
# one line. At -O3 they take up to three times as long to compile (bench/results/notes.md).
function(sweep_compile_quickly)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release,RelWithDebInfo>:-O1>")
endfunction()

# sweep_precompile(name header...): reads these headers once for all files of the target, where that is worth while.
function(sweep_precompile name)
    if(SWEEP_PRECOMPILE)
        target_precompile_headers(${name} PRIVATE ${ARGN})
    endif()
endfunction()

# sweep_unity(name folder [ALONE regex]): with SWEEP_UNITY compiles as one the target's .cpp files of each folder below this
# one, and its .cu files. Those with options or definitions of their own stay alone, and those that match.
function(sweep_unity name root)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "ALONE" "")
    if(NOT SWEEP_UNITY)
        return()
    endif()
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(files ${name} SOURCES)
    set(kernel_groups "")
    foreach(file IN LISTS files)
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${root}" NORMALIZE OUTPUT_VARIABLE path)
        cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE folder)
        cmake_path(GET folder PARENT_PATH folder)
        string(MAKE_C_IDENTIFIER "${folder}" group)
        if(arg_ALONE AND file MATCHES "${arg_ALONE}")
            continue()
        elseif(file MATCHES "\\.cpp$")
            set_source_files_properties("${file}" PROPERTIES UNITY_GROUP ${group})
        elseif(file MATCHES "\\.cu$")  # CMake joins files of C++ alone
            list(APPEND kernel_groups ${group})
            string(APPEND text_of_${group} "#include \"${path}\"\n")
            set_source_files_properties("${file}" PROPERTIES HEADER_FILE_ONLY ON)
        endif()
    endforeach()
    list(REMOVE_DUPLICATES kernel_groups)
    foreach(group IN LISTS kernel_groups)
        set(unity "${CMAKE_CURRENT_BINARY_DIR}/unity/${group}.cu")
        file(CONFIGURE OUTPUT "${unity}" CONTENT "${text_of_${group}}" @ONLY)
        target_sources(${name} PRIVATE "${unity}")
    endforeach()
endfunction()

# sweep_program(name): puts the program at the top of the build folder, and installs it so that it finds its
# shared libraries.
function(sweep_program name)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
                          INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
endfunction()
