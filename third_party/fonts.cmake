# DejaVu travels with the program (installed beside the shaders, with its licence), so that a host without fonts shows the
# same letters. Found where Debian's fonts-dejavu-core has it, never fetched: without it, any font of the host will do.

set(SWEEP_FONTS_DIR "${PROJECT_BINARY_DIR}/fonts")
set(font_files "")
foreach(face IN ITEMS DejaVuSans.ttf DejaVuSans-Bold.ttf DejaVuSansMono.ttf)
    find_file(SWEEP_${face} "${face}" PATHS /usr/share/fonts/truetype/dejavu NO_DEFAULT_PATH)
    mark_as_advanced(SWEEP_${face})
    list(APPEND font_files "${SWEEP_${face}}")
endforeach()
find_file(SWEEP_FONT_LICENCE copyright PATHS /usr/share/doc/fonts-dejavu-core NO_DEFAULT_PATH)
mark_as_advanced(SWEEP_FONT_LICENCE)

if("${font_files};${SWEEP_FONT_LICENCE}" MATCHES "NOTFOUND")
    message(STATUS "fonts: none travel with the program (Debian, Ubuntu: install fonts-dejavu-core)")
else()
    file(COPY ${font_files} DESTINATION "${SWEEP_FONTS_DIR}")
    configure_file("${SWEEP_FONT_LICENCE}" "${SWEEP_FONTS_DIR}/DejaVu-licence.txt" COPYONLY)
    message(STATUS "fonts: DejaVu of this system travels with the program")
endif()
set(SWEEP_FONTS_DIR "${SWEEP_FONTS_DIR}" PARENT_SCOPE)
