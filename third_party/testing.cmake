# Tests.

if(SWEEP_TESTS)
    third_party_from_system(gtest GTest 1.11 TARGETS GTest::gtest)
    if(NOT TARGET third_party::gtest)
        set(BUILD_GMOCK OFF)
        third_party_fetch(gtest https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz
                          8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7)
        third_party_library(gtest GTest::gtest)
    endif()
    third_party_from_system(rapidcheck rapidcheck TARGETS rapidcheck)
    if(NOT TARGET third_party::rapidcheck)
        third_party_fetch(
            rapidcheck https://github.com/emil-e/rapidcheck/archive/ff6af6fc683159deb51c543b065eba14dfcf329b.tar.gz
            7ae7a8d59560f94eb68ed09fda59abd9871fe3b0cfc5acc60506de506289aa24)
        third_party_library(rapidcheck rapidcheck)
    endif()
endif()
# Fibers, for the emulated GPU of the Lab and the tests. Too large to fetch: without it they are not built.
if(SWEEP_PROGRAM)
    third_party_from_system(context Boost 1.74 CONFIG COMPONENTS context TARGETS Boost::context)
endif()
