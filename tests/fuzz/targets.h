// What is fuzzed: every parser that is given bytes by somebody else. A target takes any bytes and either makes
// sense of them or refuses them in the way its header says; whatever else happens is a finding.
//
// tests/fuzz/main.cpp feeds them with libFuzzer, tests/test_fuzz.cpp with the seeds and with what was found once.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/output_file.h"

namespace sweep::fuzz {

struct Target {
    std::string_view name;
    // Ends the program, or lets an exception out, when the parser does not keep its word.
    void (*run)(Bytes input);
    std::vector<std::string> (*seeds)();  // valid ones, small
    std::vector<std::string> (*words)();  // what a dictionary for it holds
    std::size_t longest;                  // bytes that are worth trying
};

std::span<const Target> picture_targets();
std::span<const Target> text_targets();

// Ends the program with a line on stderr when `kept` is false.
inline void require(bool kept, const char* promise) {
    if (kept) return;
    std::fprintf(stderr, "not so: %s\n", promise);
    std::abort();
}

}  // namespace sweep::fuzz
