#include "app/lessons/lab/view.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "app/base/files/text_file.h"
#include "app/base/text_parts.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/widgets.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr std::size_t longest_code = 1 << 20;
constexpr double most_seconds_a_step = 1.2, least_seconds_a_step = 0.05, seconds_in_all = 30;

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The file, and the headers beside it that it names.
std::vector<StampedFile> files_of(const std::filesystem::path& file, const std::string& code) {
    std::vector<StampedFile> files{stamped(file)};
    constexpr std::string_view begin = "#include \"";
    for (std::size_t at = code.find(begin); at != std::string::npos; at = code.find(begin, at)) {
        at += begin.size();
        const std::filesystem::path header =
            file.parent_path() / code.substr(at, std::min(code.find('"', at), code.find('\n', at)) - at);
        std::error_code nothing;
        if (std::filesystem::is_regular_file(header, nothing)) files.push_back(stamped(header));
    }
    return files;
}

std::vector<std::string> lines_of(std::string_view code) {
    std::vector<std::string> lines;
    while (!code.empty()) {
        std::string& line = lines.emplace_back(take_line(code));
        if (line.ends_with('\r')) line.pop_back();
        for (std::size_t tab; (tab = line.find('\t')) != std::string::npos;) line.replace(tab, 1, "    ");
    }
    return lines;
}

}  // namespace

void LabView::watch(WatchedFile file) {
    watched_ = std::move(file);
    watch_.watch({stamped(watched_->file)});
    is_saved_ = true;
}

bool LabView::look() {
    if (!watched_) return false;
    if (watch_.changed(seconds_now())) is_saved_ = true;
    if (!is_saved_ || task_.running()) return false;
    begin();
    return true;
}

// The stamps are those of before the text is read, so that what is saved meanwhile is noticed.
void LabView::begin() {
    is_saved_ = false;
    const std::vector<StampedFile> before = {stamped(watched_->file)};
    try {
        code_ = read_text(watched_->file.string(), "file", longest_code);
        watch_.watch(files_of(watched_->file, code_));
        task_.start([run = watched_->run, code = code_](const std::stop_token&) { return run(code); });
    } catch (const std::exception& error) {
        watch_.watch(before);
        trouble_ = error.what();
    }
}

void LabView::update(const LessonFrame& frame) {
    TeachSettings& teach = frame.settings.teach;
    look();
    try {
        if (auto run = task_.take()) take(*std::move(run), teach);
    } catch (const std::exception& error) {
        trouble_ = error.what();
        source_ = lines_of(code_);
        verdict_.reset();
        is_stale_ = state_ != nullptr;
    }
    if (!state_) return;
    const double last = double(state_->phases()) - 1;
    if (teach.lab.plays)
        teach.lab.step += frame.seconds / std::clamp(seconds_in_all / std::max(last, 1.0),
                                                     least_seconds_a_step, most_seconds_a_step);
    if (teach.lab.plays && teach.lab.step >= last + 1) {
        teach.lab.plays = teach.loop;
        teach.lab.step = teach.loop ? 0 : last;
    }
    teach.lab.step = std::clamp(teach.lab.step, 0.0, teach.lab.plays ? last + 1 : last);
}

void LabView::take(WatchedRun run, TeachSettings& teach) {
    trouble_.clear();
    source_ = lines_of(code_);
    exercise_ = std::move(run.exercise);
    verdict_ = std::move(run.verdict);
    own_ = run.own ? traffic_of(*run.own) : std::vector<TrafficRow>();
    is_stale_ = !run.recorded || run.recorded->phases.empty();
    marks_ = {}, faulty_phase_.reset();
    if (is_stale_) return;
    kept_.reset(), hovered_.reset();
    state_ = std::make_unique<RunState>(*std::move(run.recorded));
    ranges_ = value_ranges(*state_);
    find_fault(teach);
}

// Goes to what the verdict is about, where that is in the picture that was recorded.
void LabView::find_fault(TeachSettings& teach) {
    const RecordedRun& run = state_->run();
    std::optional<std::size_t> event = run.fault;
    if (verdict_->verdict == "uninitialised" && !event) event = run.uninitialised;
    if (verdict_->verdict == "out_of_bounds") {
        // The access itself has no element: its message names the memory that it has left.
        std::size_t longest = 0;
        for (std::size_t m = 0; m < run.memory.size(); ++m) {
            const std::string& name = run.memory[m].name;
            const bool is_named = verdict_->message.find(" " + name + "[") != std::string::npos;
            if (is_named && name.size() > longest) longest = name.size(), marks_.faulty_memory = m;
        }
    } else if (event && verdict_->verdict != "divergent_barrier" && verdict_->verdict != "deadlock") {
        marks_.faulty = state_->element(*event);
    }
    if (verdict_->verdict == "wrong" && verdict_->first && verdict_->size && is_recorded(*verdict_->size) &&
        !event)
        for (std::size_t m = 0; m < run.memory.size(); ++m) {
            const std::size_t cell =
                std::size_t(verdict_->first->y) * std::size_t(run.width) + std::size_t(verdict_->first->x);
            if (run.memory[m].name == "out" && cell < state_->cells(m)) marks_.faulty = RunElement{m, cell};
        }
    if (marks_.faulty && !event) {
        // Who wrote it last, or nobody until the end.
        const auto value = state_->value(*marks_.faulty, state_->phases() - 1);
        event = value ? value->event : run.events.size() - 1;
    }
    if (!event) return;
    kept_ = marks_.faulty;
    faulty_phase_ = state_->phase_of(*event);
    teach.lab.step = *faulty_phase_;
    teach.lab.plays = false;
}

bool LabView::is_recorded(const Size& size) const {
    return state_ && size.width == state_->run().width && size.height == state_->run().height;
}

void LabView::step(double steps, TeachSettings& teach) {
    teach.lab.step = std::max(std::floor(teach.lab.step) + (steps > 0) - (steps < 0), 0.0);
}

bool LabView::press(Chord chord, TeachSettings&) {
    if (chord != Chord{Key::escape} || !kept_) return false;
    kept_.reset();
    return true;
}

std::string LabView::why_not() const {
    if (!watched_)
        return "This lesson shows the run of your own kernels. Start it with: sweep lab watch mine.cu";
    if (state_) return {};
    return trouble_;
}

int LabView::step_of(const TeachSettings& teach) const {
    return std::clamp(int(teach.lab.step), 0, std::max(state_->phases() - 1, 0));
}

LabView::Said LabView::said() const {
    Said said;
    if (!trouble_.empty()) {
        said = {"no verdict", trouble_};
    } else if (verdict_) {
        said.is_good = verdict_->is_right();
        said.title = verdict_->verdict;
        std::replace(said.title.begin(), said.title.end(), '_', ' ');
        if (verdict_->line) said.title += fmt::format(", line {}", *verdict_->line);
        said.text = said.is_good ? fmt::format("exercise {}, {}", exercise_.name, exercise_.title)
                                 : verdict_->message + ".";
        if (verdict_->size && !is_recorded(*verdict_->size))
            said.text +=
                fmt::format(" On a picture of {} x {}.", verdict_->size->width, verdict_->size->height);
        if (verdict_->first) {
            const LabVerdict::Pixel& pixel = *verdict_->first;
            said.text += fmt::format(
                " First wrong pixel: x {}, y {} is {} and should be {:.5g}.", pixel.x, pixel.y,
                std::isnan(pixel.is) ? "no number" : fmt::format("{:.5g}", pixel.is), pixel.should_be);
        }
    }
    if (!said.text.empty()) said.text[0] = char(std::toupper(static_cast<unsigned char>(said.text[0])));
    if (is_busy()) said.title = said.title.empty() ? "compiling .." : said.title + "   compiling ..";
    if (is_stale_ && state_) said.text += " Below: the last run.";
    return said;
}

float LabView::draw_verdict(const Area& stage) const {
    const float em = ImGui::GetFontSize(), left = float(stage.x) + 0.6f * em,
                room = float(stage.width) - 1.2f * em;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const Said shown = said();
    float y = float(stage.y) + 0.4f * em;
    push_face(Face::title);
    list.AddText({left, y},
                 ImGui::GetColorU32(is_busy()       ? colours::accent
                                    : shown.is_good ? colours::good
                                                    : colours::bad),
                 cut(shown.title, room).c_str());
    y += ImGui::GetTextLineHeight() + 0.2f * em;
    pop_face();
    if (!shown.text.empty()) {
        // Three lines at most: the rest of the room is the memory's.
        std::string lines = in_lines(shown.text, room);
        std::size_t end = lines.find('\n');
        for (int line = 1; line < 3 && end != std::string::npos; ++line) end = lines.find('\n', end + 1);
        if (end != std::string::npos) lines = lines.substr(0, end) + " ..";
        list.AddText({left, y}, ImGui::GetColorU32(colours::text), lines.c_str());
        y += ImGui::CalcTextSize(lines.c_str()).y + 0.2f * em;
    }
    return y + 0.4f * em - float(stage.y);
}

void LabView::draw_stage(Area stage, int phase) {
    const float em = ImGui::GetFontSize();
    const int taken = int(draw_verdict(stage)), air = int(0.6f * em), legend = int(1.7f * em);
    const Area inside{stage.x + air, stage.y + taken, std::max(stage.width - 2 * air, 1),
                      std::max(stage.height - taken - legend, 1)};
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImGuiIO& io = ImGui::GetIO();
    const bool moved = io.MousePos.x != mouse_x_ || io.MousePos.y != mouse_y_;
    mouse_x_ = io.MousePos.x, mouse_y_ = io.MousePos.y;
    LabMarks marks = marks_;
    marks.picked = shown_element();
    const auto under = draw_memory(list, *state_, ranges_, inside, phase, marks,
                                   io.WantCaptureMouse ? ImVec2{-1, -1} : io.MousePos);
    if (moved) hovered_ = under;
    if (ImGui::IsMouseClicked(0) && !io.WantCaptureMouse && stage.contains(io.MousePos.x, io.MousePos.y)) {
        kept_ = under == kept_ ? std::nullopt : under;
        hovered_.reset();
    }
    float x = float(inside.x);
    const float y = float(stage.y + stage.height) - 1.4f * em;
    const auto word = [&](const ImVec4& colour, const char* text) {
        const float box = 0.75f * em;
        if (x + box + text_width(text) > float(stage.x + stage.width)) return;
        outline(list, {x, y + 0.15f * em}, {x + box, y + 0.15f * em + box}, ImGui::GetColorU32(colour), 0,
                thick(2));
        x += box + 0.35f * em;
        list.AddText({x, y}, ImGui::GetColorU32(colours::faint), text);
        x += text_width(text) + 1.1f * em;
    };
    word(colours::amber, "read in this step");
    word(colours::teal, "written in this step");
    list.AddText({x, y}, ImGui::GetColorU32(colours::faint),
                 cut("hatched: not written yet", float(stage.x + stage.width) - x).c_str());
}

void LabView::panels(const TeachLayout& layout, const Viewer&, Settings& settings) {
    const float em = ImGui::GetFontSize();
    // The strip has room for a row of blocks alone, and the player for its buttons; the rest belongs to the memory.
    const int less = std::max(layout.strip.height - int(5.2f * em), 0);
    PlayerAreas areas = layout;
    areas.strip.y += less, areas.strip.height -= less;
    const int shorter = std::max(areas.transport.height - int(3.2f * em), 0);
    areas.transport.y += less + shorter, areas.transport.height -= shorter;
    areas.stage.height += less + shorter, areas.panel.height += less + shorter;
    if (areas.panel.width > 0) {
        // Lines of a program are longer than sentences.
        const int all = areas.stage.width + areas.panel.width,
                  panel = std::clamp(int(0.42f * float(all)), areas.panel.width, int(44 * em));
        areas.panel.x += areas.panel.width - panel;
        areas.panel.width = panel, areas.stage.width = all - panel;
    }
    if (!state_) {
        const int bottom = layout.strip.y + layout.strip.height;
        areas.stage.height = bottom - areas.stage.y, areas.panel.height = bottom - areas.panel.y;
    }
    const Area& stage = areas.stage;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled({float(stage.x), float(stage.y)},
                       {float(stage.x + stage.width), float(stage.y + stage.height)},
                       ImGui::GetColorU32(colours::stage));
    if (!watched_) {
        list.AddText(nullptr, 0, {float(stage.x) + em, float(stage.y) + em},
                     ImGui::GetColorU32(colours::accent), why_not().c_str(), nullptr,
                     float(stage.width) - 2 * em);
        return;
    }
    const int phase = state_ ? step_of(settings.teach) : -1;
    if (state_)
        draw_stage(stage, phase);
    else
        draw_verdict(stage);
    if (areas.panel.width > 0) panel(areas.panel, phase);
    if (!state_) return;
    if (areas.transport.height > 0) transport(areas.transport, settings.teach);
    if (areas.strip.height > 0) strip(areas.strip, settings.teach);
}

}  // namespace sweep::app
