#include "app/base/terminal.h"

#include <cstdio>

#include <fmt/format.h>

#include "core/base/printable.h"

namespace sweep::app {

void print(std::FILE* to, const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), to);
}

void note(const std::string& text) {
    print(stderr, fmt::format("sweep: note: {}\n", printable(text)));
}

}  // namespace sweep::app
