#include "app/lessons/walk/question.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace sweep::app {

double tolerance_of(double value) {
    return std::max(0.01 * std::abs(value), 5e-3);
}

std::vector<WalkMistake> mistakes_of(const WalkSum& sum) {
    std::vector<WalkMistake> mistakes;
    const double value = sum.value;
    // "H P, from above, is missing", but "y_{i-1} is missing".
    const auto add = [&](double gives, const WalkTerm& term, const char* what) {
        const bool has_comma = term.what.find(',') != std::string::npos;
        mistakes.push_back({gives, fmt::format("{}{} {}", term.what, has_comma ? "," : "", what)});
    };
    for (const WalkTerm& term : sum.terms) add(value - term.product(), term, "is missing");
    for (const WalkTerm& term : sum.terms) add(value - 2 * term.product(), term, "has the other sign");
    for (const WalkTerm& term : sum.terms)
        if (term.factor != 1) add(value - term.product() + term.value, term, "lacks its factor");
    mistakes.push_back({-value, "the whole sum has the other sign"});
    return mistakes;
}

std::string remark_on(const WalkSum& sum, double given) {
    for (const WalkMistake& mistake : mistakes_of(sum))
        if (std::abs(given - mistake.gives) <= tolerance_of(sum.value)) return mistake.words;
    return "";
}

WalkVerdict verdict_on(const WalkSum& sum, double given) {
    const double off = given - sum.value;
    if (std::abs(off) <= tolerance_of(sum.value)) return {true, fmt::format("Right: {:.4f}", sum.value)};
    if (const std::string remark = remark_on(sum, given); !remark.empty())
        return {false, "Not yet: " + remark};
    return {false, fmt::format("Not yet: {:.3g} too {}", std::abs(off), off > 0 ? "large" : "small")};
}

bool WalkQuestion::type(char character) {
    constexpr std::size_t most_typed = 12;
    if (character == ',') character = '.';
    const bool is_digit = character >= '0' && character <= '9';
    if (!is_digit && character != '.' && character != '-') return false;
    if (verdict_) clear();  // another try
    const bool fits = typed_.size() < most_typed &&
                      (character != '.' || typed_.find('.') == std::string::npos) &&
                      (character != '-' || typed_.empty());
    if (fits) typed_ += character;
    return true;
}

void WalkQuestion::take_back() {
    verdict_.reset();
    if (!typed_.empty()) typed_.pop_back();
}

void WalkQuestion::answer(const WalkSum& sum) {
    if (typed_.empty()) {
        verdict_ = WalkVerdict{false, fmt::format("It is {:.4f}", sum.value)};
        is_shown_ = true;
        return;
    }
    double given = 0;
    const char* const end = typed_.data() + typed_.size();
    if (std::from_chars(typed_.data(), end, given).ptr != end) return;  // "-" alone
    verdict_ = verdict_on(sum, given);
    is_shown_ = verdict_->is_right;
}

void WalkQuestion::clear() {
    typed_.clear();
    verdict_.reset();
}

}  // namespace sweep::app
