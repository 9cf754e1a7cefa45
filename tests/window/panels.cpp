// The controls under the pointer: it moves over all of them, and nothing is drawn.
#include "app/window/panels/panels.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/command_line/window_request.h"
#include "app/lessons/teach/lessons.h"
#include "app/screen/canvas/viewer.h"
#include "app/ui/actions.h"
#include "app/ui/gui.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/tune/view.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

constexpr int width = 1280, height = 1400;  // so high that nothing has to be scrolled

const char* name_of(Arrangement arrangement) {
    constexpr const char* names[] = {"usual", "present", "teach", "tune"};
    return names[int(arrangement)];
}

class Panels : public Offscreen {
  protected:
    void SetUp() override {
        Offscreen::SetUp();
        if (!context_) return;
        gui_.emplace(nullptr, 1.0f);
        gui_->point(&mouse_);
        tune_.recursive = true;
        report_.badge = "CPU";
        report_.width = 640, report_.height = 480;
        report_.focus.has_depth = report_.linear_matters = true;
        report_.focus.depth_name = "depth.png";
        report_.engine = EngineKind::cpu;
        report_.tune = &tune_;
    }

    // Returns what the pointer is on at this place; 0: nothing that can be used.
    ImGuiID pointed_at(float x, float y, const Settings& settings) {
        mouse_.x = x, mouse_.y = y;
        gui_->begin(width, height, 1);
        Settings untouched = settings;
        report_.problem.emplace();
        report_.problem->filter = settings.filter;
        const Layout layout = divide(width, height, untouched);
        controls_panel(layout, untouched, report_, requests_);
        const ImGuiID id = ImGui::GetCurrentContext()->HoveredId;
        const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
        explained_ = tooltip && tooltip->Active;
        lines_ = explained_ ? tooltip->ContentSize.y / ImGui::GetTextLineHeight() : 0;
        covers_ = explained_ && tooltip->Pos.x + tooltip->Size.x > float(layout.controls.x);
        bottom_ = layout.controls.height;
        left_ = float(layout.controls.x);
        ImGui::EndFrame();
        return id;
    }

    // Counts the controls. They stand below each other with space between them; joined ones count as one.
    int controls(const Settings& settings) {
        pointed_at(0, 0, settings);
        constexpr int step = 2, air = 3;  // step in pixels; air in steps without a control
        int count = 0, empty = air;
        for (int y = 0; y < bottom_; y += step) {
            bool any = false;
            for (float part : {0.06f, 0.35f, 0.6f, 0.9f})
                any = any || pointed_at(left_ + part * (float(width) - left_), float(y), settings);
            if (any && empty >= air) ++count;
            empty = any ? 0 : empty + 1;
        }
        return count;
    }

    // Expects an explanation of everything under the pointer, wherever that is. Returns how many things there are.
    std::size_t expect_explained(Settings settings) {
        settings.recent = {{"/pictures/a.png", ""}};
        settings.compare.slot[0] = settings;
        std::set<ImGuiID> seen;
        pointed_at(0, 0, settings);
        for (float y = 60; y < float(bottom_); y += 8)
            for (float x = left_ + 8; x < float(width); x += 12) {
                const ImGuiID id = pointed_at(x, y, settings);
                if (!id || !seen.insert(id).second) continue;
                for (int frame = 0; frame < 3; ++frame) pointed_at(x, y, settings);
                EXPECT_TRUE(explained_) << "nothing at (" << x - left_ << ", " << y << ") of view "
                                        << int(settings.view) << ", lesson " << int(settings.teach.lesson);
                EXPECT_LE(lines_, most_lines)
                    << "too long at (" << x - left_ << ", " << y << ") of view " << int(settings.view);
                EXPECT_FALSE(covers_)
                    << "the tip at (" << x - left_ << ", " << y << ") hides what is beside it";
            }
        return seen.size();
    }

    std::optional<Gui> gui_;
    ScriptedMouse mouse_;
    Report report_;
    Requests requests_;
    TuneReport tune_;
    bool explained_ = false, covers_ = false;  // there is a tip, and it lies over the panel
    static constexpr float most_lines = 7.5f;  // of a tip: two sentences, and the actions that it names
    int bottom_ = 0;
    float left_ = 0, lines_ = 0;
};

TEST_F(Panels, AtMostSevenControlsAndMore) {
    for (const Arrangement arrangement :
         {Arrangement::usual, Arrangement::present, Arrangement::teach, Arrangement::tune})
        for (const View view :
             {View::filtered, View::depth_of_field, View::wipe, View::difference, View::passes})
            for (const FilterKind kind : {FilterKind::gaussian, FilterKind::elliptic}) {
                if (kind == FilterKind::elliptic && view == View::depth_of_field) continue;  // no filter
                Settings settings;
                arrange(settings, arrangement);
                settings.view = view;
                settings.filter.kind = kind;
                settings.filter.derivative_x = 1;
                const int count = controls(settings) - 1;  // the button for more
                EXPECT_LE(count, 7) << name_of(arrangement) << ", view " << int(view) << ", filter "
                                    << int(kind);
                EXPECT_GE(count, 3);
            }
    Settings all;
    all.more = true;
    EXPECT_GT(controls(all), 12) << "they are not counted";
}

// Somebody who clicks through the views finds the next button where it was.
TEST_F(Panels, WhatTwoViewsShareKeepsItsPlace) {
    const auto places = [&](View view) {
        Settings settings;
        settings.view = view;
        std::map<ImGuiID, float> found;
        pointed_at(0, 0, settings);
        for (float y = 60; y < float(bottom_); y += 4)
            for (float part : {0.06f, 0.35f, 0.6f, 0.9f})
                if (const ImGuiID id = pointed_at(left_ + part * (float(width) - left_), y, settings))
                    found.try_emplace(id, y);
        for (const char* end : {"More", "Measure", "Save result"})  // they end the panel
            found.erase(ImGui::FindWindowByName("controls")->GetID(end));
        return found;
    };
    const std::map<ImGuiID, float> filtered = places(View::filtered);
    for (const View view : {View::original, View::wipe, View::side_by_side, View::difference, View::passes}) {
        int shared = 0;
        for (const auto& [id, y] : places(view))
            if (const auto there = filtered.find(id); there != filtered.end()) {
                ++shared;
                EXPECT_EQ(y, there->second) << "view " << int(view);
            }
        EXPECT_GT(shared, 6) << "view " << int(view);
    }
}

TEST_F(Panels, EveryControlIsExplained) {
    for (const View view : {View::filtered, View::depth_of_field, View::wipe, View::difference, View::passes})
        for (const FilterKind kind : {FilterKind::gaussian, FilterKind::elliptic}) {
            Settings settings;
            settings.more = true;
            settings.view = view;
            settings.filter.kind = kind;
            EXPECT_GT(expect_explained(settings), 25u);
        }
    for (const DerivedInfo& kind : derived_kinds()) {
        Settings settings;
        settings.derived.kind = kind.kind;
        EXPECT_GT(expect_explained(settings), 15u + kind.values.size()) << kind.word;
    }
    for (const FilterKind kind : {FilterKind::edge, FilterKind::diffusion, FilterKind::bilateral}) {
        Settings settings;
        settings.filter.kind = kind;
        EXPECT_GT(expect_explained(settings), 18u) << settings.filter_word();
    }
}

TEST_F(Panels, EveryLessonIsExplained) {
    for (std::size_t i = 0; i < lessons().size(); ++i) {
        Settings settings;
        settings.view = View::passes;
        settings.teach.lesson = Lesson(i);
        settings.drawer = true;  // where the numbers of a walk need the window
        EXPECT_GT(expect_explained(settings), 15u) << lessons()[i]->button;
    }
}

TEST_F(Panels, OnlyActionsOfTheTableAreExplained) {
    gui_->begin(width, height, 1);
    EXPECT_NO_THROW(tip("wipe"));
    EXPECT_THROW(tip("wype"), std::logic_error);
    ImGui::EndFrame();
}

TEST_F(Panels, RowsOfAChoiceAreEvenAndNumberedThrough) {
    constexpr ChoiceEntry offers[] = {{"a", "box"}, {"b", "sat"}, {"c", "wipe"}, {"d", "fit"}, {"e", "grid"}};
    std::map<int, std::set<float>> rows;  // keyed by the choice that was clicked
    for (const float x : {40.0f, 120.0f, 180.0f, 260.0f})
        for (const float y : {20.0f, 45.0f})
            for (const bool down : {false, true, false}) {
                mouse_.x = x, mouse_.y = y, mouse_.down = down;
                gui_->begin(width, height, 1);
                ImGui::SetNextWindowPos({0, 0});
                ImGui::SetNextWindowSize({320, 200});
                ImGui::Begin("choice", nullptr, ImGuiWindowFlags_NoDecoration);
                if (const int clicked = choice("of five", offers, 0, 3); clicked >= 0)
                    rows[clicked].insert(y);
                ImGui::End();
                ImGui::EndFrame();
            }
    ASSERT_EQ(rows.size(), 5u) << "two of the first row, three of the second";
    for (const auto& [clicked, at] : rows) EXPECT_EQ(*at.begin(), clicked < 2 ? 20 : 45) << clicked;
}

TEST(Layouts, AreTheSameByKeyAndByOption) {
    for (const char* name : {"usual", "present", "teach", "tune"})
        for (const View before : {View::filtered, View::passes, View::wipe}) {
            Settings by_key, by_option;
            by_key.view = by_option.view = before;
            Viewer viewer;
            TuneView tuning;
            const std::vector<Action> actions = make_actions(by_key, viewer, tuning, {});
            find_action(actions, name)->run();
            by_option = with_option(by_option, "layout", name);
            EXPECT_EQ(state_arguments(by_key), state_arguments(by_option)) << name;
            EXPECT_EQ(by_key.view == View::passes, std::string_view(name) == "teach") << name;
            EXPECT_EQ(by_key.tune.panel, std::string_view(name) == "tune") << name;
        }
    // A view that is asked for before a layout stays.
    const Settings asked = settings_of(parse_options({"--view=original", "--layout=teach"}));
    EXPECT_EQ(asked.view, View::original);
    EXPECT_EQ(asked.arrangement, Arrangement::teach);
}

TEST_F(Panels, TuningHasRoomForItsPlots) {
    for (const auto& [w, h] : {std::pair{1280, 720}, {1600, 900}, {1920, 1080}}) {
        Settings settings;
        arrange(settings, Arrangement::tune);
        gui_->begin(w, h, 1);
        const Layout layout = divide(w, h, settings);
        ImGui::EndFrame();
        if (w == 1280) {
            EXPECT_EQ(layout.tune.x, layout.controls.x) << "the panel stands below the controls";
            EXPECT_EQ(layout.tune.y, layout.controls.height);
            EXPECT_EQ(layout.picture.x + layout.picture.width, layout.tune.x)
                << "it hides some of the picture";
            EXPECT_GE(3 * layout.picture.width * layout.picture.height, 2 * w * h) << layout.picture.height;
            continue;
        }
        if (layout.tune.x == layout.controls.x) continue;
        EXPECT_EQ(layout.tune.height, h) << w;
        EXPECT_GE(layout.tune.width, 450) << w;
        EXPECT_GE(layout.picture.width, w / 4) << w;
        EXPECT_EQ(layout.picture.x + layout.picture.width, layout.tune.x) << "it hides some of the picture";
        EXPECT_EQ(layout.tune.x + layout.tune.width, layout.controls.x) << w;
    }
    // Where the panel of tuning lies over the picture, the rest of the picture is too narrow for anything
    // else.
    Settings settings;
    arrange(settings, Arrangement::tune);
    gui_->begin(640, 480, 1);
    const Layout layout = divide(640, 480, settings);
    ImGui::EndFrame();
    EXPECT_LE(layout.captions.x + layout.captions.width, layout.tune.x);
    EXPECT_LE(layout.times.width, 1);
    EXPECT_EQ(layout.picture.height, 480);
    // There are no times where not even one stage has a line.
    gui_->begin(120, 90, 1);
    const Layout tiny = divide(120, 90, Settings{});
    ImGui::EndFrame();
    EXPECT_LE(tiny.times.width, 1);
    EXPECT_EQ(tiny.picture.height, 90);
}

// No label is cut while there is room for all of them together.
TEST_F(Panels, ButtonsHaveRoomForTheirLabels) {
    constexpr std::array<const char*, 3> labels{"More", "Measure", "Save result"};
    gui_->begin(width, height, 1);
    std::vector<float> texts;
    float together = 0;
    for (const char* label : labels) together += texts.emplace_back(ImGui::CalcTextSize(label).x);
    for (const float room : {together + 12, 1.3f * together, 3 * together}) {
        const std::vector<float> widths = button_widths(labels, room);
        float all = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            EXPECT_GE(widths[i], texts[i] + 2) << labels[i] << " in " << room;
            all += widths[i];
        }
        EXPECT_NEAR(all, room, 0.01f);
    }
    const std::vector<float> wide = button_widths(labels, 4 * together);
    EXPECT_EQ(wide[0], wide[2]);
    ImGui::EndFrame();
}

// The badge of the engine stays left of the buttons in the corner: a longer one would be cut by them.
TEST_F(Panels, TheBadgeLeavesTheCornerFree) {
    const auto right_of_badge = [&](const char* badge) {
        report_.badge = badge;
        pointed_at(0, 0, {});
        const ImDrawList& list = *ImGui::FindWindowByName("controls")->DrawList;
        const ImU32 colour = ImGui::GetColorU32(colours::good);
        float right = 0;
        for (const ImDrawVert& vertex : list.VtxBuffer)
            if (vertex.col == colour && vertex.pos.y < 40) right = std::max(right, vertex.pos.x);
        return right;
    };
    gui_->begin(width, height, 1);
    const Layout layout = divide(width, height, {});
    const float corner = float(width) - menu_width(layout);
    ImGui::EndFrame();
    for (const char* badge : {"CUDA", "CUDA copy", "CUDA interop"}) {
        EXPECT_GT(right_of_badge(badge), left_) << badge;
        EXPECT_LE(right_of_badge(badge), corner) << badge;
    }
}

TEST_F(Panels, BigTypeHidesNothingOfThePicture) {
    for (const auto& [w, h] : {std::pair{1280, 720}, {1920, 1080}, {640, 480}})
        for (const bool panels : {true, false})
            for (const Arrangement arrangement :
                 {Arrangement::usual, Arrangement::present, Arrangement::tune}) {
                Settings settings;
                arrange(settings, arrangement);
                settings.panels = panels;
                settings.big_type = true;
                gui_->begin(w, h, 1);
                const Layout layout = divide(w, h, settings);
                ImGui::EndFrame();
                ASSERT_GT(layout.big_type.height, 30) << w;
                EXPECT_LE(layout.picture.y + layout.picture.height, layout.big_type.y) << w;
                if (layout.times.height > 1) {
                    EXPECT_LE(layout.big_type.y + layout.big_type.height, layout.times.y) << w;
                }
            }
}

}  // namespace
}  // namespace sweep::app
