// The lesson on tables in the window: the box under the mouse, the sweeps, and what the passes say of a table.
#include <gtest/gtest.h>

#include "tests/support/teach_frames.h"

namespace sweep::app {
namespace {

using TableFrames = TeachFrames;

// The lesson on tables is drawn whatever the filter and the numbers are, and its numbers are the picture's.
TEST_F(TableFrames, SumsOverABoxThatIsDragged) {
    WindowOptions options;
    options.teach.lesson = Lesson::table;
    options.teach.input = TestInput::checker;
    options.teach.input_size = 64;
    start(options);
    frames(6);
    const TableView& view = demo_->teach().view<TableView>();
    ASSERT_TRUE(view.sums()) << view.why_not();
    EXPECT_EQ(view.picture().width, 64);
    // Drag from pixel (10, 20) to pixel (17, 23), and on beyond the picture.
    Viewer viewer;
    gui_->begin(width_, height_, 0.01);
    const TeachLayout layout =
        divide_teach(divide(width_, height_, demo_->settings()).picture, demo_->settings().teach);
    gui_->end();
    viewer.place(layout.picture, 64, 64);
    const Point corner = viewer.origin();
    const auto at = [&](float x, float y, bool down) {
        mouse(corner.x + x * viewer.zoom(), corner.y + y * viewer.zoom(), down);
        frames(1);
    };
    at(10.5f, 20.5f, false);
    at(10.5f, 20.5f, true);
    at(17.5f, 23.5f, true);
    frames(1);
    EXPECT_EQ(view.sums()->box, (Region{10, 20, 8, 4}));
    double sum = 0;
    for (int y = 20; y < 24; ++y)
        for (int x = 10; x < 18; ++x) sum += double(view.picture().at(x, y));
    EXPECT_EQ(view.sums()->true_sum, sum);
    EXPECT_NEAR(view.sums()->sum, sum, 1e-3);
    const Point kept = viewer.origin();
    EXPECT_EQ(kept.x, corner.x) << "the picture is moved by the drag";
    at(70, 90, true);
    at(70, 90, false);
    EXPECT_EQ(view.sums()->box, (Region{10, 20, 54, 44}));
    // Pointing at a corner shows all that its entry is the sum of.
    at(30, 50, false);
    const Screen apart = frame();
    at(10, 20, false);
    EXPECT_GT(differing(apart, frame()), 1000);
    at(30, 50, false);

    const auto draws = [&](const char* option, const char* value) {
        demo_->set(option, value);
        for (const char* shows : {"box", "sweep", "error"}) {
            demo_->set("table-shows", shows);
            frames(1);
            for (int i = 0; i < 40 && view.is_busy(); ++i) frames(1);
            frames(1);
            EXPECT_TRUE(view.sums()) << option << " " << value << " " << shows;
            EXPECT_EQ(view.why_not(), "");
            EXPECT_FALSE(view.is_busy());
        }
    };
    for (const char* filter : {"sat", "box", "none", "elliptic", "gaussian"}) draws("filter", filter);
    for (const char* precision : {"float", "float-mean", "fixed", "uint32", "double", "auto"})
        draws("table-precision", precision);
    for (const auto& error : view.largest_errors()) EXPECT_TRUE(error.has_value());
    demo_->press({'$'});
    frames(3);
    EXPECT_NE(demo_->settings().teach.lesson, Lesson::table);
}

// A table has two causal passes: the sweeps step, play and end as others do.
TEST_F(TableFrames, SweepsOfATableStep) {
    WindowOptions options;
    options.teach.lesson = Lesson::table;
    options.teach.table.shows = TableShow::sweep;
    options.teach.table.at = 0;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 32;
    start(options);
    frames(5);
    const auto at = [&] { return demo_->settings().teach.table.at; };
    demo_->press({'.'});
    frames(1);
    EXPECT_NEAR(at(), 1.0 / 32, 1e-9);
    demo_->press({'>'});
    EXPECT_EQ(at(), 1);
    demo_->press({','});
    frames(1);
    EXPECT_NEAR(at(), 31.0 / 32, 1e-9);
    demo_->press({Key::end});
    EXPECT_EQ(at(), 2);
    demo_->press({Key::home});
    EXPECT_EQ(at(), 0);
    demo_->press({' '});
    frames(10);
    EXPECT_NEAR(at(), 0.2, 0.05);
}

// The passes of a table are no red refusal: a sentence says what it is, and leads to its sweeps.
TEST_F(TableFrames, PassesSayWhatATableIs) {
    WindowOptions options;
    options.teach.input = TestInput::step;
    options.teach.input_size = 48;
    start(options);
    for (const auto& [filter, is_table] :
         {std::pair{"sat", true}, {"box", true}, {"none", false}, {"gaussian", false}}) {
        demo_->set("filter", filter);
        for (const char* blocks : {"off", "on"}) {
            demo_->set("blocks", blocks);
            frames(3);
            const std::string words = passes().no_passes();
            EXPECT_EQ(words.empty(), filter == std::string("gaussian")) << filter;
            EXPECT_EQ(words.find("pole at 1") != std::string::npos, is_table) << filter;
        }
    }
    for (const Message& message : demo_->messages().all()) EXPECT_FALSE(message.trouble) << message.text;
}

}  // namespace
}  // namespace sweep::app
