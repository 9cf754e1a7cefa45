// What is wrong with a command line beyond its values: names that are unknown, options that contradict each other.
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/options.h"

namespace sweep::app {

inline constexpr std::array<std::string_view, 7> commands{"filter", "bench", "shot", "list",
                                                          "doctor", "tune",  "help"};

// Turns "--name value" into "--name=value", so that a value may begin with a minus sign, and refuses what
// is no option of `app` with the nearest that is. Throws Error(usage).
std::vector<std::string> join_values(CLI::App& app, const std::vector<std::string>& arguments,
                                     std::size_t first);

// "sweep filer a.png" opens no window: throws Error(usage) for what is neither a file nor looks like one.
void check_image_is_no_command(const std::string& image);

// What only the whole command line shows. Throws Error(usage).
void check(const Options& options);

// In one line, the options given to `app` that none of the filters listens to; empty when there is none.
std::string without_effect(const Options& options, const CLI::App& app);

}  // namespace sweep::app
