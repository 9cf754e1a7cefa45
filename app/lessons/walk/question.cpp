#include "app/lessons/walk/question.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace sweep::app {

double tolerance_of(double value) {
    return std::max(0.01 * std::abs(value), 5e-3);
}

std::string remark_on(const WalkSum& sum, double given) {
    const double value = sum.value, tolerance = tolerance_of(value);
    const auto is = [&](double other) { return std::abs(given - other) <= tolerance; };
    for (const WalkTerm& term : sum.terms)
        if (is(value - term.product())) return fmt::format("{}, is missing", term.what);
    for (const WalkTerm& term : sum.terms)
        if (is(value - 2 * term.product())) return fmt::format("{}, has the other sign", term.what);
    for (const WalkTerm& term : sum.terms)
        if (term.factor != 1 && is(value - term.product() + term.value))
            return fmt::format("{}, lacks its factor", term.what);
    return is(-value) ? "the whole sum has the other sign" : "";
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
