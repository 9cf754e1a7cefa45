#include "emulator/lab/shadow.h"

namespace emulated {

std::string Span::element_at(const void* p) const {
    const std::ptrdiff_t offset = static_cast<const char*>(p) - first, size = std::ptrdiff_t(element);
    const std::ptrdiff_t i = offset >= 0 ? offset / size : -((size - 1 - offset) / size);
    const auto index = [](std::ptrdiff_t n) { return "[" + std::to_string(n) + "]"; };
    const std::ptrdiff_t r = std::ptrdiff_t(row), q = std::ptrdiff_t(plane);
    if (i < 0 || row == 0) return name + index(i);
    if (row_is_width) return name + "[" + std::to_string(i / r) + " * width + " + std::to_string(i % r) + "]";
    if (plane == 0) return name + index(i / r) + index(i % r);
    return name + index(i / r) + index(i % r / q) + index(i % q);
}

Span make_span(std::string name, void* first, std::size_t bytes, bool is_initialised) {
    Span span;
    span.name = std::move(name);
    span.first = static_cast<char*>(first);
    span.bytes = bytes;
    span.words.resize((bytes + 3) / 4);
    if (is_initialised)
        for (Word& word : span.words) word.initialised = 15;
    return span;
}

}  // namespace emulated
