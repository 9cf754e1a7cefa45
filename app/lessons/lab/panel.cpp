// The panel of a student's run: where it is, the lines of the file, the story of a number, and the meter of traffic.
#include <algorithm>

#include <fmt/format.h>

#include "app/lessons/lab/view.h"
#include "app/lessons/lesson/traffic.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// A line's number as an index of lines; -1: there is none.
int index_of(const std::optional<int>& line, std::size_t lines) {
    return line && *line >= 1 && *line <= int(lines) ? *line - 1 : -1;
}

}  // namespace

std::string LabView::phase_text(int phase) const {
    const RecordedRun& run = state_->run();
    const RunPhase& now = run.phases[std::size_t(phase)];
    if (now.block < 0) return "the host fills memory";
    return fmt::format(
        "block {}, {}", state_->block_name(now.launch, now.block),
        now.phase == 0 ? std::string("from its beginning") : fmt::format("behind its barrier {}", now.phase));
}

void LabView::panel(const Area& area, int phase) const {
    begin_panel("lab", area);
    const float em = ImGui::GetFontSize();
    if (phase >= 0) {
        const RecordedRun& run = state_->run();
        const RunPhase& now = run.phases[std::size_t(phase)];
        push_face(Face::title);
        std::string title = now.launch < 0 ? "before the launch" : "between launches";
        if (now.block >= 0 && now.launch >= 0 && now.launch < int(run.launches.size())) {
            const RunLaunch& launch = run.launches[std::size_t(now.launch)];
            const auto extent = [](const std::array<int, 3>& of) {
                if (of[1] <= 1 && of[2] <= 1) return fmt::format("{}", of[0]);
                return of[2] > 1 ? fmt::format("{}x{}x{}", of[0], of[1], of[2])
                                 : fmt::format("{}x{}", of[0], of[1]);
            };
            title = fmt::format("{}<<<{}, {}>>>", launch.kernel, extent(launch.grid), extent(launch.block));
        }
        ImGui::TextUnformatted(cut(title, ImGui::GetContentRegionAvail().x).c_str());
        pop_face();
        ImGui::TextColored(colours::accent, "%s",
                           fmt::format("step {} of {}", phase + 1, state_->phases()).c_str());
        ImGui::SameLine();
        ImGui::TextColored(colours::text, "%s",
                           cut(phase_text(phase), ImGui::GetContentRegionAvail().x).c_str());
        if (!run.is_whole) faint_line("The record ends here: the run was longer than what can be kept.");
        ImGui::Dummy({0, 0.2f * em});
    }
    // Below are the story of a number, and the meter.
    const std::vector<TrafficRow> rows = phase < 0 ? std::vector<TrafficRow>() : meter_rows(phase);
    const float line = ImGui::GetTextLineHeightWithSpacing(),
                below = phase < 0 ? line : traffic_height(rows) + 8.5f * line,
                room = float(area.height) - ImGui::GetCursorPosY() - below;
    source(phase, std::max(room, 7 * line));
    ImGui::Dummy({0, 0.3f * em});
    if (phase >= 0) {
        story(area, phase, traffic_height(rows));
        meter(area, phase, rows);
    }
    ImGui::End();
}

// The lines around those that run; where the text has an error, around that.
void LabView::source(int phase, float height) const {
    const float em = ImGui::GetFontSize();
    push_face(Face::mono);
    const float pitch = 1.18f * ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x;
    const int fit = std::max(int(height / pitch), 3), all = int(source_.size());
    std::vector<int> ran;
    std::vector<int> reads, writes;
    int middle = -1, other = -1;
    const int bad = verdict_ ? index_of(verdict_->line, source_.size()) : -1;
    const bool shows_bad = bad >= 0 && (is_stale_ || phase < 0 || faulty_phase_ == phase);
    if (phase >= 0 && !is_stale_) {
        ran = state_->lines(phase);
        const RecordedRun& run = state_->run();
        const RunPhase& now = run.phases[std::size_t(phase)];
        for (std::size_t i = now.first; i < now.end; ++i) {
            const RunEvent& event = run.events[i];
            const bool is_read = event.what == RunWhat::read, is_write = event.what == RunWhat::write;
            if ((!is_read && !is_write && event.what != RunWhat::atomic) || event.site >= run.lines.size())
                continue;
            std::vector<int>& to = is_read ? reads : writes;
            const int line = run.lines[event.site] - 1;
            if (std::find(to.begin(), to.end(), line) == to.end()) to.push_back(line);
        }
        if (!ran.empty()) {
            const auto [least, most] = std::minmax_element(ran.begin(), ran.end());
            middle = (*least + *most) / 2 - 1;
            if (*most - *least > fit - 2) middle = ran.front() - 1;
        }
        if (const auto element = shown_element())
            if (const auto value = state_->value(*element, phase)) {
                const RunEvent& event = run.events[value->event];
                if (event.what != RunWhat::host_write && event.site < run.lines.size())
                    other = run.lines[event.site] - 1;
            }
    }
    if (shows_bad) middle = bad;
    if (middle < 0)
        for (int i = 0; i < all && middle < 0; ++i)
            if (source_[std::size_t(i)].find("void lab(") != std::string::npos) middle = i + fit / 2 - 1;
    const int first = std::clamp(middle - fit / 2, 0, std::max(all - fit, 0));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float number = text_width("000 "), mark = 0.22f * em;
    const auto holds = [](const std::vector<int>& lines, int i) {
        return std::find(lines.begin(), lines.end(), i) != lines.end();
    };
    list.AddRectFilled(corner, {corner.x + room, corner.y + float(std::min(fit, all)) * pitch},
                       colours::well(), 0.2f * em);
    for (int i = first; i < std::min(first + fit, all); ++i) {
        const float y = corner.y + float(i - first) * pitch;
        const bool runs = holds(reads, i) || holds(writes, i), is_bad = shows_bad && i == bad;
        if (runs || is_bad || i == other) {
            ImVec4 shade = is_bad ? colours::bad : i == other ? colours::accent : colours::text;
            shade.w = i == other || is_bad ? 0.28f : 0.09f;
            list.AddRectFilled({corner.x, y}, {corner.x + room, y + pitch}, ImGui::GetColorU32(shade));
        }
        if (holds(reads, i))
            list.AddRectFilled({corner.x, y}, {corner.x + mark, y + pitch},
                               ImGui::GetColorU32(colours::amber));
        if (holds(writes, i))
            list.AddRectFilled({corner.x + mark + 1, y}, {corner.x + 2 * mark + 1, y + pitch},
                               ImGui::GetColorU32(colours::teal));
        const float x = corner.x + 2 * mark + 0.4f * em;
        list.AddText({x, y}, ImGui::GetColorU32(is_bad ? colours::bad : colours::faint),
                     fmt::format("{:>3}", i + 1).c_str());
        const ImVec4 clip{x, y, corner.x + room, y + pitch};
        list.AddText(
            nullptr, 0, {x + number, y},
            ImGui::GetColorU32(runs || is_bad || phase < 0 || is_stale_ ? colours::text : colours::faint),
            source_[std::size_t(i)].c_str(), nullptr, 0, &clip);
    }
    pop_face();
    ImGui::Dummy({room, float(std::min(fit, all)) * pitch});
}

// Who wrote the number, where, and of what.
void LabView::story(const Area& area, int phase, float below) const {
    const auto element = shown_element();
    if (!element) {
        faint_line(
            "Point at a number: who wrote it, on which line, and what that thread had read. A click keeps it.");
        return;
    }
    const RecordedRun& run = state_->run();
    const auto value = state_->value(*element, phase);
    push_face(Face::mono);
    ImGui::TextColored(
        colours::accent, "%s",
        cut(state_->name(*element) + (value ? " = " + value_text(value->bits, value->bytes) : ""),
            ImGui::GetContentRegionAvail().x)
            .c_str());
    pop_face();
    ImGui::PushTextWrapPos(0);
    if (!value) {
        ImGui::TextUnformatted("Nobody has written it yet.");
        ImGui::PopTextWrapPos();
        return;
    }
    const RunEvent& event = run.events[value->event];
    const int when = state_->phase_of(value->event);
    const auto line = [&](const RunEvent& of) {
        return of.site < run.lines.size() && run.lines[of.site] > 0
                   ? fmt::format("line {}", run.lines[of.site])
                   : std::string("an unknown line");
    };
    if (event.what == RunWhat::host_write) {
        ImGui::TextUnformatted(run.memory[event.span].name == "in" ? "The picture, as it was given."
                                                                   : "The host wrote it.");
        ImGui::PopTextWrapPos();
        return;
    }
    ImGui::TextUnformatted(
        fmt::format("Written in step {} by {}, {}.", when + 1, state_->who(value->event), line(event))
            .c_str());
    const std::vector<std::size_t> reads = state_->reads_before(value->event);
    ImGui::TextUnformatted(reads.empty() ? "That thread had read nothing before."
                                         : "Just before, that thread had read:");
    ImGui::PopTextWrapPos();
    const float left =
        float(area.height) - ImGui::GetCursorPosY() - below - 1.2f * ImGui::GetTextLineHeightWithSpacing();
    const std::size_t most =
        std::size_t(std::clamp(left / ImGui::GetTextLineHeightWithSpacing() - 1, 1.0f, 9.0f));
    const std::size_t from = reads.size() > most ? reads.size() - most : 0;
    if (from > 0) faint_line(fmt::format("{} more, and then", from));
    push_face(Face::mono);
    for (std::size_t i = from; i < reads.size(); ++i) {
        const RunEvent& read = run.events[reads[i]];
        const auto of = state_->element(reads[i]);
        const std::string held = of && !state_->is_written_before(*of, reads[i])
                                     ? ", not written yet"
                                     : " = " + value_text(read.value, read.bytes);
        ImGui::TextUnformatted(cut(fmt::format("{}{}   {}", of ? state_->name(*of) : "?", held, line(read)),
                                   ImGui::GetContentRegionAvail().x)
                                   .c_str());
    }
    pop_face();
}

// What has gone through memory so far, beside what a good solution and Sweep's own algorithms move.
std::vector<TrafficRow> LabView::meter_rows(int phase) const {
    const RecordedRun& run = state_->run();
    const double bytes = 4.0 * run.width * run.height;
    TrafficRow yours;
    yours.name = "yours";
    yours.now = TrafficPlace{};
    const int now = run.phases[std::size_t(phase)].launch;
    for (int launch = 0; launch < int(run.launches.size()); ++launch) {
        const RunTraffic all = state_->traffic(launch, state_->phases() - 1),
                         done = state_->traffic(launch, phase);
        yours.stages.push_back({"", run.launches[std::size_t(launch)].kernel, all.read_bytes / bytes,
                                all.written_bytes / bytes});
        if (launch == now)
            yours.now =
                TrafficPlace{std::size_t(launch), all.read_bytes > 0 ? done.read_bytes / all.read_bytes : 1,
                             all.written_bytes > 0 ? done.written_bytes / all.written_bytes : 1};
    }
    std::vector<TrafficRow> rows{yours};
    if (!is_stale_ && exercise_.good.reads && exercise_.good.writes)
        rows.push_back({"a good one",
                        Algorithm::automatic,
                        {{"", "", *exercise_.good.reads, *exercise_.good.writes}},
                        {}});
    if (!is_stale_)
        for (const TrafficRow& row : own_) {
            rows.push_back(row);
            rows.back().name = "Sweep, " + row.name;
        }
    return rows;
}

// At the lower edge of the panel.
void LabView::meter(const Area& area, int phase, const std::vector<TrafficRow>& rows) const {
    RunTraffic so_far;
    for (int launch = 0; launch < int(state_->run().launches.size()); ++launch) {
        const RunTraffic done = state_->traffic(launch, phase);
        so_far.accesses += done.accesses, so_far.sectors += done.sectors;
    }
    std::string sectors = so_far.accesses > 0 ? fmt::format("sectors an access of a warp: {:.1f}",
                                                            so_far.sectors / so_far.accesses)
                                              : std::string("sectors an access of a warp: none so far");
    if (!is_stale_ && exercise_.good.sectors)
        sectors += fmt::format("   good: {:.1f}", *exercise_.good.sectors);
    const float line = ImGui::GetTextLineHeightWithSpacing(), high = traffic_height(rows) + line,
                end = float(area.height) - ImGui::GetStyle().WindowPadding.y;
    if (ImGui::GetCursorPosY() + high > end) return;
    ImGui::SetCursorPosY(end - high);
    draw_traffic(rows);
    ImGui::TextColored(colours::faint, "%s", cut(sectors, ImGui::GetContentRegionAvail().x).c_str());
}

}  // namespace sweep::app
