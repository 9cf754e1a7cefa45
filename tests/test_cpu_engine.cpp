// The CPU engine: every named case against the reference, and what must hold whatever the reference says.
#include <atomic>
#include <cstdlib>
#include <hwy/targets.h>
#include <new>

#include "core/error.h"
#include "cpu/engine.h"
#include "tests/cases.h"

// Counts what goes through operator new in this program.
static std::atomic<long> allocations{0};

void* operator new(std::size_t size) {
    ++allocations;
    if (void* p = std::malloc(size)) return p;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const std::size_t to = std::size_t(alignment);
    if (void* p = std::aligned_alloc(to, (size + to - 1) / to * to)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
    std::free(p);
}

namespace sweep {
namespace {

using namespace sweep::test;

Run with(cpu::Engine& engine) {
    return [&engine](const Problem& p, ConstImageView in, ImageView out) {
        engine.prepare(p);
        engine.run(in, out);
    };
}

Image filtered(const Problem& p, const Image& in, int threads = 0) {
    cpu::Engine engine(threads);
    Image out(p.shape, output_sample(p));
    engine.prepare(p);
    engine.run(in.view(), out.view());
    return out;
}

bool same_bits(const Image& a, const Image& b) {
    return a.bytes() == b.bytes() && std::memcmp(a.data<std::byte>(), b.data<std::byte>(), a.bytes()) == 0;
}

void check_group(const std::string& name) {
    cpu::Engine engine;
    expect_group_matches(name, with(engine));
}

TEST(CpuEngine, EverySize) { check_group("sizes"); }
TEST(CpuEngine, EveryOrderAndBoundary) { check_group("orders"); }
TEST(CpuEngine, EverySigma) { check_group("sigmas"); }
TEST(CpuEngine, EveryChannelCount) { check_group("channels"); }
TEST(CpuEngine, EveryPass) { check_group("passes"); }
TEST(CpuEngine, DirectRealisation) { check_group("direct"); }
TEST(CpuEngine, Bytes) { check_group("bytes"); }
TEST(CpuEngine, Doubles) { check_group("doubles"); }
TEST(CpuEngine, SummedAreaTables) { check_group("tables"); }
TEST(CpuEngine, BoxBlurs) { check_group("boxes"); }

}  // namespace
}  // namespace sweep
