#include "app/lab/recorded_run.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace sweep::app {

std::vector<RunPhase> phases_of(const std::vector<RunEvent>& events) {
    std::vector<RunPhase> phases;
    std::vector<int> met;  // barriers of each block of the launch
    int launch = -1;
    const auto begin = [&](std::size_t at, int block) {
        if (!phases.empty()) phases.back().end = at;
        phases.push_back({launch, block, launch < 0 || block < 0 ? 0 : met[std::size_t(block)], at, at});
    };
    for (std::size_t i = 0; i < events.size(); ++i) {
        const RunEvent& event = events[i];
        const std::size_t block = event.block;
        if (block >= met.size()) met.resize(block + 1);
        switch (event.what) {
            case RunWhat::launch:
                launch = int(event.thread);
                met.assign(1, 0);
                begin(i, -1);
                break;
            case RunWhat::host_write:
                if (phases.empty() || phases.back().block >= 0) begin(i, -1);
                break;
            case RunWhat::block_begins:
            case RunWhat::block_runs:
                begin(i, int(block));
                break;
            case RunWhat::block_meets:
                ++met[block];
                begin(i, int(block));
                break;
            default:
                break;
        }
    }
    if (!phases.empty()) phases.back().end = events.size();
    // A block that meets a barrier as it begins or ends leaves phases in which nothing happens.
    std::erase_if(phases, [&](const RunPhase& phase) {
        for (std::size_t i = phase.first; i < phase.end; ++i)
            if (events[i].what == RunWhat::read || events[i].what == RunWhat::write ||
                events[i].what == RunWhat::atomic || events[i].what == RunWhat::host_write)
                return false;
        return true;
    });
    return phases;
}

std::string value_text(std::uint64_t bits, std::size_t bytes) {
    if (bytes == 8) return fmt::format("{:.5g}", std::bit_cast<double>(bits));
    if (bytes != 4) return fmt::format("{}", bits);
    const std::uint32_t word = std::uint32_t(bits);
    const float value = std::bit_cast<float>(word);
    const bool is_usual =
        word == 0 || (std::isnormal(value) && std::abs(value) > 1e-30f && std::abs(value) < 1e30f);
    return is_usual || word == 0x7fc00000u || std::isinf(value) ? fmt::format("{:.5g}", value)
                                                                : fmt::format("{}", std::int32_t(word));
}

std::string element_text(const RunMemory& memory, std::size_t offset, int width) {
    const std::size_t i = offset / memory.element, row = memory.row, plane = memory.plane;
    if (row == 0) return fmt::format("{}[{}]", memory.name, i);
    if (!memory.is_shared && int(row) == width)
        return fmt::format("{}[{} * width + {}]", memory.name, i / row, i % row);
    if (plane == 0) return fmt::format("{}[{}][{}]", memory.name, i / row, i % row);
    return fmt::format("{}[{}][{}][{}]", memory.name, i / row, i % row / plane, i % plane);
}

}  // namespace sweep::app
