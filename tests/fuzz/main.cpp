// The programs fuzz_picture and fuzz_text run the targets of targets.h with libFuzzer.
//
//   fuzz_picture TARGET [libFuzzer's options] [FOLDER...]   runs a target, and keeps new inputs in FOLDER
//   fuzz_picture --seeds FOLDER                             writes each target's FOLDER/TARGET/N and .dict
//   fuzz_picture --list                                     prints each name and its longest input in bytes
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/memory.h"
#include "tests/fuzz/targets.h"

namespace sweep::fuzz {
namespace {

Target chosen;

void write_seeds(const std::filesystem::path& folder) {
    for (const Target& target : SWEEP_FUZZ_TARGETS()) {
        const std::filesystem::path into = folder / target.name;
        std::filesystem::create_directories(into);
        int count = 0;
        for (const std::string& seed : target.seeds())
            std::ofstream(into / std::to_string(++count), std::ios::binary) << seed;
        std::ofstream dictionary(folder / (std::string(target.name) + ".dict"));
        for (const std::string& word : target.words()) {
            dictionary << '"';
            for (const char c : word) {
                char code[8];
                std::snprintf(code, sizeof code, "\\x%02X", unsigned(std::uint8_t(c)));
                dictionary << code;
            }
            dictionary << "\"\n";
        }
    }
}

[[noreturn]] void refuse() {
    std::fputs("usage: TARGET [libFuzzer's options] [FOLDER...] | --seeds FOLDER | --list\n", stderr);
    std::exit(2);
}

}  // namespace
}  // namespace sweep::fuzz

// The linker puts this in the place of core/base/memory.cpp's function. No decoder may believe an input that
// claims more memory than this; memory that a decoder takes without a claim counts against libFuzzer's own
// limit. The number is small, because filling memory takes time from other inputs.
extern "C" std::uint64_t __wrap__ZN5sweep16available_memoryEv() {
    return std::uint64_t(2) << 20;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    using namespace sweep::fuzz;
    if (*argc < 2) refuse();
    const std::string name = (*argv)[1];
    const std::span<const Target> all = SWEEP_FUZZ_TARGETS();
    if (name == "--list") {
        for (const Target& target : all) std::printf("%s %zu\n", target.name.data(), target.longest);
        std::exit(0);
    }
    if (name == "--seeds") {
        if (*argc != 3) refuse();
        write_seeds((*argv)[2]);
        std::exit(0);
    }
    const auto found = std::find_if(all.begin(), all.end(), [&](const Target& t) { return t.name == name; });
    if (found == all.end()) refuse();
    chosen = *found;
    // libFuzzer gets the other arguments.
    std::copy(*argv + 2, *argv + *argc + 1, *argv + 1);
    --*argc;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sweep::fuzz::chosen.run({data, size});
    return 0;
}
