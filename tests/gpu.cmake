# The tests of the CUDA engine: of its toolkit, on a GPU, and of its kernels in the emulator.
#
# Where the engine cannot be built, AUTO goes on without it and ON ends, with one line that says why. (CMake 4
# looks for a whole toolkit before it asks the script in the place of nvcc to compile.)
#
# sweep_toolkit_test(name options expected [environment...]) searches for CUDA with those options of CMake.
function(sweep_toolkit_test name options expected)
    add_test(NAME cuda.${name} COMMAND "${CMAKE_COMMAND}" --fresh -S "${CMAKE_CURRENT_SOURCE_DIR}/cuda_toolkit"
        -B "${CMAKE_CURRENT_BINARY_DIR}/cuda_toolkit_${name}" -G "${CMAKE_GENERATOR}" ${options})
    set_tests_properties(cuda.${name} PROPERTIES PASS_REGULAR_EXPRESSION "${expected}" ENVIRONMENT "${ARGN}")
endfunction()
set(alone "the CPU engine is built alone.*has CUDA: OFF")
set(broken_nvcc "${CMAKE_CURRENT_SOURCE_DIR}/cuda_toolkit/broken/nvcc")
sweep_toolkit_test(an_nvcc_that_does_not_start -DSWEEP_CUDA=AUTO "broken/nvcc does not run: .*shared object.*${alone}"
    "CUDACXX=${broken_nvcc}" SWEEP_BROKEN_NVCC=dead)
sweep_toolkit_test(an_nvcc_that_is_too_old -DSWEEP_CUDA=AUTO "nvcc 11.8 has no C..20.*${alone}"
    "CUDACXX=${broken_nvcc}" SWEEP_BROKEN_NVCC=old)
sweep_toolkit_test(an_nvcc_that_refuses_the_compiler -DSWEEP_CUDA=AUTO
    "does not build it: .*(unsupported GNU|Failed to find nvcc).*${alone}"
    "CUDACXX=${broken_nvcc}" SWEEP_BROKEN_NVCC=choosy)
sweep_toolkit_test(an_nvcc_that_was_named_and_refuses "-DSWEEP_CUDA=AUTO;-DCMAKE_CUDA_COMPILER=${broken_nvcc}"
    "does not build it: .*(unsupported GNU|Failed to find nvcc).*${alone}" SWEEP_BROKEN_NVCC=choosy)
sweep_toolkit_test(an_nvcc_that_is_not_there -DSWEEP_CUDA=AUTO "which is not there.*${alone}" CUDACXX=/nonexistent/nvcc)

if(SWEEP_HAS_CUDA)
    set(this_nvcc -DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER})
    set(lacks_a_name ${this_nvcc} -DCMAKE_CUDA_FLAGS=-DCUtensorMap= "-DCMAKE_CUDA_ARCHITECTURES=90")
    sweep_toolkit_test(a_toolkit_that_lacks_a_name_with_AUTO "-DSWEEP_CUDA=AUTO;${lacks_a_name}"
        "does not build it: .*error.*${alone}")
    sweep_toolkit_test(a_toolkit_that_lacks_a_name_with_ON "-DSWEEP_CUDA=ON;${lacks_a_name}"
        "SWEEP_CUDA=ON, but.*error.*CUDACXX")  # CMake breaks the lines of its errors
    sweep_toolkit_test(an_architecture_that_nvcc_has_not "-DSWEEP_CUDA=AUTO;${this_nvcc};-DCMAKE_CUDA_ARCHITECTURES=1"
        "does not build it: .*Unsupported gpu architecture.*${alone}")
    # The object is built for the oldest architecture, where the build is for others: this file holds most of
    # the code that depends on it.
    if(NOT CMAKE_CUDA_ARCHITECTURES MATCHES "75")
        add_library(oldest_architecture OBJECT EXCLUDE_FROM_ALL
            "${PROJECT_BINARY_DIR}/gpu/overlapped/large_order_1.cu")
        set_target_properties(oldest_architecture PROPERTIES CUDA_ARCHITECTURES 75)
        target_link_libraries(oldest_architecture PRIVATE sweep_core)
        add_test(NAME cuda.compiles_for_the_oldest_architecture
            COMMAND "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}" --target oldest_architecture)
        set_tests_properties(cuda.compiles_for_the_oldest_architecture PROPERTIES RESOURCE_LOCK build)
    endif()
    # The test needs no GPU: it counts the kernels in the program.
    add_test(NAME kernels.listed
        COMMAND bash "${CMAKE_CURRENT_SOURCE_DIR}/kernels_listed.sh" $<TARGET_FILE:sweep>)
    sweep_test(test_gpu_interop gpu/interop.cpp support/cases.h DRAWS LABELS gpu LINK sweep_app)
    sweep_test(test_cuda_window window/cuda.cpp support/demo_frames.h support/offscreen.h support/scratch.h DRAWS
        LABELS gpu
        LINK sweep_app third_party::imgui)
else()
    absent_test(gpu gpu "this build has no CUDA engine")
endif()

# gpu, its kernels run by the CPU
add_subdirectory(emulator)
if(NOT SWEEP_HAS_EMULATOR)
    absent_test(Emulated emulator "Boost.Context was not found")
endif()

# sweep_emulated_test(name file...) adds a GoogleTest program on the emulated GPU, whose tests are named
# Emulated.*
function(sweep_emulated_test name)
    add_executable(${name} ${ARGN})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    test_options(${name})
    target_link_libraries(${name} PRIVATE sweep_gpu_emulated sweep_cpu sweep_files sweep_core third_party::gtest
        third_party::rapidcheck)
    sweep_cases(${name} LABELS emulated)
endfunction()

# sweep_gpu_test(part file...) adds test_gpu_PART for a GPU and test_emulated_PART for the emulated one. The
# files include nothing of CUDA: they are compiled once.
function(sweep_gpu_test part)
    set(compiled ${ARGN})
    list(REMOVE_ITEM compiled ALONE)
    if(SWEEP_HAS_CUDA)
        sweep_test(test_gpu_${part} ${ARGN} LABELS gpu LINK third_party::rapidcheck)
        set(compiled $<TARGET_OBJECTS:test_gpu_${part}>)
    endif()
    if(SWEEP_HAS_EMULATOR)
        sweep_emulated_test(test_emulated_${part} ${compiled})
    endif()
endfunction()
sweep_gpu_test(engine gpu/engine.cpp support/cases.h)
sweep_gpu_test(edge gpu/edge.cpp)
sweep_gpu_test(accuracy gpu/accuracy.cpp support/accuracy.h support/gpu_cases.h support/cases.h)
sweep_gpu_test(tables gpu/tables.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(groups gpu/groups.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(published gpu/published.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(line gpu/line.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(transforms gpu/transforms.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(carries gpu/carries.cpp support/cases.h)
sweep_gpu_test(resident gpu/resident.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(chip_lines gpu/chip_lines.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(stream gpu/stream.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(halo gpu/halo.cpp support/gpu_cases.h support/cases.h)
sweep_gpu_test(far_away gpu/far_away.cpp support/far_away.h support/gpu_cases.h support/cases.h)
sweep_gpu_test(tiles gpu/tiles.cpp support/cases.h)
sweep_gpu_test(textures gpu/textures.cpp support/cases.h)
sweep_gpu_test(trace gpu/trace.cpp support/gpu_cases.h support/cases.h ALONE)  # it times
sweep_gpu_test(tuning gpu/tuning.cpp support/cases.h)
sweep_gpu_test(two_pole gpu/two_pole.cpp support/two_pole.h support/cases.h)

if(SWEEP_HAS_EMULATOR)
    sweep_emulated_test(test_emulated_faults gpu/emulated_faults.cpp support/cases.h)
    target_include_directories(test_emulated_faults BEFORE PRIVATE  # gpu/plan/plan.cuh as it is emulated
        $<TARGET_PROPERTY:sweep_gpu_emulated,INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_options(test_emulated_faults PRIVATE -Wno-unknown-pragmas)
    # The tests put building blocks of gpu/ into kernels of their own, which are compiled as the emulator's
    # kernels are.
    sweep_emulated_test(test_emulated_layers gpu/emulated_layers_dots.cpp gpu/emulated_layers_look_back.cpp
        gpu/emulated_layers_scans.cpp gpu/emulated_layers_tiles.cpp support/emulated_layers.h)
    target_include_directories(test_emulated_layers BEFORE PRIVATE
        $<TARGET_PROPERTY:sweep_gpu_emulated,INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_options(test_emulated_layers PRIVATE -Wno-unknown-pragmas
        $<TARGET_PROPERTY:sweep_gpu_emulated,COMPILE_OPTIONS>)

    # sweep_emulated_window_test(name file...) adds a test of the window on the emulated GPU, which is linked
    # before the libraries of sweep_app.
    function(sweep_emulated_window_test name)
        add_executable(${name} ${ARGN})
        test_options(${name})
        target_link_libraries(${name} PRIVATE sweep_app sweep_gpu_emulated sweep_cpu sweep_files sweep_core
            third_party::imgui third_party::gtest)
        target_include_directories(${name} BEFORE PRIVATE
            $<TARGET_PROPERTY:sweep_gpu_emulated,INTERFACE_INCLUDE_DIRECTORIES>)
        target_compile_options(${name} PRIVATE -Wno-unknown-pragmas)
        sweep_cases(${name} LABELS emulated ENVIRONMENT ${leaky_drivers})
    endfunction()
    sweep_emulated_window_test(test_emulated_window window/cuda.cpp support/demo_frames.h support/offscreen.h
        support/scratch.h)
    sweep_emulated_window_test(test_emulated_tuning_choice window/emulated_tuning_choice.cpp support/cases.h
        support/demo_frames.h support/offscreen.h support/scratch.h)
    sweep_emulated_window_test(test_emulated_window_faults window/emulated_faults.cpp support/demo_frames.h
        support/offscreen.h support/scratch.h)
endif()
