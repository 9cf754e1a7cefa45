// What JavaScript calls beside lib/sweep.h: where the members of its structs lie, and the numbers that stand for names.
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/derived/derived.h"
#include "core/design/kinds.h"
#include "core/filter/boundaries.h"
#include "lib/sweep.h"

namespace {

struct Member {
    std::string_view name;
    char type;  // d: double, i: int or an enumeration, p: a pointer or a size
    std::size_t offset;
};

template <class Type>
constexpr Member member(std::string_view name, Type sweep_request::*, std::size_t offset) {
    using Element = std::remove_extent_t<Type>;
    if (std::is_same_v<Element, double>) return {name, 'd', offset};
    return {name, std::is_pointer_v<Element> || std::is_same_v<Element, std::size_t> ? 'p' : 'i', offset};
}

#define MEMBER(name) member(#name, &sweep_request::name, offsetof(sweep_request, name))
constexpr Member members[]{
    MEMBER(width),
    MEMBER(height),
    MEMBER(channels),
    MEMBER(input),
    MEMBER(decode_srgb),
    MEMBER(filter),
    MEMBER(sigma),
    MEMBER(sigma_y),
    MEMBER(order),
    MEMBER(derivative_x),
    MEMBER(derivative_y),
    MEMBER(radius),
    MEMBER(cutoff),
    MEMBER(ripple),
    MEMBER(attenuation),
    MEMBER(high_pass),
    MEMBER(alpha),
    MEMBER(range),
    MEMBER(iterations),
    MEMBER(tone_map),
    MEMBER(guide_channels),
    MEMBER(contrast),
    MEMBER(time),
    MEMBER(steps),
    MEMBER(noise),
    MEMBER(causal),
    MEMBER(anticausal),
    MEMBER(feedforward),
    MEMBER(anticausal_feedforward),
    MEMBER(causal_count),
    MEMBER(anticausal_count),
    MEMBER(feedforward_count),
    MEMBER(anticausal_feedforward_count),
    MEMBER(causal_gain),
    MEMBER(anticausal_gain),
    MEMBER(axes),
    MEMBER(boundary),
    MEMBER(boundary_y),
    MEMBER(boundary_value),
    MEMBER(boundary_values),
    MEMBER(engine),
    MEMBER(algorithm),
    MEMBER(missing),
    MEMBER(accuracy),
    MEMBER(derived),
    MEMBER(unsharp_amount),
    MEMBER(unsharp_threshold),
    MEMBER(dog_ratio),
    MEMBER(log_gamma),
    MEMBER(band),
    MEMBER(cutoff_high),
    MEMBER(box_width),
    MEMBER(box_height),
    MEMBER(box_origin_x),
    MEMBER(box_origin_y),
    MEMBER(normalize_least),
    MEMBER(bradley_t),
    MEMBER(niblack_k),
    MEMBER(sauvola_k),
    MEMBER(sauvola_r),
    MEMBER(guided_eps),
    MEMBER(part),
};
#undef MEMBER

void add_name(std::string& text, std::string_view name, int number) {
    text += std::string(text.back() == '{' ? "" : ",") + "\"" + std::string(name) +
            "\":" + std::to_string(number);
}

std::string layout() {
    std::string text = "{\"size\":" + std::to_string(sizeof(sweep_request)) + ",\"members\":{";
    for (const Member& member : members)
        text += std::string(text.back() == '{' ? "" : ",") + "\"" + std::string(member.name) + "\":[\"" +
                member.type + "\"," + std::to_string(member.offset) + "]";
    text += "},\"filter\":{";
    for (const sweep::KindInfo& kind : sweep::filter_kinds()) add_name(text, kind.word, kind.library);
    text += "},\"boundary\":{";
    for (const auto& row : sweep::boundary_table) add_name(text, row.word, row.library);
    text += "},\"derived\":{";
    for (const auto& row : sweep::derived_kinds()) add_name(text, row.word, row.library);
    return text + "}}";
}

}  // namespace

extern "C" {

const char* sweep_web_layout() {
    static const std::string text = layout();
    return text.c_str();
}
}
