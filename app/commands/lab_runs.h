// The commands of the Lab that compile a student's file and run it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command_line/options.h"
#include "app/commands/window.h"

namespace sweep::app {

struct LabOptions : RequestOptions {
    std::vector<std::string> words;
    std::string exercise;
    std::optional<Size> size;
    bool json = false, gpu = false;
    LabWindow window;                                                  // watch
    bool has_filter = false, has_sigma = false, has_boundary = false;  // whether they are given
};

// Each prints the verdict, or shows it. All but watch_file() throw Error(failed) where the file is not right; further
// Error(usage), Error(unreadable_input), Error(no_compiler).
void check_file(LabOptions& options);
void write_page(LabOptions& options);  // the run on one picture, as a page
void watch_file(LabOptions& options);  // the run on one picture, in a window, at every save

}  // namespace sweep::app
