// A number as the sum that it is, in a panel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/walk/lineage.h"

namespace sweep::app {

// Draws the name, the formula, and the terms under each other. What the sum of the rounded terms shows is what the
// algorithm has, to the last digit but one.
void draw_sum_table(const WalkSum& sum);

// The same in digits that the last row of a lecture hall reads, with four decimals. What is hidden is the sum, and the
// products, which are a part of adding it up.
void draw_large_sum(const WalkSum& sum, bool hides = false);

// A number with four decimals, and an integer as one.
std::string large_text(double value);

// A sum unfolded: under each term the sums of the numbers that it is computed from, down to pixels.
//
// A line of the unfolded sum: a term, or the number that it is computed from.
struct SumLine {
    int depth = 0;  // 0: a term of the sum itself
    std::string what;
    std::string factors;  // "0.5 x 0.25"; empty: none
    std::string value;
    std::optional<int> number{};  // in the lineage, when the line is of one
};

// The lines when so many levels are unfolded; 0: the sum's own terms. At most `most` of them.
std::vector<SumLine> unfolded(const WalkLineage& lineage, const WalkSum& sum, int levels,
                              std::size_t most = 300);

// Draws them in a part of the panel of this height that scrolls. Returns the number that the mouse is over.
std::optional<int> draw_sum_tree(const std::vector<SumLine>& lines, float height);

}  // namespace sweep::app
