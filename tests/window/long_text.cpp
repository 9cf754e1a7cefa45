// Whatever strings files bring into the window, a frame is drawn, and what is too long is cut.
#include "tests/support/long_text.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/command_line/view_options.h"
#include "app/window/demo.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

using test::mebibyte;
using test::repeated;

// The longest side of a triangle that ImGui has drawn, in pixels.
float longest_side(const ImDrawData& drawn) {
    float longest = 0;
    for (int i = 0; i < drawn.CmdListsCount; ++i) {
        const ImDrawList& list = *drawn.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer)
            for (unsigned at = 0; at + 3 <= command.ElemCount; at += 3)
                for (unsigned corner = 0; corner < 3; ++corner) {
                    const auto place = [&](unsigned k) {
                        return list
                            .VtxBuffer[int(command.VtxOffset +
                                           list.IdxBuffer[int(command.IdxOffset + at + k)])]
                            .pos;
                    };
                    const ImVec2 a = place(corner), b = place((corner + 1) % 3);
                    longest = std::max({longest, std::abs(a.x - b.x), std::abs(a.y - b.y)});
                }
    }
    return longest;
}

// The letters have a point each, so that all of them are inside of the screen.
TEST_F(Offscreen, TextsAreCutWhereTheyAreDrawn) {
    const Texture colour(1280, 800, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    const std::string text = repeated("letters", mebibyte), words = "and what follows";
    for (const bool is_last : {true, false}) {
        gui.begin(1280, 800, 0.02);
        for (ImDrawList* list : {ImGui::GetBackgroundDrawList(), ImGui::GetForegroundDrawList()}) {
            list->AddText(ImGui::GetFont(), 1, {0, 0}, IM_COL32_WHITE, text.c_str(), nullptr, 1280);
            if (!is_last) list->AddText({10, 10}, IM_COL32_WHITE, words.c_str());
        }
        ImGui::SetNextWindowSize({1200, 700});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoDecoration);
        ImGui::SetWindowFontScale(0.06f);
        ImGui::TextWrapped("%s", text.c_str());
        ImGui::TextUnformatted(text.c_str());
        ImGui::SetWindowFontScale(1);
        if (!is_last) ImGui::TextUnformatted(words.c_str());
        ImGui::End();
        gui.end();
        const ImDrawData& drawn = *ImGui::GetDrawData();
        EXPECT_GT(drawn.TotalVtxCount, 2 * 65536) << "the texts are not long enough for this test";
        EXPECT_LT(longest_side(drawn), 30) << "letters are mixed up";
        glBindFramebuffer(GL_FRAMEBUFFER, target.name());
        gui.draw();
        gui.draw_over([&](ImDrawList& list) {
            list.AddText(ImGui::GetFont(), 1, {0, 0}, IM_COL32_WHITE, text.c_str(), nullptr, 1280);
        });
        EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    }
}

TEST(Messages, AreBounded) {
    Messages messages;
    const std::string text = "saved\nas " + repeated("\xff", mebibyte) + ".png";
    messages.add(text, true, 4, 10, "12:00:00");
    EXPECT_EQ(messages.all().back().text, bounded(text));
    messages.add("another", false, 4, 11, "12:00:01");
    messages.keep(text, 4, 20);
    ASSERT_TRUE(messages.shown(21));
    EXPECT_TRUE(messages.shown(21)->text.starts_with("saved\nas \\xff"));
}

class LongTexts : public DemoFrames {
  protected:
    LongTexts() : DemoFrames(900, 560) {}
    void start_with_messages() {
        WindowOptions options;
        options.engine = EngineKind::cpu;
        options.messages = true;
        start(options);
    }
    void expect_short_messages() const {
        for (const Message& message : demo_->messages().all())
            EXPECT_LE(message.text.size(), longest_message) << message.text;
    }
};

TEST_F(LongTexts, OfPicturesAreShownOrRefused) {
    start_with_messages();
    for (const std::string letter : {"a", "\xe2\x82\xac", "\xff\x9b"})
        for (const auto& [name, bytes] : test::pictures_with(repeated(letter, mebibyte))) {
            SCOPED_TRACE(name);
            demo_->open(write(name, bytes));
            draw(2);
            // A label is a state, and each of these is wrong.
            const Action* restore = find_action(demo_->actions(), "restore-state");
            if (restore->available()) {
                EXPECT_THROW(demo_->run_action("restore-state"), Error);
            }
            draw(1);
        }
    for (const std::string letter : {"a", "\xff", "\xc3\xa9"})
        for (const char* extension : {".png", "", ".mp4"}) {
            demo_->open(write(repeated(letter, 200) + extension, "neither picture nor film"));
            draw(2);
        }
    EXPECT_GT(demo_->messages().all().size(), 20u);
    expect_short_messages();
}

TEST_F(LongTexts, FromTheClipboardAreRefused) {
    start_with_messages();
    for (const std::string& text :
         {repeated("a", mebibyte), "sweep --" + repeated("a", 60000),
          "sweep --filter=" + repeated("a", 60000), "sweep --record" + repeated(" --record", 60000),
          "sweep " + repeated("\xff", 60000) + ".png"}) {
        ImGui::SetClipboardText(text.c_str());
        demo_->press(ctrl('V'));
        draw(2);
    }
    EXPECT_GE(demo_->messages().all().size(), 4u);
    expect_short_messages();
}

TEST_F(LongTexts, OfKeptSettingsAndOptionsAreShownOrRefused) {
    WindowOptions options;
    options.engine = EngineKind::cpu;
    options.messages = options.more = true;
    options.recent = {{repeated("/recent", 4096), repeated("\xff", 4096)}, {repeated("\xff", 4096), ""}};
    start(options, {}, 3);
    for (const ViewOption& row : view_options())
        EXPECT_ANY_THROW(demo_->set(row.name, repeated("a", mebibyte))) << row.name;
    draw(2);
}

// A lecture that is read is shorter (Cues.AreRefusedWithTheirLine): this is about the frame.
TEST_F(LongTexts, OfALectureAreDrawn) {
    start_with_messages();
    for (const std::string letter : {"a", "\xff"}) {
        const std::string text = repeated(letter, mebibyte);
        demo_->lecture().start({text, text, {{1, text, "", text, text, ""}, {2, "b", "", "c", "d", ""}}},
                               [](const Cue&) {});
        draw(2);
        demo_->lecture().toggle_list();
        demo_->lecture().toggle_notes();
        draw(2);
        demo_->lecture().go(1);
        draw(2);
        demo_->lecture().close();
    }
}

}  // namespace
}  // namespace sweep::app
