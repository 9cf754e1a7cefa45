# Image files: stb reads everything and writes 8 bits and HDR; libpng writes 16 bits.

if(SWEEP_SYSTEM_LIBRARIES)
    find_path(STB_INCLUDE_DIR NAMES stb_image_write.h PATH_SUFFIXES stb)
    mark_as_advanced(STB_INCLUDE_DIR)
endif()
if(SWEEP_SYSTEM_LIBRARIES AND STB_INCLUDE_DIR)
    third_party_headers(stb "${STB_INCLUDE_DIR}")
    message(STATUS "third_party::stb: ${STB_INCLUDE_DIR}")
else()
    third_party_fetch(
        stb https://github.com/nothings/stb/archive/b42009b3b9d4ca35bc703f5310eedc74f584be58.tar.gz
        13a99ad430e930907f5611325ec384168a958bf7610e63e60e2fd8e7b7379610 DOWNLOAD_ONLY)
    third_party_headers(stb "${stb_SOURCE_DIR}")
endif()

third_party_from_system(png PNG 1.6 TARGETS PNG::PNG)
if(NOT TARGET third_party::png)
    if(SWEEP_SYSTEM_LIBRARIES)
        find_package(ZLIB QUIET)
    endif()
    if(NOT ZLIB_FOUND)
        third_party_fetch(zlib https://zlib.net/fossils/zlib-1.3.1.tar.gz
                          9a93b2b7dfdac77ceba5a558a580e74667dd6fede4585b91eefb60f03b72df23)
        # What libpng's own find_package(ZLIB) shall find: zconf.h is made in the build folder.
        set(ZLIB_INCLUDE_DIR "${zlib_SOURCE_DIR}" "${zlib_BINARY_DIR}")
        set(ZLIB_LIBRARY zlibstatic)
    endif()
    set(PNG_SHARED OFF)
    set(PNG_TESTS OFF)
    set(PNG_TOOLS OFF)
    third_party_fetch(png https://github.com/pnggroup/libpng/archive/v1.6.48.tar.gz
                      b17e99026055727e8cba99160c3a9a7f9af788e9f786daeadded5a42243f1dd0)
    third_party_library(png png_static)
    target_include_directories(third_party_png SYSTEM INTERFACE "${png_SOURCE_DIR}" "${png_BINARY_DIR}")
endif()
