// The exercises of the Lab, each a text file of assets/lab: what to write, hints, a skeleton, a solution.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/work/options/option_values.h"

namespace sweep::app {

// What a good solution counts at most, summed over its kernels. A number that is not given is no bound.
struct GoodCounts {
    std::optional<double> reads, writes;  // a pixel
    std::optional<double> sectors;        // an access of a warp
    std::optional<double> conflict;       // ways of the worst access to shared memory
};

// What the result has to be: passes of a recursion, a summed-area table, or any filter.
enum class LabKind { passes, table, free };

struct Exercise {
    std::string name;  // what sweep lab calls it: its number, or the path of its file
    std::string title;
    LabKind kind = LabKind::passes;
    std::vector<int> passes;  // as pass_names (core/problem/problem.h) counts them, in their order
    int order = 1;
    double sigma = 4;
    int blocks = 0;  // each block of so many samples begins from zero; 0: there are no blocks
    std::vector<Size> sizes{{128, 96}, {77, 45}};  // the pictures; the first is counted
    GoodCounts good;
    std::string figure;  // the lecture and its step that show the idea; may be empty
    std::string task, start, solution;
    std::vector<std::string> hints;
};

// Reads an exercise. Throws Error(unreadable_input), which names file and line.
Exercise parse_exercise(std::string_view text, const std::string& file, const std::string& name);

// All exercises, in the order of their numbers.
std::vector<Exercise> lab_exercises();
// The exercise that a word names: its number, "free", or a file of your own that ends in .lab. Throws Error(usage),
// and what parse_exercise() throws.
Exercise find_exercise(const std::string& option, const std::string& word);
// The word in the first line "// exercise: 3" of a student's file; empty: it has none.
std::string exercise_named_in(std::string_view code);

}  // namespace sweep::app
