#include "emulator/lab/record.h"

#include <algorithm>
#include <cstring>

#include "emulator/lab/json.h"

namespace emulated {

void Record::add(Span& span, std::uint32_t block, bool is_shared) {
    span.number = std::uint32_t(memory_.size());
    memory_.push_back(
        {span.name, span.bytes, span.element, span.row, span.plane, launches_.size(), block, is_shared});
}

void Record::pieces(RunEvent event, const Span& span, const char* at, std::size_t bytes) {
    const std::size_t word = span.element == 8 ? 8 : 4;
    event.span = span.number;
    for (const char* const end = at + bytes; at < end && !is_full();) {
        event.offset = std::uint32_t(at - span.first);
        event.bytes = std::uint8_t(std::min(word - event.offset % word, std::size_t(end - at)));
        events_.push_back(event);
        unsettled_.emplace_back(events_.size() - 1, at);
        event.goes_on = 1;
        at += event.bytes;
    }
}

void Record::host_writes(const Span& span, const char* first, std::size_t bytes) {
    settle();
    pieces({}, span, first, bytes);
}

void Record::launch(const std::string& kernel, const Launched& launched) {
    launches_.push_back({kernel, launched.grid, launched.block});
    event(RunWhat::launch, 0, launches_.size() - 1);
}

void Record::event(RunWhat what, std::size_t block, std::size_t thread) {
    settle();
    if (is_full()) return;
    RunEvent& event = events_.emplace_back();
    event.what = what;
    event.block = std::uint32_t(block);
    event.thread = std::uint32_t(thread);
}

std::uint32_t Record::number_of(const void* site) {
    const auto [known, is_new] = site_numbers_.try_emplace(site, std::uint32_t(sites_.size()));
    if (is_new) sites_.push_back(site);
    return known->second;
}

void Record::beyond(RunWhat what, const Span& span, const char* at, std::size_t block, std::size_t thread,
                    const void* site) {
    event(what, block, thread);
    if (is_full()) return;
    RunEvent& event = events_.back();
    event.span = span.number;
    event.site = number_of(site);
    event.value = std::uint64_t(std::int64_t(at - span.first));
}

void Record::access(RunWhat what, const Span& span, const char* at, std::size_t bytes, std::size_t block,
                    std::size_t thread, const void* site) {
    RunEvent event;
    event.what = what;
    event.block = std::uint32_t(block);
    event.thread = std::uint32_t(thread);
    event.site = number_of(site);
    pieces(event, span, at, bytes);
    if (what == RunWhat::read) settle();
}

void Record::settle() {
    for (const auto& [event, at] : unsettled_) std::memcpy(&events_[event].value, at, events_[event].bytes);
    unsettled_.clear();
}

std::string Record::json(std::string (*place)(const void*)) const {
    const auto number = [](const char* name, std::size_t value) {
        return std::string(", \"") + name + "\": " + std::to_string(value);
    };
    const auto extent = [](const char* name, dim3 of) {
        return std::string(", \"") + name + "\": [" + std::to_string(of.x) + ", " + std::to_string(of.y) +
               ", " + std::to_string(of.z) + "]";
    };
    std::string text = "{\"is_whole\": " + std::string(is_full() ? "false" : "true") +
                       ", \"fault\": " + std::to_string(fault_) +
                       ", \"uninitialised\": " + std::to_string(uninitialised_) + ", \"memory\": [";
    for (const Memory& m : memory_)
        text += std::string(&m == memory_.data() ? "" : ", ") + "{\"name\": " + string_of_json(m.name) +
                number("bytes", m.bytes) + number("element", m.element) + number("row", m.row) +
                number("plane", m.plane) + number("launch", m.launch) + number("block", m.block) +
                ", \"shared\": " + (m.is_shared ? "true" : "false") + "}";
    text += "], \"launches\": [";
    for (const Launch& l : launches_)
        text += std::string(&l == launches_.data() ? "" : ", ") + "{\"kernel\": " + string_of_json(l.kernel) +
                extent("grid", l.grid) + extent("block", l.block) + "}";
    text += "], \"sites\": [";
    for (std::size_t i = 0; i < sites_.size(); ++i) text += (i == 0 ? "" : ", ") + place(sites_[i]);
    return text + "]}";
}

}  // namespace emulated
