#include "files/metadata/text_edits.h"

#include <algorithm>

namespace sweep::metadata {
namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool ends_name(char c) {
    return is_space(c) || c == '=' || c == '>' || c == '/' || c == '<' || c == '"' || c == '\'';
}

const PropertyEdit* edit_of(std::string_view name, std::span<const PropertyEdit> edits) {
    const auto found = std::find_if(edits.begin(), edits.end(), [&](const PropertyEdit& edit) {
        return edit.name.ends_with('*') ? name.starts_with(edit.name.substr(0, edit.name.size() - 1))
                                        : name == edit.name;
    });
    return found == edits.end() ? nullptr : &*found;
}

// Goes through the text from its beginning to its end: nothing moves back.
class Properties {
  public:
    Properties(std::string_view text, std::span<const PropertyEdit> edits) : text_(text), edits_(edits) {
        out_.reserve(text.size());
    }

    std::string edited() {
        for (char before = '\0'; at_ < text_.size(); before = text_[at_ - 1]) {
            const bool is_element = before == '<';
            const std::size_t begin = at_;
            if (is_element || is_space(before)) {
                skip([](char c) { return !ends_name(c); });
                if (const PropertyEdit* const edit = edit_of(text_.substr(begin, at_ - begin), edits_))
                    is_element ? take_element(begin, *edit) : take_attribute(begin, *edit);
            }
            if (at_ == begin) ++at_, ++steps_;
        }
        append(text_.substr(copied_));
        return std::move(out_);
    }
    std::uint64_t steps() const { return steps_; }

  private:
    template <class F>
    void skip(F is_passed) {
        for (; at_ < text_.size() && is_passed(text_[at_]); ++at_) ++steps_;
    }
    void append(std::string_view part) {
        out_ += part;
        steps_ += part.size();
    }
    void replace(std::size_t begin, std::size_t end, std::string_view by) {
        append(text_.substr(copied_, begin - copied_));
        append(by);
        copied_ = end;
    }
    // Behind the name of an element, which begins behind its '<'.
    void take_element(std::size_t begin, const PropertyEdit& edit) {
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (at_ == text_.size() || text_[at_] != '>') return;
        const std::size_t value = ++at_;
        skip([](char c) { return c != '<'; });
        if (at_ == text_.size()) return;
        if (edit.value) return replace(value, at_, *edit.value);
        // One with others inside stays as it is.
        const std::string_view rest = text_.substr(at_);
        if (!rest.starts_with("</") || !rest.substr(2).starts_with(name)) return;
        at_ += 2 + name.size();
        skip([](char c) { return c != '>'; });
        at_ = std::min(at_ + 1, text_.size());
        replace(begin - 1, at_, "");
    }
    // Behind the name of an attribute, which a space comes before.
    void take_attribute(std::size_t begin, const PropertyEdit& edit) {
        skip(is_space);
        if (at_ == text_.size() || text_[at_] != '=') return;
        ++at_;
        skip(is_space);
        if (at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return;
        const char quote = text_[at_];
        const std::size_t value = ++at_;
        skip([&](char c) { return c != quote; });
        if (at_ == text_.size()) return;
        ++at_;
        if (edit.value)
            replace(value, at_ - 1, *edit.value);
        else
            replace(begin - 1, at_, "");
    }

    const std::string_view text_;
    const std::span<const PropertyEdit> edits_;
    std::string out_;
    std::size_t at_ = 0, copied_ = 0;  // up to which the text was looked at, and is in `out_`
    std::uint64_t steps_ = 0;
};

}  // namespace

std::string with_properties(std::string_view text, std::span<const PropertyEdit> edits,
                            std::uint64_t* steps) {
    Properties properties(text, edits);
    std::string out = properties.edited();
    if (steps) *steps += properties.steps();
    return out;
}

std::string without(std::string_view text, std::string_view from, std::string_view to, std::uint64_t* steps) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t begin = 0; (begin = text.find(from, at)) != std::string_view::npos;) {
        const std::size_t end = text.find(to, begin);
        if (end == std::string_view::npos) break;
        out += text.substr(at, begin - at);
        at = end + to.size();
    }
    out += text.substr(at);
    if (steps) *steps += text.size() + out.size();
    return out;
}

}  // namespace sweep::metadata
