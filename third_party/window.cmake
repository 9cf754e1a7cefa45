# The window, and what is drawn into it.

third_party_from_system(glfw glfw3 3.3 TARGETS glfw)
if(NOT TARGET third_party::glfw)
    set(GLFW_BUILD_DOCS OFF)
    set(GLFW_BUILD_EXAMPLES OFF)
    # Wayland is built in where what it needs is there; X11 runs on Wayland too.
    set(GLFW_BUILD_WAYLAND OFF)
    find_package(PkgConfig QUIET)
    find_program(WAYLAND_SCANNER_EXECUTABLE wayland-scanner)
    mark_as_advanced(WAYLAND_SCANNER_EXECUTABLE)
    if(PKG_CONFIG_FOUND AND WAYLAND_SCANNER_EXECUTABLE)
        pkg_check_modules(WAYLAND QUIET wayland-client wayland-cursor wayland-egl xkbcommon)
        set(GLFW_BUILD_WAYLAND ${WAYLAND_FOUND})
    endif()
    third_party_fetch(glfw https://github.com/glfw/glfw/archive/refs/tags/3.4.tar.gz
                      c038d34200234d071fae9345bc455e4a8f2f544ab60150765d7704e08f3dac01)
    third_party_library(glfw glfw)
endif()

# Dear ImGui has no package file. A system's library is taken if it holds the two backends (Debian, Ubuntu);
# Debian's leaves its stb parts to libstb.
if(SWEEP_SYSTEM_LIBRARIES)
    find_path(IMGUI_INCLUDE_DIR NAMES imgui.h PATH_SUFFIXES imgui)
    find_path(IMGUI_BACKENDS_DIR NAMES imgui_impl_opengl3.h HINTS "${IMGUI_INCLUDE_DIR}/backends"
              PATH_SUFFIXES imgui/backends)
    find_library(IMGUI_LIBRARY imgui)
    find_library(IMGUI_STB_LIBRARY stb)
    mark_as_advanced(IMGUI_INCLUDE_DIR IMGUI_BACKENDS_DIR IMGUI_LIBRARY IMGUI_STB_LIBRARY)
    if(IMGUI_INCLUDE_DIR AND IMGUI_BACKENDS_DIR AND IMGUI_LIBRARY)
        third_party_headers(imgui "${IMGUI_INCLUDE_DIR}" "${IMGUI_BACKENDS_DIR}")
        target_link_libraries(third_party_imgui INTERFACE
            "${IMGUI_LIBRARY}" $<$<BOOL:${IMGUI_STB_LIBRARY}>:${IMGUI_STB_LIBRARY}>
            third_party::glfw ${CMAKE_DL_LIBS})
        message(STATUS "third_party::imgui: ${IMGUI_LIBRARY}")
    endif()
endif()
if(NOT TARGET third_party::imgui)
    third_party_fetch(imgui https://github.com/ocornut/imgui/archive/refs/tags/v1.91.9b.tar.gz
                      8e1bbc76c71d74fef2fb85db7e7ca8eba13d6a86623c54992b60162db554ffdb DOWNLOAD_ONLY)
    add_library(third_party_imgui STATIC
        "${imgui_SOURCE_DIR}/imgui.cpp"
        "${imgui_SOURCE_DIR}/imgui_draw.cpp"
        "${imgui_SOURCE_DIR}/imgui_tables.cpp"
        "${imgui_SOURCE_DIR}/imgui_widgets.cpp"
        "${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp"
        "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
    add_library(third_party::imgui ALIAS third_party_imgui)
    target_include_directories(third_party_imgui SYSTEM PUBLIC
        "${imgui_SOURCE_DIR}" "${imgui_SOURCE_DIR}/backends")
    target_link_libraries(third_party_imgui PUBLIC third_party::glfw ${CMAKE_DL_LIBS})
endif()
