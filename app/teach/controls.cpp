// The controls of the view of the passes.
#include <algorithm>
#include <cmath>

#include "app/broken/faults.h"
#include "app/teach/view.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

void what_if(TeachSettings& teach) {
    heading("WHAT IF ..");
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##broken", words_of(teach.broken).item)) {
        for (const auto& [word, fault] : fault_words)
            if (ImGui::Selectable(words_of(fault).item, fault == teach.broken)) {
                teach.broken = fault;
                show_fault(teach);
            }
        ImGui::EndCombo();
    }
    tip({"broken", "forget-carries"},
        "Breaks something on purpose, for some seconds, so that everybody sees what it is there for.");
}

}  // namespace

void teach_section(TeachSettings& teach, bool more) {
    heading("INPUT");
    constexpr std::array<Offer, 7> inputs{
        {{"picture"}, {"impulse"}, {"step"}, {"checker"}, {"ramp"}, {"ones"}, {"noise"}}};
    if (const int clicked = choice("input", inputs, int(teach.input), 4); clicked >= 0)
        teach.input = TestInput(clicked);
    tip("test-input", "The scene or picture, or a test input whose result can be checked by hand.");
    if (teach.input == TestInput::impulse) ImGui::TextDisabled("Click the picture to move it.");
    if (more && teach.input != TestInput::none) {
        constexpr std::array<const char*, 6> sizes{"16", "32", "64", "128", "256", "512"};
        const int chosen = int(std::lround(std::log2(double(teach.input_size) / 16)));
        const bool is_offered = 16 << std::clamp(chosen, 0, 5) == teach.input_size;
        if (const int clicked = choice("size", sizes, is_offered ? chosen : -1); clicked >= 0)
            teach.input_size = 16 << clicked;
        hint("The width and height in pixels. Magnified pixels show their values.");
    }
    heading("SHOW");
    constexpr std::array<Offer, 6> lessons{
        {{"passes"}, {"blocks"}, {"numbers"}, {"real run"}, {"sums"}, {"figures"}}};
    const int wanted = choice("lesson", lessons, int(teach.lesson), 3);
    tip({"blocks", "walk", "replay", "sums", "figure"},
        "The passes one after the other, the stages in which they run on blocks, every number of a small "
        "picture, when each block of a real run ran, sums over boxes from a table, or a figure of the "
        "papers.");
    if (wanted >= 0) {
        teach.lesson = Lesson(wanted);
        teach.enlarged = -1;
    }
    if (teach.lesson == Lesson::walk) {
        constexpr std::array<const char*, 4> sizes{"8 x 8", "12 x 12", "16 x 16", "32 x 32"};
        constexpr std::array<int, 4> sides{8, 12, 16, 32};
        const auto chosen = std::find(sides.begin(), sides.end(), teach.walk_size) - sides.begin();
        if (const int clicked = choice("cut", sizes, int(chosen)); clicked >= 0)
            teach.walk_size = sides[std::size_t(clicked)];
        hint("How much of the picture is walked through, around the middle.");
        constexpr std::array<const char*, 2> blocks{"blocks of 4", "blocks of 8"};
        if (const int clicked = choice("blocks", blocks, teach.walk_block == 8 ? 1 : 0); clicked >= 0)
            teach.walk_block = clicked == 1 ? 8 : 4;
        hint("On a GPU blocks have 32 to 128 pixels; the steps are the same.");
        if (!teach.walk_numbers.empty() && ImGui::Button("back to the picture")) teach.walk_numbers.clear();
    } else if (teach.lesson == Lesson::replay) {
        constexpr std::array<Offer, 5> others{
            {{"alone"}, {"beside rt"}, {"beside 4"}, {"beside 5"}, {"beside 7"}}};
        constexpr std::array<const char*, 5> names{"", "rt", "4", "5", "7"};
        const auto chosen = std::find(names.begin(), names.end(), teach.replay_beside) - names.begin();
        if (const int clicked = choice("beside", others, int(chosen), 3); clicked >= 0)
            teach.replay_beside = names[std::size_t(clicked)];
        hint("Runs another algorithm on the same picture too, and shows both on one axis of time.");
    } else if (teach.lesson == Lesson::table) {
        constexpr std::array<const char*, 3> views{"a box", "sweeps", "errors"};
        if (const int clicked = choice("table", views, int(teach.table_shows)); clicked >= 0) {
            teach.table_shows = TableShow(clicked);
            teach.table_plays = teach.table_shows == TableShow::sweep;
        }
        hint(
            "A box whose sum is four numbers of the table, the two sweeps that make the table, or how wrong "
            "its "
            "means are at each place.");
    } else if (teach.lesson == Lesson::blocks) {
        what_if(teach);
    } else if (teach.lesson == Lesson::passes) {
        if (more) ImGui::Checkbox("dim what is not filtered", &teach.dims);
        if (more) hint("Darkens what the pass has not reached.");
        if (more || shows_fault(teach)) what_if(teach);
    }
}

}  // namespace sweep::app
