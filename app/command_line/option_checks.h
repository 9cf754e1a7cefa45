// The errors of a command line that are not errors of single values: unknown names, options that contradict
// each other.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/command_line/options.h"

namespace sweep::app {

inline constexpr std::array<std::string_view, 8> commands{"filter", "bench", "shot",   "list",
                                                          "doctor", "tune",  "design", "help"};

// Turns "--name value" into "--name=value", so that a value may begin with a minus sign. Refuses an unknown
// option of `app`, and names the nearest known one. Throws Error(usage).
std::vector<std::string> join_values(CLI::App& app, const std::vector<std::string>& arguments,
                                     std::size_t first);

// Throws Error(usage) for a name that is not a file and does not look like one, so that "sweep filer a.png"
// opens no window.
void check_image_is_no_command(const std::string& image);

// Checks the options against each other. Throws Error(usage).
void check(const Options& options);

// One line that names the given options of `app` that none of the filters, or not this command, uses; empty if there
// are none.
std::string without_effect(const Options& options, const CLI::App& app);

// Throws Error(usage) where options are given that exclude each other.
void refuse_both(const CLI::App& app);

}  // namespace sweep::app
