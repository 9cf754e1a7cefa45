# Films: FFmpeg's libraries, of this system alone. Without them Sweep is built without films.

option(SWEEP_FILMS "Films, cameras and streams, where FFmpeg's libraries are found" ON)
if(SWEEP_FILMS AND SWEEP_SYSTEM_LIBRARIES)
    find_package(PkgConfig QUIET)
    if(PKG_CONFIG_FOUND)
        # FFmpeg 5.0 and later.
        pkg_check_modules(FFMPEG QUIET IMPORTED_TARGET GLOBAL
            libavformat>=59 libavcodec>=59 libavdevice>=59 libswscale>=6 libavutil>=57)
    endif()
    if(FFMPEG_FOUND)
        third_party_library(ffmpeg PkgConfig::FFMPEG)
        message(STATUS "third_party::ffmpeg: libavformat ${FFMPEG_libavformat_VERSION} of this system")
    endif()
endif()
if(NOT TARGET third_party::ffmpeg)
    message(STATUS "films: none (Debian, Ubuntu: install libavformat-dev libavcodec-dev libavdevice-dev libswscale-dev)")
endif()
