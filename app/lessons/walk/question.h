// A hidden number that somebody adds up: what is typed, and what is said of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/walk/walk.h"

namespace sweep::app {

// What is said of an answer. In a formula's letters: "Not yet: A_{F}^b P, from above, is missing".
struct WalkVerdict {
    bool is_right = false;
    std::string words;
};

// Right is what is within a hundredth of the sum, or right to two digits after the point: who adds up what is on the
// screen adds rounded numbers. assets/page/sums.js judges by the same rule.
double tolerance_of(double value);
WalkVerdict verdict_on(const WalkSum& sum, double given);
// A number that one gets by adding up wrongly, and what is wrong then, in a formula's letters.
struct WalkMistake {
    double gives = 0;
    std::string words;
    friend bool operator==(const WalkMistake&, const WalkMistake&) = default;
};
// All that can be told, the likeliest first.
std::vector<WalkMistake> mistakes_of(const WalkSum& sum);
// What is wrong with an answer, where that can be said; otherwise nothing.
std::string remark_on(const WalkSum& sum, double given);

class WalkQuestion {
  public:
    const std::string& typed() const { return typed_; }
    const std::optional<WalkVerdict>& verdict() const { return verdict_; }
    // Until it is answered, or shown.
    bool hides() const { return !is_shown_; }

    // Takes a character of a number; false if it is none.
    bool type(char character);
    void take_back();
    // Judges what is typed. Without it the number is shown.
    void answer(const WalkSum& sum);
    void clear();

  private:
    std::string typed_;
    std::optional<WalkVerdict> verdict_;
    bool is_shown_ = false;
};

}  // namespace sweep::app
