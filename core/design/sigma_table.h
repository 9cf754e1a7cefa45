// The sigma of a Gaussian in the words of other programs and standards, both ways. A row is a name; the command
// `sweep sigma`, the window and docs/sigma.md show the same rows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sweep {

struct SigmaRow {
    std::string_view name;     // on the command line: "css-blur"
    std::string_view text;     // what it is: "CSS blur()"
    std::string_view unit;     // "px", "cycles/px"; empty: a plain number
    std::string_view formula;  // of the value, or of sigma where that is how it is defined
    std::string_view source;   // the specification, paper or source file that says so
    // Its values for a sigma, mostly one; none where nothing there means this sigma.
    std::vector<double> (*values)(double sigma);
    // The sigma of a value, of several that of the first; null: several sigmas have the same value.
    double (*sigma)(double value);
};

// All rows; the first is sigma itself.
std::span<const SigmaRow> sigma_rows();
// The row of this name; null: there is none.
const SigmaRow* find_sigma_row(std::string_view name);

// The sigma that the row's value means; none where it means no blur. Rows with a `sigma` only.
std::optional<double> sigma_of(const SigmaRow& row, double value);

// Its values with four digits, without the unit: "9.419", "7, 9, 9"; "-" where there is none.
std::string sigma_text(const SigmaRow& row, double sigma);

}  // namespace sweep
