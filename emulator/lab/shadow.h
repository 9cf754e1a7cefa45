// What is known of each word of 4 bytes of device memory: who wrote and read it last, and when.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emulated {

// An access of a word. Times are counters: of the barriers that the thread's block has met, of those of its warp, and
// of the fences of its block.
struct Mark {
    std::uint32_t launch = 0;  // 0: there was none
    std::uint32_t block = 0, thread = 0;
    std::uint32_t block_phase = 0, warp_phase = 0, epoch = 0;
    std::uint8_t bytes = 0;     // which of the word's, a bit each
    bool synchronises = false;  // atomic, or volatile
    const void* site = nullptr;

    bool is_of(const Mark& other) const {
        return launch == other.launch && block == other.block && thread == other.thread;
    }
};

struct Word {
    Mark write, read, other_read;  // of two threads that read, where there are two
    std::uint8_t initialised = 0;  // which bytes, a bit each
};

// Memory with a name. Extents as those of SharedVariable.
struct Span {
    std::string name;
    char* first = nullptr;
    std::size_t bytes = 0, element = 4, row = 0, plane = 0;
    bool row_is_width = false;  // row is the picture's width
    bool host_too = false;      // the host may read and write it
    bool counts = true;  // its loads are traffic; those of the coefficients, which caches serve, are not
    std::vector<Word> words;
    std::uint32_t number = 0;  // in a Record

    bool holds(const void* p) const { return p >= first && p < first + bytes; }
    Word& word(const void* p) { return words[std::size_t(static_cast<const char*>(p) - first) / 4]; }
    // The element at p: "t[1][4]", "in[3 * width + 4]".
    std::string element_at(const void* p) const;
};

Span make_span(std::string name, void* first, std::size_t bytes, bool is_initialised);

}  // namespace emulated
