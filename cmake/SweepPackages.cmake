# Packages: `cpack -G DEB` makes one each of the program, its films, the library and the Python module, `cpack -G TGZ`
# an archive of all. Those to give away are of the preset `packages`.
set(CPACK_PACKAGE_NAME sweep)
set(CPACK_PACKAGE_CONTACT "The developers of Sweep")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_COMPONENTS_ALL library)
if(SWEEP_PROGRAM)
    list(APPEND CPACK_COMPONENTS_ALL program)
endif()
if(TARGET sweep_film_module)
    list(APPEND CPACK_COMPONENTS_ALL films)
endif()
if(SWEEP_HAS_PYTHON)
    list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)  # of the archive

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
# What each needs is read from the files in it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
foreach(folder IN ITEMS platform core files cpu gpu lib)
    list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/${folder}")
endforeach()
# Debian has another program of the name sweep, which has /usr/bin/sweep as well.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME sweep-filters)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONFLICTS "sweep")
# Without the module of films, which needs FFmpeg's libraries, the program does all but films.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "sweep-films, libegl1")  # the second is found while the program runs
set(CPACK_DEBIAN_FILMS_PACKAGE_NAME sweep-films)
set(CPACK_DEBIAN_FILMS_PACKAGE_DEPENDS "sweep-filters (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libsweep-dev)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-sweep)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "libtbb-dev, libhwy-dev")  # who links the static library needs them
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3-numpy, python3 (>= 3.9)")
# Each package is its component alone, and not all of them in one as the archive is.
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_BINARY_DIR}/SweepPackagesOfDebian.cmake")
file(WRITE "${CPACK_PROJECT_CONFIG_FILE}" "if(CPACK_GENERATOR STREQUAL \"DEB\")
    set(CPACK_COMPONENTS_GROUPING IGNORE)
endif()
")
include(CPack)
