// The options of the block under the glass.
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/glass/view.h"
#include "core/base/error.h"

namespace sweep::app {

void GlassView::add_options(std::vector<ViewOption>& rows) {
    rows.push_back(
        {"glass", "M,N", "Look at the block in row M and column N of blocks with its numbers (default none)",
         [](Settings& s, const std::string& text) {
             const std::vector<double> at =
                 text == "none" ? std::vector<double>{-1, -1} : parse_numbers("--glass", text);
             const auto counts = [](double v) { return v == std::floor(v) && v >= 0 && v < 1e5; };
             if (at.size() != 2 || (text != "none" && !(counts(at[0]) && counts(at[1]))))
                 throw Error(ExitCode::usage,
                             fmt::format("--glass '{}' is not a block: write it like 2,3, or none", text));
             s.teach.glass.row = int(at[0]), s.teach.glass.column = int(at[1]);
             if (s.teach.glass.row >= 0) s.teach.lesson = Lesson::blocks;
         },
         // The option shows the blocks, so that a state of another lesson leaves it out.
         [](const Settings& s) {
             return s.teach.glass.row < 0 || s.teach.lesson != Lesson::blocks
                        ? std::string("none")
                        : fmt::format("{},{}", s.teach.glass.row, s.teach.glass.column);
         }});
    rows.push_back(integer_option(
        "glass-moment", "K",
        "The states under the glass after so many fixes; 0: incomplete (default 7, complete)", 0, last_moment,
        [](auto& s) -> auto& { return s.teach.glass.moment; }));
}

}  // namespace sweep::app
