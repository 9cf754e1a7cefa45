#include "app/lab/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

struct Count {
    const char* name;
    double value;
    std::optional<double> good;
    bool is_more() const { return good && value > *good * 1.02 + 0.005; }
};

// The numbers of all kernels together, beside those of a good solution.
std::vector<Count> counts_of(const LabVerdict& verdict, const GoodCounts& good) {
    KernelCounts sum;
    for (const KernelCounts& kernel : verdict.kernels) {
        sum.read_bytes += kernel.read_bytes;
        sum.written_bytes += kernel.written_bytes;
        sum.sectors += kernel.sectors;
        sum.accesses += kernel.accesses;
        sum.bank_conflict = std::max(sum.bank_conflict, kernel.bank_conflict);
    }
    const double bytes = 4.0 * verdict.counted.width * verdict.counted.height;
    return {{"reads", ratio(sum.read_bytes, bytes), good.reads},
            {"writes", ratio(sum.written_bytes, bytes), good.writes},
            {"sectors", ratio(sum.sectors, sum.accesses), good.sectors},
            {"conflict", sum.bank_conflict, good.conflict}};
}

// What a line's accesses cost, and what would be less.
std::string costly_text(const KernelCounts& kernel) {
    std::string text;
    for (const CostlyLine& line : kernel.costly)
        text += line.is_shared
                    ? fmt::format(
                          "  line {}: a {} asks one bank of shared memory for {:.0f} words. "
                          "Rows of one word more spread them.\n",
                          line.line, line.writes ? "store" : "load", line.bank_conflict)
                    : fmt::format(
                          "  line {}: a {} of a warp touches {:.1f} sectors, where {:.1f} would do. "
                          "Let neighbouring threads take neighbours in memory.\n",
                          line.line, line.writes ? "store" : "load", line.sectors, line.least_sectors);
    return text;
}

Json costly_json(const KernelCounts& kernel) {
    Json lines = Json::array();
    for (const CostlyLine& line : kernel.costly)
        lines.push_back({{"line", line.line},
                         {"access", line.writes ? "store" : "load"},
                         {"memory", line.is_shared ? "shared" : "global"},
                         {"sectors_per_access", line.sectors},
                         {"least_sectors", line.least_sectors},
                         {"bank_conflict", std::int64_t(line.bank_conflict)}});
    return lines;
}

std::string kernel_table(const LabVerdict& verdict) {
    std::string text =
        fmt::format("\n  {:<20} {:>13} {:>14} {:>15} {:>13} {:>8} {:>10}\n", "kernel", "reads a pixel",
                    "writes a pixel", "sectors/access", "bank conflict", "barriers", "idle lanes");
    const double bytes = 4.0 * verdict.counted.width * verdict.counted.height;
    for (const KernelCounts& kernel : verdict.kernels)
        text +=
            fmt::format("  {:<20} {:>13.2f} {:>14.2f} {:>15.1f} {:>13} {:>8.0f} {:>8.0f} %\n", kernel.name,
                        ratio(kernel.read_bytes, bytes), ratio(kernel.written_bytes, bytes),
                        ratio(kernel.sectors, kernel.accesses),
                        kernel.bank_conflict > 1 ? fmt::format("{:.0f} ways", kernel.bank_conflict) : "none",
                        kernel.barriers, 100 * kernel.idle_lanes) +
            costly_text(kernel);
    return text;
}

std::string beside_good(const LabVerdict& verdict, const GoodCounts& good) {
    std::string bounds, more;
    for (const Count& count : counts_of(verdict, good)) {
        if (!count.good) continue;
        const bool none = std::string_view(count.name) == "conflict" && *count.good <= 1;
        bounds += (bounds.empty() ? "" : ", ") +
                  (none ? "no bank conflict" : fmt::format("{} {:.4g}", count.name, *count.good));
        if (count.is_more())
            more += fmt::format("{}{} {:.3g}", more.empty() ? "" : ", ", count.name, count.value);
    }
    if (bounds.empty()) return {};
    return fmt::format("A good solution counts at most {}. {}\n", bounds,
                       more.empty() ? "So does yours." : "Yours counts more: " + more + ".");
}

std::string pixel_text(const LabVerdict::Pixel& pixel) {
    const std::string is = std::isnan(pixel.is) ? "no number" : fmt::format("{:.6g}", pixel.is);
    return fmt::format("x {}, y {} is {} and should be {:.6g}", pixel.x, pixel.y, is, pixel.should_be);
}

Json pixel_json(const std::optional<LabVerdict::Pixel>& pixel) {
    if (!pixel) return nullptr;
    return {{"x", pixel->x},
            {"y", pixel->y},
            {"is", std::isfinite(pixel->is) ? Json(pixel->is) : Json(nullptr)},
            {"should_be", pixel->should_be}};
}

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

// The verdict in words.
std::string title_of(const std::string& verdict) {
    std::string words = verdict;
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

}  // namespace

std::string verdict_text(const LabVerdict& verdict, const std::string& file, const Exercise& exercise) {
    std::string text = fmt::format("{}{}: {}", file, verdict.line ? fmt::format(":{}", *verdict.line) : "",
                                   title_of(verdict.verdict));
    if (verdict.is_right()) {
        text += fmt::format(". Exercise {}, {}. Largest error: {:.1e} of the largest number.\n",
                            exercise.name, exercise.title, verdict.error.value_or(0));
        if (!verdict.message.empty()) text += verdict.message + ".\n";
    } else {
        text += ". " + verdict.message + (verdict.message.ends_with('?') ? "\n" : ".\n");
        if (verdict.line) text += fmt::format("{:>6} | {}\n", *verdict.line, verdict.source);
        if (verdict.other_line && verdict.other_line != verdict.line)
            text += fmt::format("{:>6} | {}\n", *verdict.other_line, verdict.other_source);
        if (verdict.fault != Fault::none)
            text += fmt::format("Fault: {}.\n", word_for(fault_words, verdict.fault));
        if (verdict.size)
            text += fmt::format("Picture: {} x {}.\n", verdict.size->width, verdict.size->height);
        if (verdict.first) text += fmt::format("First wrong pixel: {}.\n", pixel_text(*verdict.first));
        if (verdict.error && verdict.worst)
            text += fmt::format("Largest error: {:.2g} of the largest number; {}.\n", *verdict.error,
                                pixel_text(*verdict.worst));
    }
    // What was counted until it stopped says nothing.
    constexpr std::array whole = {"right", "wrong", "race", "uninitialised"};
    if (!verdict.kernels.empty() && std::find(whole.begin(), whole.end(), verdict.verdict) != whole.end())
        text += kernel_table(verdict);
    if (verdict.is_right()) text += beside_good(verdict, exercise.good);
    if (!verdict.said.empty()) text += "\nThe program printed:\n" + verdict.said + "\n";
    return text;
}

Json verdict_json(const LabVerdict& verdict, const std::string& file, const Exercise& exercise) {
    Json kernels = Json::array(), counts = Json::object(), good = Json::object();
    const double bytes = 4.0 * verdict.counted.width * verdict.counted.height;
    for (const KernelCounts& kernel : verdict.kernels)
        kernels.push_back({{"name", kernel.name},
                           {"reads_per_pixel", ratio(kernel.read_bytes, bytes)},
                           {"writes_per_pixel", ratio(kernel.written_bytes, bytes)},
                           {"sectors_per_access", ratio(kernel.sectors, kernel.accesses)},
                           {"bank_conflict", std::int64_t(kernel.bank_conflict)},
                           {"barriers", std::int64_t(kernel.barriers)},
                           {"idle_lanes", kernel.idle_lanes},
                           {"shared_bytes", std::int64_t(kernel.shared_bytes)},
                           {"launches", std::int64_t(kernel.launches)},
                           {"costly_lines", costly_json(kernel)}});
    bool is_good = verdict.is_right();
    for (const Count& count : counts_of(verdict, exercise.good)) {
        counts[count.name] = count.value;
        if (count.good) good[count.name] = *count.good;
        is_good = is_good && !count.is_more();
    }
    return {
        {"file", file},
        {"exercise", exercise.name},
        {"verdict", verdict.verdict},
        {"fault", verdict.fault == Fault::none ? Json(nullptr) : Json(word_for(fault_words, verdict.fault))},
        {"line", or_null(verdict.line)},
        {"other_line", or_null(verdict.other_line)},
        {"message", verdict.message},
        {"error", or_null(verdict.error)},
        {"size", verdict.size ? Json(fmt::format("{}x{}", verdict.size->width, verdict.size->height))
                              : Json(nullptr)},
        {"first_wrong", pixel_json(verdict.first)},
        {"worst", pixel_json(verdict.worst)},
        {"kernels", kernels},
        {"counts", counts},
        {"good", good},
        {"is_good", is_good},
        {"printed", verdict.said}};
}

std::string gpu_text(const GpuRun& gpu, const LabVerdict& verdict) {
    const std::string where = gpu.device.empty() ? "the GPU" : gpu.device;
    if (!verdict.is_right())
        return fmt::format("On {}: {}. {}.\n", where, title_of(verdict.verdict), verdict.message);
    std::string text =
        fmt::format("On {}: right. {} x {} pixels take {:.3f} ms, a copy {:.3f} ms: {:.0f} % of its speed.\n",
                    where, gpu.side, gpu.side, gpu.ms, gpu.copy_ms, 100 * ratio(gpu.copy_ms, gpu.ms));
    if (gpu.own_ms > 0) text += fmt::format("Sweep's own kernels take {:.3f} ms.\n", gpu.own_ms);
    text += fmt::format("A thread has {} registers{}.\n", gpu.registers,
                        gpu.spilled_bytes > 0
                            ? fmt::format(", which are too few: {} bytes lie in memory", gpu.spilled_bytes)
                            : "");
    return text;
}

Json gpu_json(const GpuRun& gpu, const LabVerdict& verdict) {
    return {{"device", gpu.device},
            {"verdict", verdict.verdict},
            {"message", verdict.message},
            {"error", or_null(verdict.error)},
            {"size", fmt::format("{0}x{0}", gpu.side)},
            {"ms", gpu.ms},
            {"copy_ms", gpu.copy_ms},
            {"share_of_copy", ratio(gpu.copy_ms, gpu.ms)},
            {"own_ms", gpu.own_ms > 0 ? Json(gpu.own_ms) : Json(nullptr)},
            {"registers", gpu.registers},
            {"spilled_bytes", gpu.spilled_bytes}};
}

}  // namespace sweep::app
