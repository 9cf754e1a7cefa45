// A file of a student that the window compiles and runs at every save. Only the command `sweep lab watch` makes one: no
// picture, label, cue, script or setting names a file that is run.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/lab/judge.h"
#include "app/lab/recorded_run.h"

namespace sweep::app {

// What came of the text of the file.
struct WatchedRun {
    Exercise exercise;
    LabVerdict verdict;
    std::optional<RecordedRun> recorded;  // of a small picture; none: it did not run
    std::optional<Problem> own;  // the same for Sweep's own algorithms; none: they have no such filter
};

struct WatchedFile {
    std::filesystem::path file;
    // Compiles and runs the text. Called on a thread of its own. Throws Error.
    std::function<WatchedRun(const std::string& code)> run;
};

}  // namespace sweep::app
