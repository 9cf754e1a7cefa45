// Tests that cannot run here are skipped, unless SWEEP_REQUIRE in the environment names what they need: then
// they fail. CI, of which nobody reads the list of skipped tests, sets it: SWEEP_REQUIRE=window,xvfb.
//
//   window    OpenGL without a display, through EGL
//   gpu       a GPU that the CUDA engine runs on
//   emulator  the emulated GPU (Boost.Context)
//   formats   libtiff, OpenEXR, Little CMS, libwebp and libheif, which a build may lack
//   films     FFmpeg's libraries, and the program ffmpeg, which makes the tests' films
//   sphinx    Sphinx with Furo and MyST, which make the site (tests/site.py)
//   webgpu    a browser that computes WebGPU, be it on the CPU (tests/web/gpu.py)
//   xvfb, xdotool, python, browser   programs (tests/absent.sh)
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace sweep::test {

// Throws std::invalid_argument when SWEEP_REQUIRE has an unknown word, which would require nothing.
inline bool is_required(std::string_view thing) {
    constexpr std::array<std::string_view, 12> things{"window",  "gpu",     "emulator", "xvfb",
                                                      "xdotool", "web",     "python",   "formats",
                                                      "films",   "browser", "sphinx",   "webgpu"};
    const char* said = std::getenv("SWEEP_REQUIRE");
    std::string_view list = said ? said : "";
    bool found = false;
    while (!list.empty()) {
        const std::string_view word = list.substr(0, list.find(','));
        list.remove_prefix(std::min(word.size() + 1, list.size()));
        if (std::find(things.begin(), things.end(), word) == things.end())
            throw std::invalid_argument("SWEEP_REQUIRE: '" + std::string(word) +
                                        "' is nothing that tests need");
        found |= word == thing;
    }
    return found;
}

}  // namespace sweep::test

// Ends the test: skipped, or failed where `thing` is required. `why` may be anything that a stream takes.
#define SKIP_WITHOUT(thing, why)                                                                     \
    do {                                                                                             \
        if (::sweep::test::is_required(thing)) FAIL() << "SWEEP_REQUIRE names " thing ": " << (why); \
        GTEST_SKIP() << (why);                                                                       \
    } while (false)
