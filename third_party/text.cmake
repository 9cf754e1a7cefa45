# The command line, JSON, formatted text.

third_party_from_system(cli11 CLI11 TARGETS CLI11::CLI11)
if(NOT TARGET third_party::cli11)
    third_party_fetch(cli11 https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.4.1.tar.gz
                      73b7ec52261ce8fe980a29df6b4ceb66243bb0b779451dbd3d014cfec9fdbb58 DOWNLOAD_ONLY)
    third_party_headers(cli11 "${cli11_SOURCE_DIR}/include")
endif()

third_party_from_system(json nlohmann_json TARGETS nlohmann_json::nlohmann_json)
if(NOT TARGET third_party::json)
    third_party_fetch(json https://github.com/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz
                      0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406 DOWNLOAD_ONLY)
    third_party_headers(json "${json_SOURCE_DIR}/include")
endif()

third_party_from_system(fmt fmt TARGETS fmt::fmt)
if(NOT TARGET third_party::fmt)
    third_party_fetch(fmt https://github.com/fmtlib/fmt/archive/refs/tags/10.2.1.tar.gz
                      1250e4cc58bf06ee631567523f48848dc4596133e163f02615c97f78bab6c811)
    third_party_library(fmt fmt::fmt)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^13\\.")
    # g++ 13 blames fmt 9's big integers, once they are inlined into our files, for what they do not do.
    target_compile_options(third_party_fmt INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds;-Wno-stringop-overflow>")
endif()
