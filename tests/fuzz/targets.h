// What is fuzzed: every parser that gets bytes from somebody else. A target takes any bytes and either reads
// them or refuses them as its header says; everything else is a bug.
//
// tests/fuzz/main.cpp runs the targets with libFuzzer; tests/files/fuzz.cpp runs them with the seeds and with
// inputs that fuzzing has found.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/output_file.h"

namespace sweep::fuzz {

struct Target {
    std::string_view name;
    // Ends the program, or throws, when the parser breaks a promise.
    void (*run)(Bytes input);
    std::vector<std::string> (*seeds)();  // valid inputs, small
    std::vector<std::string> (*words)();  // words of a dictionary for it
    std::size_t longest;                  // bytes of the longest input worth trying
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
