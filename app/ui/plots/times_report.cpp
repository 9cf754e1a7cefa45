#include "app/ui/plots/times_report.h"

#include <string_view>

#include <fmt/format.h>

namespace sweep::app {
namespace {

std::string csv_word(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string joined_names(const std::vector<TimingRow>& rows, Part part, std::string_view between) {
    std::string text;
    for (const TimingRow& row : rows)
        if (row.part == part) text += (text.empty() ? "" : std::string(between)) + row.name;
    return text;
}

}  // namespace

double gb_per_s(const TimingRow& row) {
    constexpr double least = 5e-4;  // ms: a shorter stage had nothing to do
    return row.bytes && row.median_ms >= least ? double(row.bytes) * 1e-6 / row.median_ms : 0;
}

CopyShare copy_share(const TimingRow& row, double copy_gb_per_s) {
    const double speed = gb_per_s(row);
    if (speed <= 0 || copy_gb_per_s <= 0) return {};
    const double share = speed / copy_gb_per_s;
    if (share > 1) return {"in cache", 1};
    return {fmt::format("{:.0f} %", 100 * share), share};
}

std::string rate_text(double width, double height, double milliseconds) {
    const double rate = width * height / (1 << 30) * 1000 / milliseconds;
    return fmt::format("{:.{}f}", rate, rate < 0.00095 ? 4 : rate < 0.0995 ? 3 : 2);
}

std::string channels_text(int channels) {
    return fmt::format("{} channel{}", channels, channels == 1 ? "" : "s");
}

std::string parts_text(const std::vector<TimingRow>& rows) {
    return joined_names(rows, Part::filter, " + ");
}

std::string left_out_text(const std::vector<TimingRow>& rows) {
    return joined_names(rows, Part::transfer, ", ");
}

std::string times_markdown(const TimesReport& times) {
    std::string text = fmt::format("{}; {} x {} pixels, {}, {}", times.what, times.width, times.height,
                                   channels_text(times.channels), times.engine);
    if (times.copy_gb_per_s > 0) text += fmt::format(", copy {:.0f} GB/s", times.copy_gb_per_s);
    if (!times.copy_note.empty()) text += fmt::format(", the copy {}", times.copy_note);
    if (times.frame_ms > 0)
        text += fmt::format(", {:.1f} frames/s{}", 1000 / times.frame_ms,
                            times.waits_for_screen ? " with vertical sync" : "");
    if (const std::string parts = parts_text(times.rows); !parts.empty())
        text += fmt::format("; {}: {}", total_row, parts);
    if (const std::string out = left_out_text(times.rows); !out.empty()) text += ", without " + out;
    text +=
        "\n\n| stage | step | last ms | median ms | p95 ms | min ms | max ms | frames | MB | GB/s | of copy "
        "|\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for (const TimingRow& row : times.rows) {
        text +=
            fmt::format("| {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {} |", row.name, row.step,
                        row.last_ms, row.median_ms, row.p95_ms, row.least_ms, row.most_ms, row.count);
        const double speed = gb_per_s(row);
        text += speed > 0 ? fmt::format(" {:.1f} | {:.1f} |", double(row.bytes) * 1e-6, speed) : " | |";
        const CopyShare share = copy_share(row, times.copy_gb_per_s);
        text += share.text.empty() ? " |\n" : fmt::format(" {} |\n", share.text);
    }
    return text;
}

std::string times_csv(const TimesReport& times) {
    std::string text =
        "what,engine,width,height,stage,step,last_ms,median_ms,p95_ms,min_ms,max_ms,frames,bytes,gb_per_s,"
        "copy_gb_per_s,channels,in_all_stages\n";
    for (const TimingRow& row : times.rows)
        text += fmt::format(
            "{},{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{},{},{:.3f},{:.3f},{},{}\n",
            csv_word(times.what), csv_word(times.engine), times.width, times.height, csv_word(row.name),
            row.step, row.last_ms, row.median_ms, row.p95_ms, row.least_ms, row.most_ms, row.count, row.bytes,
            gb_per_s(row), times.copy_gb_per_s, times.channels, row.part == Part::filter ? 1 : 0);
    return text;
}

}  // namespace sweep::app
