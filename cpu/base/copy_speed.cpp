#include "cpu/base/copy_speed.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "cpu/base/threads.h"

namespace sweep::cpu {
namespace {

constexpr std::size_t timed_rounds = 2;
constexpr std::ptrdiff_t piece = 1 << 20;  // bytes that one thread copies at a time

}  // namespace

struct CopySpeed::State {
    explicit State(std::size_t bytes) : half(bytes / 2), memory(new char[bytes]) {}

    Threads threads{0};
    std::size_t half, steps = 0;
    std::unique_ptr<char[]> memory;  // not cleared, which would take too long for one frame
};

CopySpeed::CopySpeed(std::size_t bytes) : state_(std::make_unique<State>(bytes)) {}
CopySpeed::~CopySpeed() = default;

bool CopySpeed::done() const {
    return state_->steps >= (1 + timed_rounds) * (state_->half / slice);
}

void CopySpeed::step() {
    State& s = *state_;
    const std::size_t slices = s.half / slice;
    char* const from = s.memory.get() + s.steps % slices * slice;
    char* const to = from + s.half;
    const bool touches = s.steps++ < slices;
    const auto start = std::chrono::steady_clock::now();
    s.threads.for_chunks(std::ptrdiff_t(slice), piece, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        const auto count = std::size_t(end - begin);
        if (touches) {
            std::memset(from + begin, 1, count);
            std::memset(to + begin, 2, count);
        } else {
            std::memcpy(to + begin, from + begin, count);
        }
    });
    if (touches) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fastest_ = std::max(fastest_, 2 * double(slice) * 1e-9 / seconds);
}

}  // namespace sweep::cpu
