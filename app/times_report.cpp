#include "app/times_report.h"

#include <fmt/format.h>

namespace sweep::app {
namespace {

std::string csv_word(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

}  // namespace

double gb_per_s(const TimingRow& row) {
    constexpr double least = 5e-4;  // ms: below it there was nothing to do
    return row.bytes && row.median_ms >= least ? double(row.bytes) * 1e-6 / row.median_ms : 0;
}

std::string times_markdown(const TimesReport& times) {
    std::string text =
        fmt::format("{}; {} x {} pixels, {}", times.what, times.width, times.height, times.engine);
    if (times.copy_gb_per_s > 0) text += fmt::format(", copy {:.0f} GB/s", times.copy_gb_per_s);
    if (times.frame_ms > 0)
        text += fmt::format(", {:.1f} frames/s{}", 1000 / times.frame_ms,
                            times.waits_for_screen ? " with vertical sync" : "");
    text +=
        "\n\n| stage | step | last ms | median ms | 95 % ms | least ms | most ms | frames | MB | GB/s | of a "
        "copy |\n"
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for (const TimingRow& row : times.rows) {
        text +=
            fmt::format("| {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {} |", row.name, row.step,
                        row.last_ms, row.median_ms, row.p95_ms, row.least_ms, row.most_ms, row.count);
        const double speed = gb_per_s(row);
        text += speed > 0 ? fmt::format(" {:.1f} | {:.1f} |", double(row.bytes) * 1e-6, speed) : " | |";
        text += speed > 0 && times.copy_gb_per_s > 0
                    ? fmt::format(" {:.0f} % |\n", 100 * speed / times.copy_gb_per_s)
                    : " |\n";
    }
    return text;
}

std::string times_csv(const TimesReport& times) {
    std::string text =
        "what,engine,width,height,stage,step,last_ms,median_ms,p95_ms,min_ms,max_ms,frames,bytes,gb_per_s,"
        "copy_gb_per_s\n";
    for (const TimingRow& row : times.rows)
        text +=
            fmt::format("{},{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{},{},{:.3f},{:.3f}\n",
                        csv_word(times.what), csv_word(times.engine), times.width, times.height,
                        csv_word(row.name), row.step, row.last_ms, row.median_ms, row.p95_ms, row.least_ms,
                        row.most_ms, row.count, row.bytes, gb_per_s(row), times.copy_gb_per_s);
    return text;
}

}  // namespace sweep::app
