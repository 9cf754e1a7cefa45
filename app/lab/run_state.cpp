#include "app/lab/run_state.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace sweep::app {
namespace {

bool is_access(const RunEvent& event) {
    return event.what == RunWhat::read || event.what == RunWhat::write || event.what == RunWhat::atomic;
}

bool leaves_value(const RunEvent& event) {
    return event.what == RunWhat::write || event.what == RunWhat::atomic || event.what == RunWhat::host_write;
}

// As the emulator counts them (emulator/lab/watch.cpp): neither c nor variables of the file are the pictures' traffic.
bool is_counted(const RunMemory& memory) {
    return !memory.is_shared && memory.name != "c" && memory.name != "a variable of the file";
}

std::string place_name(std::size_t i, const std::array<int, 3>& of) {
    const std::size_t columns = std::size_t(std::max(of[0], 1)), rows = std::size_t(std::max(of[1], 1));
    if (of[1] <= 1 && of[2] <= 1) return fmt::format("{}", i);
    const std::string text = fmt::format("({},{}", i % columns, i / columns % rows);
    return of[2] > 1 ? text + fmt::format(",{})", i / columns / rows) : text + ")";
}

}  // namespace

double value_number(std::uint64_t bits, std::size_t bytes) {
    if (bytes == 8) return std::bit_cast<double>(bits);
    if (bytes != 4) return double(bits);
    const std::uint32_t word = std::uint32_t(bits);
    const float value = std::bit_cast<float>(word);
    const bool is_usual = word == 0 || std::isinf(value) || word == 0x7fc00000u ||
                          (std::isnormal(value) && std::abs(value) > 1e-30f && std::abs(value) < 1e30f);
    return is_usual ? double(value) : double(std::int32_t(word));
}

RunState::RunState(RecordedRun run) : run_(std::move(run)), writes_(run_.memory.size()) {
    for (std::size_t m = 0; m < run_.memory.size(); ++m)
        writes_[m].resize((run_.memory[m].bytes + cell_bytes(m) - 1) / cell_bytes(m));
    int launch = -1;
    for (std::size_t i = 0; i < run_.events.size(); ++i) {
        const RunEvent& event = run_.events[i];
        if (event.what == RunWhat::launch) launch = int(event.thread);
        launch_.push_back(event.what == RunWhat::host_write ? -1 : launch);
        if (!leaves_value(event) || event.span >= writes_.size()) continue;
        const std::size_t size = cell_bytes(event.span);
        std::vector<std::vector<std::uint32_t>>& cells = writes_[event.span];
        for (std::size_t cell = event.offset / size;
             cell < cells.size() && cell * size < event.offset + event.bytes; ++cell)
            cells[cell].push_back(std::uint32_t(i));
    }
    count();
}

// The n-th time that the threads of a warp come by a place of the program is one access of the warp, which counts in
// the phase of its first lane.
void RunState::count() {
    using Access = std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
    std::map<std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> times;
    struct Sectors {
        std::size_t phase = 0;
        std::set<std::pair<std::uint32_t, std::uint32_t>> touched;
    };
    std::map<Access, Sectors> accesses;
    traffic_.resize(run_.phases.size());
    for (std::size_t p = 0; p < run_.phases.size(); ++p)
        for (std::size_t i = run_.phases[p].first; i < run_.phases[p].end; ++i) {
            const RunEvent& event = run_.events[i];
            if (!is_access(event) || event.span >= run_.memory.size() || !is_counted(run_.memory[event.span]))
                continue;
            (event.what == RunWhat::read ? traffic_[p].read_bytes : traffic_[p].written_bytes) += event.bytes;
            std::uint32_t& passed = times[{launch_[i], event.block, event.thread, event.site}];
            const std::uint32_t time = event.goes_on && passed > 0 ? passed - 1 : passed++;
            const auto [access, is_new] =
                accesses.try_emplace({launch_[i], event.block, event.thread / 32, event.site, time});
            if (is_new) access->second.phase = p;
            constexpr std::uint32_t sector = 32;
            access->second.touched.emplace(event.span, event.offset / sector);
        }
    for (const auto& [key, access] : accesses) {
        ++traffic_[access.phase].accesses;
        traffic_[access.phase].sectors += double(access.touched.size());
    }
}

std::size_t RunState::cell_bytes(std::size_t memory) const {
    const std::size_t element = run_.memory[memory].element;
    return element == 1 || element == 2 || element == 8 ? element : 4;
}

std::optional<RunElement> RunState::element(std::size_t event) const {
    if (event >= run_.events.size()) return {};
    const RunEvent& e = run_.events[event];
    if ((!is_access(e) && e.what != RunWhat::host_write) || e.span >= run_.memory.size()) return {};
    const std::size_t cell = e.offset / cell_bytes(e.span);
    return cell < cells(e.span) ? std::optional(RunElement{e.span, cell}) : std::nullopt;
}

std::string RunState::name(RunElement element) const {
    return element_text(run_.memory[element.memory], element.cell * cell_bytes(element.memory), run_.width);
}

std::optional<RunValue> RunState::value(RunElement element, int after) const {
    if (after < 0 || run_.phases.empty()) return {};
    const std::size_t end = run_.phases[std::size_t(std::min(after, phases() - 1))].end;
    const std::vector<std::uint32_t>& writes = writes_[element.memory][element.cell];
    const auto behind = std::lower_bound(writes.begin(), writes.end(), std::uint32_t(end));
    if (behind == writes.begin()) return {};
    const std::size_t at = *std::prev(behind), size = cell_bytes(element.memory);
    const RunEvent& event = run_.events[at];
    // A store of a word into elements of a byte or two.
    const std::size_t before = element.cell * size > event.offset ? element.cell * size - event.offset : 0;
    if (event.bytes <= size) return RunValue{event.value, event.bytes, at};
    const std::uint64_t mask = (std::uint64_t(1) << 8 * std::min<std::size_t>(size, 7)) - 1;
    return RunValue{event.value >> 8 * before & mask, size, at};
}

bool RunState::is_written_before(RunElement element, std::size_t event) const {
    const std::vector<std::uint32_t>& writes = writes_[element.memory][element.cell];
    return !writes.empty() && writes.front() < event;
}

int RunState::phase_of(std::size_t event) const {
    const auto behind =
        std::upper_bound(run_.phases.begin(), run_.phases.end(), event,
                         [](std::size_t at, const RunPhase& phase) { return at < phase.first; });
    return std::max(int(behind - run_.phases.begin()) - 1, 0);
}

std::vector<std::size_t> RunState::reads_before(std::size_t event) const {
    std::vector<std::size_t> reads;
    const RunEvent& of = run_.events[event];
    if (!is_access(of)) return reads;
    for (std::size_t i = event; i-- > 0 && launch_[i] == launch_[event];) {
        const RunEvent& before = run_.events[i];
        if (!is_access(before) || before.block != of.block || before.thread != of.thread) continue;
        if (before.what == RunWhat::read)
            reads.push_back(i);
        else if (!reads.empty())
            break;
    }
    std::reverse(reads.begin(), reads.end());
    return reads;
}

std::vector<RunTouch> RunState::touched(int phase) const {
    std::map<std::pair<std::size_t, std::size_t>, RunTouch> touches;
    if (phase < 0 || phase >= phases()) return {};
    const RunPhase& of = run_.phases[std::size_t(phase)];
    for (std::size_t i = of.first; i < of.end; ++i)
        if (const std::optional<RunElement> at = element(i)) {
            RunTouch& touch = touches[{at->memory, at->cell}];
            touch.element = *at;
            const RunWhat what = run_.events[i].what;
            touch.is_read |= what == RunWhat::read || what == RunWhat::atomic;
            touch.is_written |= what != RunWhat::read;
        }
    std::vector<RunTouch> all;
    for (const auto& [place, touch] : touches) all.push_back(touch);
    return all;
}

std::vector<int> RunState::lines(int phase) const {
    std::vector<int> lines;
    if (phase < 0 || phase >= phases()) return lines;
    const RunPhase& of = run_.phases[std::size_t(phase)];
    for (std::size_t i = of.first; i < of.end; ++i) {
        const RunEvent& event = run_.events[i];
        if (!is_access(event) || event.site >= run_.lines.size()) continue;
        const int line = run_.lines[event.site];
        if (line > 0 && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    return lines;
}

RunTraffic RunState::traffic(int launch, int until) const {
    RunTraffic sum;
    for (int p = 0; p <= std::min(until, phases() - 1); ++p) {
        if (run_.phases[std::size_t(p)].launch != launch) continue;
        const RunTraffic& of = traffic_[std::size_t(p)];
        sum.read_bytes += of.read_bytes, sum.written_bytes += of.written_bytes;
        sum.accesses += of.accesses, sum.sectors += of.sectors;
    }
    return sum;
}

std::string RunState::who(std::size_t event) const {
    const int launch = launch_[event];
    if (launch < 0 || launch >= int(run_.launches.size())) return "the host";
    const RunEvent& of = run_.events[event];
    return fmt::format("thread {} of block {}",
                       place_name(of.thread, run_.launches[std::size_t(launch)].block),
                       block_name(launch, int(of.block)));
}

std::string RunState::block_name(int launch, int block) const {
    if (launch < 0 || launch >= int(run_.launches.size()) || block < 0) return "";
    return place_name(std::size_t(block), run_.launches[std::size_t(launch)].grid);
}

}  // namespace sweep::app
