#include "app/talk/page/lecture_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/base/build_revision.h"
#include "app/base/files/page_template.h"
#include "app/lessons/figures/figure.h"
#include "app/lessons/walk/lineage.h"
#include "app/talk/page/fault_json.h"
#include "app/talk/page/lesson_json.h"
#include "app/talk/page/passes_json.h"
#include "app/talk/page/picture_uri.h"
#include "app/talk/page/walk_json.h"
#include "core/base/error.h"
#include "cpu/engine.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

// The sentences of a speaker's notes, less those that say what to do in the window.
std::string for_readers(const std::string& notes) {
    std::string kept;
    for (std::size_t from = 0; from < notes.size();) {
        const std::size_t stop = std::min(notes.find(". ", from), notes.size() - 1);
        const std::string sentence = notes.substr(from, stop + 1 - from);
        if (!sentence.starts_with("In the window")) kept += (kept.empty() ? "" : " ") + sentence;
        from = std::min(notes.find_first_not_of(' ', stop + 1), notes.size());
    }
    return kept;
}

}  // namespace

LecturePage::LecturePage(const Lecture& lecture)
    : data_{{"title", lecture.title.empty() ? lecture.file : lecture.title},
            {"version", SWEEP_VERSION},
            {"revision", build_revision()},
            {"processor", cpu::description()},
            {"steps", Json::array()},
            {"walks", Json::array()}} {}

void LecturePage::begin(const Cue& cue) {
    data_["steps"].push_back({{"name", cue.name},
                              {"caption", cue.caption},
                              {"notes", for_readers(cue.notes)},
                              {"state", cue.state}});
}

void LecturePage::add_walk(const Walk& walk, int at, const std::optional<WalkPick>& number, bool hides) {
    const Json json = walk_json(walk);
    const std::string text = json.dump();
    const auto known = std::find(walks_.begin(), walks_.end(), text);
    step()["walk"] = known - walks_.begin();
    step()["at"] = std::clamp(at, 0, int(walk.steps.size()) - 1);
    if (number) {
        step()["number"] = *WalkLineage(walk).id_of(step()["at"].get<int>(), *number);
        step()["hides"] = hides;
    }
    if (known != walks_.end()) return;
    walks_.push_back(text);
    data_["walks"].push_back(json);
}

void LecturePage::add_figure(const FigureInfo& figure, const FigureContent& content) {
    step()["figure"] = figure_json(figure, content);
}

void LecturePage::add_run(const Trace& run) {
    step()["runs"].push_back(run_json(run));
}

void LecturePage::add_passes(const PassImages& images, const SweepPlace& place, int column, int row) {
    step()["passes"] = passes_json(images, place, column, row);
}

void LecturePage::add_fault(const BrokenView& fault) {
    step()["fault"] = fault_json(fault);
}

void LecturePage::add_picture(const ConstImageView& picture) {
    step()["picture"] = picture_uri(picture);
    step()["width"] = picture.shape.width;
    step()["height"] = picture.shape.height;
}

std::string LecturePage::html() const {
    std::string script;
    for (const char* name : {"base.js", "glossary.js", "walk.js", "sums.js", "traffic.js", "run.js",
                             "figure.js", "passes.js", "fault.js", "main.js"})
        script += page_part(std::string("page/") + name);
    std::string page =
        filled_page(page_part("page/page.html"),
                    {{"title", escaped_for_page(data_["title"].get<std::string>())},
                     {"style", page_part("page/style.css")},
                     {"data", json_for_page(data_.dump(-1, ' ', false, Json::error_handler_t::replace))},
                     {"script", script}});
    if (page.size() > most_bytes)
        throw Error(
            ExitCode::failed,
            fmt::format(
                "the page would have {:.1f} MiB, and a page has {} at most: give a lecture of fewer steps",
                double(page.size()) / double(1 << 20), most_bytes >> 20));
    return page;
}

}  // namespace sweep::app
