// sweep_to_cpp FROM TO: a CUDA source of this project as C++, for the tests that run kernels in the emulator.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "emulator/transform.h"

// Another one for each file, which has fewer than 1000 variables.
int number_of(std::string_view path) {
    unsigned hash = 2166136261u;
    for (char c : path) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return int(hash % 1000000 * 1000);
}

int main(int count, char** words) {
    if (count != 3) return std::fprintf(stderr, "sweep_to_cpp FROM TO\n"), 2;
    std::ifstream from(words[1], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(from), {}};
    try {
        const std::string cpp =
            emulated::to_cpp(text, words[1], emulated::Source::of_sweep, number_of(words[1]));
        std::ofstream to(words[2], std::ios::binary);
        to << cpp;
        if (!from || !to.flush()) return std::fprintf(stderr, "sweep_to_cpp: cannot read or write\n"), 1;
    } catch (const emulated::Refusal& refusal) {
        return std::fprintf(stderr, "%s:%d: error: %s\n", words[1], refusal.line, refusal.what()), 1;
    }
    return 0;
}
