// The keys and options of what is broken on purpose, and the list of it in the panel.
#include "app/lessons/broken/view.h"
#include "app/ui/action_rows.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// There are too many words for the column of values.
ViewOption broken_option() {
    std::string names;
    for (const auto& [word, fault] : fault_words) names += (names.empty() ? "" : ", ") + std::string(word);
    ViewOption row = word_option(
        "broken", "Break something for some seconds, to see what it is there for: " + names, fault_words,
        [](auto& s) -> auto& { return s.teach.fault.shown; });
    row.value = "NAME";
    return row;
}

}  // namespace

void BrokenView::add_options(std::vector<ViewOption>& rows) {
    // The same as the fault no-carries.
    rows.push_back(switch_word_option(
        "forget-carries", "Drop the carries of the blocks for some seconds (default off)",
        [](Settings& s, bool on) {
            if (on)
                s.teach.fault.shown = Fault::no_carries;
            else if (s.teach.fault.shown == Fault::no_carries)
                s.teach.fault.shown = Fault::none;
        },
        [](const Settings& s) { return s.teach.fault.shown == Fault::no_carries; }));
    rows.push_back(broken_option());
    rows.push_back(switch_option(
        "broken-stays", "Keep it broken (default off)",
        [](auto& s) -> auto& { return s.teach.fault.stays; }));
    rows.push_back(switch_option(
        "broken-difference", "Show what is wrong in place of the wrong picture (default off)",
        [](auto& s) -> auto& { return s.teach.fault.difference; }));
}

void BrokenView::add_actions(std::vector<Action>& actions, Settings& settings) {
    TeachSettings& teach = settings.teach;
    const auto seen = [&settings] { return settings.view == View::passes; };
    ActionRows row(actions, group::teach);
    row("forget-carries", "Drop the carries for some seconds", {}, [&teach] {
        teach.lesson = Lesson::blocks;
        teach.enlarged = -1;
        teach.fault.shown = teach.fault.shown == Fault::no_carries ? Fault::none : Fault::no_carries;
    }).marked([&teach] {
          return teach.fault.shown == Fault::no_carries;
      }).when(seen, "the view of the passes");
    row("broken", "What if the carries were missing, late, ..", {'!'}, [&teach] {
        teach.fault.shown = Fault((int(teach.fault.shown) + 1) % int(fault_words.size()));
        show_fault(teach);
    }).marked([&teach] {
          return shows_fault(teach);
      }).when(seen, "the view of the passes");
    row("broken-difference", "What is wrong with what is broken", {'%'}, teach.fault.difference)
        .when(seen, "the view of the passes");
    row("broken-stays", "Keep what is broken as it is", {}, teach.fault.stays)
        .when(seen, "the view of the passes");
}

void BrokenView::controls(TeachSettings& teach) {
    heading("WHAT IF ..");
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##broken", words_of(teach.fault.shown).item)) {
        for (const auto& [word, fault] : fault_words)
            if (ImGui::Selectable(words_of(fault).item, fault == teach.fault.shown)) {
                teach.fault.shown = fault;
                show_fault(teach);
            }
        ImGui::EndCombo();
    }
    tip({"broken", "forget-carries"},
        "Breaks something on purpose, for some seconds, so that everybody sees what it is there for.");
}

}  // namespace sweep::app
