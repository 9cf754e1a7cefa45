# Image files: libpng, libjpeg-turbo, libtiff, OpenEXR, libwebp and libheif each their own, Little CMS their colour profiles, stb the
# others. libtiff, OpenEXR, Little CMS, libwebp and libheif are left out where this system has none; files that need them are then refused by name.

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

third_party_from_system(jpeg JPEG TARGETS JPEG::JPEG)
if(NOT TARGET third_party::jpeg)
    # libjpeg-turbo does not want to be a part of another project's build.
    include(ExternalProject)
    set(jpeg_url https://github.com/libjpeg-turbo/libjpeg-turbo/releases/download/3.0.3/libjpeg-turbo-3.0.3.tar.gz)
    message(STATUS "third_party::jpeg: ${jpeg_url}")
    set(jpeg_installed "${CMAKE_CURRENT_BINARY_DIR}/jpeg")
    ExternalProject_Add(
        jpeg_turbo URL ${jpeg_url}
        URL_HASH SHA256=343e789069fc7afbcdfe44dbba7dbbf45afa98a15150e079a38e60e44578865d
        DOWNLOAD_EXTRACT_TIMESTAMP ON
        CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} -DCMAKE_POSITION_INDEPENDENT_CODE=ON
                   -DCMAKE_INSTALL_PREFIX=${jpeg_installed} -DCMAKE_INSTALL_LIBDIR=lib -DENABLE_SHARED=OFF
                   -DWITH_TURBOJPEG=OFF
        BUILD_BYPRODUCTS "${jpeg_installed}/lib/libjpeg.a")
    file(MAKE_DIRECTORY "${jpeg_installed}/include")  # a target's include folders are there before it is built
    third_party_headers(jpeg "${jpeg_installed}/include")
    target_link_libraries(third_party_jpeg INTERFACE "${jpeg_installed}/lib/libjpeg.a")
    add_dependencies(third_party_jpeg jpeg_turbo)
endif()

third_party_from_system(tiff TIFF 4.5 TARGETS TIFF::TIFF)

third_party_from_system(openexr OpenEXR 3.1 CONFIG TARGETS OpenEXR::OpenEXR)

if(SWEEP_SYSTEM_LIBRARIES AND NOT CMAKE_DISABLE_FIND_PACKAGE_LCMS2)
    find_path(LCMS2_INCLUDE_DIR NAMES lcms2.h)
    find_library(LCMS2_LIBRARY NAMES lcms2)
    mark_as_advanced(LCMS2_INCLUDE_DIR LCMS2_LIBRARY)
    if(LCMS2_INCLUDE_DIR AND LCMS2_LIBRARY)
        third_party_headers(lcms "${LCMS2_INCLUDE_DIR}")
        target_link_libraries(third_party_lcms INTERFACE "${LCMS2_LIBRARY}")
        message(STATUS "third_party::lcms: ${LCMS2_LIBRARY}")
    endif()
endif()

if(SWEEP_SYSTEM_LIBRARIES AND NOT CMAKE_DISABLE_FIND_PACKAGE_WebP)
    find_path(WEBP_INCLUDE_DIR NAMES webp/demux.h)
    find_library(WEBP_LIBRARY NAMES webp)
    find_library(WEBPDEMUX_LIBRARY NAMES webpdemux)
    mark_as_advanced(WEBP_INCLUDE_DIR WEBP_LIBRARY WEBPDEMUX_LIBRARY)
    if(WEBP_INCLUDE_DIR AND WEBP_LIBRARY AND WEBPDEMUX_LIBRARY)
        third_party_headers(webp "${WEBP_INCLUDE_DIR}")
        target_link_libraries(third_party_webp INTERFACE "${WEBPDEMUX_LIBRARY}" "${WEBP_LIBRARY}")
        message(STATUS "third_party::webp: ${WEBP_LIBRARY}")
    endif()
endif()

if(SWEEP_SYSTEM_LIBRARIES AND NOT CMAKE_DISABLE_FIND_PACKAGE_libheif)
    find_path(HEIF_INCLUDE_DIR NAMES libheif/heif.h)
    find_library(HEIF_LIBRARY NAMES heif)
    mark_as_advanced(HEIF_INCLUDE_DIR HEIF_LIBRARY)
    if(HEIF_INCLUDE_DIR AND HEIF_LIBRARY)
        third_party_headers(heif "${HEIF_INCLUDE_DIR}")
        target_link_libraries(third_party_heif INTERFACE "${HEIF_LIBRARY}")
        message(STATUS "third_party::heif: ${HEIF_LIBRARY}")
    endif()
endif()

foreach(library IN ITEMS tiff openexr lcms webp heif)
    if(NOT TARGET third_party::${library})
        message(STATUS "third_party::${library}: none here, left out")
    endif()
endforeach()
