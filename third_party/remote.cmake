# What a lecture's remote needs, of this system alone: cpp-httplib, and qrcodegen for the code that a phone reads. Without
# them Sweep is built without --remote.

option(SWEEP_REMOTE "Lectures turned by phones, where cpp-httplib and qrcodegen are found" ON)
if(SWEEP_REMOTE AND SWEEP_SYSTEM_LIBRARIES)
    find_package(PkgConfig QUIET)
    if(PKG_CONFIG_FOUND)
        pkg_check_modules(HTTPLIB QUIET IMPORTED_TARGET GLOBAL cpp-httplib>=0.11)
        pkg_check_modules(QRCODEGEN QUIET IMPORTED_TARGET GLOBAL qrcodegencpp)
    endif()
    if(HTTPLIB_FOUND AND QRCODEGEN_FOUND)
        # app/talk/remote/server.cpp bounds what a connection may take by functions that the library changes now and then.
        include(CheckCXXSourceCompiles)
        set(CMAKE_REQUIRED_LIBRARIES PkgConfig::HTTPLIB Threads::Threads)
        set(CMAKE_REQUIRED_FLAGS "-std=c++20")
        check_cxx_source_compiles("
            #include <httplib.h>
            struct Bounded : httplib::Server {
                bool answer(httplib::Stream& s, bool& closed) { return process_request(s, true, closed, nullptr); }
                bool process_and_close_socket(socket_t) override { return false; }
            };
            int main() { Bounded server; return server.is_valid() ? 0 : 1; }" SWEEP_HTTPLIB_FITS)
        unset(CMAKE_REQUIRED_LIBRARIES)
        unset(CMAKE_REQUIRED_FLAGS)
    endif()
    if(SWEEP_HTTPLIB_FITS)
        third_party_library(remote PkgConfig::HTTPLIB PkgConfig::QRCODEGEN Threads::Threads)
        message(STATUS "third_party::remote: cpp-httplib ${HTTPLIB_VERSION}, qrcodegencpp ${QRCODEGEN_VERSION} of this system")
    endif()
endif()
if(NOT TARGET third_party::remote)
    message(STATUS "remote: none (Debian 12, Ubuntu 24.04: install libcpp-httplib-dev libqrcodegencpp-dev)")
endif()
