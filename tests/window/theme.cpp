// Words and marks of each theme against what they stand on, by the contrast ratio of WCAG 2: 4.5 for words, 3 for
// marks.
#include "app/ui/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "app/lessons/replay/chart.h"

namespace sweep::app {
namespace {

double luminance(const ImVec4& colour) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

double contrast(const ImVec4& a, const ImVec4& b) {
    const auto [less, more] = std::minmax(luminance(a), luminance(b));
    return (more + 0.05) / (less + 0.05);
}

ImVec4 over(const ImVec4& upper, const ImVec4& lower) {
    const auto mixed = [&](float a, float b) { return upper.w * a + (1 - upper.w) * b; };
    return {mixed(upper.x, lower.x), mixed(upper.y, lower.y), mixed(upper.z, lower.z), 1};
}

class Themes : public testing::TestWithParam<Theme> {
  protected:
    void SetUp() override {
        ImGui::CreateContext();  // packing a colour asks it how opaque all of them are
        set_colours(GetParam());
    }
    void TearDown() override {
        set_colours(Theme::dark);
        ImGui::DestroyContext();
    }
};

TEST_P(Themes, WordsStandOutFromWhatTheyStandOn) {
    using namespace colours;
    const ImVec4 black{0, 0, 0, 1}, white{1, 1, 1, 1};
    using Named = std::pair<const char*, ImVec4>;
    const Named grounds[] = {{"panel", panel}, {"control", control}, {"popup", popup}, {"stage", stage}};
    const Named words[] = {
        {"text", text}, {"faint", faint}, {"accent", accent}, {"good", good}, {"bad", bad}};
    for (const auto& [ground_name, ground] : grounds)
        for (const auto& [name, word] : words)
            EXPECT_GE(contrast(word, ground), 4.5) << name << " on " << ground_name;
    EXPECT_GE(contrast(text, hovered), 4.5);
    EXPECT_GE(contrast(text, accent_dim), 4.5);
    EXPECT_GE(contrast(on_accent, accent), 4.5);
    // A plate lies over any picture.
    for (const ImVec4& picture : {black, white})
        for (const auto& [name, word] : words)
            EXPECT_GE(contrast(word, over(colours::plate, picture)), 4.5) << name << " on a plate";
    for (int stage_number = 0; stage_number < 6; ++stage_number) {
        const ImVec4 hue = ImGui::ColorConvertU32ToFloat4(colour_of_stage(stage_number));
        EXPECT_GE(contrast(for_words(hue), panel), 4.5) << "a stage's name, " << stage_number;
    }
}

TEST_P(Themes, MarksStandOutFromThePanel) {
    const ImVec4 line = ImGui::ColorConvertU32ToFloat4(colours::line(255));
    EXPECT_GE(contrast(line, colours::panel), 7);
    for (const ImVec4* mark : {&colours::accent, &colours::good, &colours::bad}) {
        EXPECT_GE(contrast(*mark, colours::panel), 3);
        EXPECT_GE(contrast(*mark, over(ImGui::ColorConvertU32ToFloat4(colours::well()), colours::panel)), 3);
    }
}

TEST_P(Themes, WhatIsIncompleteIsFaintAndCanBeRead) {
    for (const ImVec4& colour : {colours::amber, colours::teal}) {
        const colours::Faded faded = colours::faded(colour);
        EXPECT_GE(contrast(faded.words, faded.fill), 4.5);
        EXPECT_LT(contrast(faded.fill, colours::stage), contrast(colour, colours::stage)) << "no fainter";
    }
}

std::string theme_name(const testing::TestParamInfo<Theme>& tested) {
    constexpr std::array names{"Dark", "Projector", "Light"};
    return names[std::size_t(tested.param)];
}
INSTANTIATE_TEST_SUITE_P(All, Themes, testing::Values(Theme::dark, Theme::projector, Theme::light),
                         theme_name);

}  // namespace
}  // namespace sweep::app
