find_package(glfw3 3.3 REQUIRED CONFIG)
third_party_library(glfw glfw)
find_package(OpenGL REQUIRED COMPONENTS EGL)
third_party_library(egl OpenGL::EGL)

# glad: the loader of OpenGL 4.5 core, generated here from the specification that glad carries.
find_program(SWEEP_GLAD glad)
set(glad_dir "${CMAKE_CURRENT_BINARY_DIR}/glad")
if(NOT EXISTS "${glad_dir}/src/gl.c")
    execute_process(
        COMMAND /usr/bin/python3 "${SWEEP_GLAD}" --quiet --reproducible --api gl:core=4.5 --extensions ""
                --out-path "${glad_dir}" c --loader
        COMMAND_ERROR_IS_FATAL ANY)
endif()
add_library(third_party_glad STATIC "${glad_dir}/src/gl.c")
target_include_directories(third_party_glad SYSTEM PUBLIC "${glad_dir}/include")
target_link_libraries(third_party_glad PUBLIC ${CMAKE_DL_LIBS})
add_library(third_party::glad ALIAS third_party_glad)

find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui REQUIRED)
find_library(IMGUI_LIBRARY imgui REQUIRED)
find_library(STB_LIBRARY stb REQUIRED)
third_party_library(imgui "${IMGUI_LIBRARY}" "${STB_LIBRARY}" third_party::glfw ${CMAKE_DL_LIBS})
target_include_directories(third_party_imgui SYSTEM INTERFACE "${IMGUI_INCLUDE_DIR}" "${IMGUI_INCLUDE_DIR}/backends")
