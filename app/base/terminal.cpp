#include "app/base/terminal.h"

#include <cstdio>

#include <fmt/format.h>

#include "core/base/printable.h"

namespace sweep::app {

void note(const std::string& text) {
    fmt::print(stderr, "sweep: note: {}\n", printable(text));
}

}  // namespace sweep::app
