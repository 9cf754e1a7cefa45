// Bulk tensor copies on the host: see gpu/device/bulk_copy.cuh in this folder.
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include "gpu/device/bulk_copy.cuh"

namespace sweep::gpu {
namespace {

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "emulator: %s (thread %u of block %u,%u)\n", what, threadIdx.x, blockIdx.x,
                 blockIdx.y);
    std::abort();
}

struct Box {
    char* shared;
    CUtensorMap image;
    int x, y;

    std::size_t bytes() const { return std::size_t(image.box_width) * image.box_height * 4; }
    void move(bool inwards) const {
        for (int r = 0; r < int(image.box_height); ++r)
            for (int c = 0; c < int(image.box_width); ++c) {
                char* inside = shared + r * 128 + ((c / 4) ^ (r & 7)) * 16 + c % 4 * 4;
                const bool is_there =
                    y + r >= 0 && y + r < int(image.height) && x + c >= 0 && x + c < int(image.width);
                if (!is_there) {
                    if (inwards) std::memset(inside, 0, 4);
                    continue;
                }
                char* there = image.data + std::size_t(y + r) * image.pitch + std::size_t(x + c) * 4;
                std::memcpy(inwards ? inside : there, inwards ? there : inside, 4);
            }
    }
};

// The barriers of the running thread block, with the copies that have been ordered on each; the stores that
// have been ordered; and the threads that have called show_to_copies().
struct Barrier {
    const CopyBarrier* at;
    unsigned arrivals, missing;  // threads a phase waits for; those missing in this one
    unsigned phase, expected;    // bytes
    std::vector<Box> boxes;
    // Whether all who arrive have just shown what they wrote: in this phase, and in the one before.
    bool is_shown = true, was_shown = true;

    // True if all that the phase waits for is there or can be: copies are made when they are waited for.
    bool can_be_done() const { return missing == 0; }
    void finish() {
        std::size_t bytes = 0;
        for (const Box& box : boxes) bytes += box.bytes();
        if (bytes != expected) fail("other copies than were announced: the barrier would never be done");
        for (const Box& box : boxes) box.move(true);
        boxes.clear();
        was_shown = std::exchange(is_shown, true);
        expected = 0, missing = arrivals, ++phase;
    }
};
std::vector<Barrier> barriers;
std::vector<Box> stores;
using Thread = std::pair<unsigned, unsigned>;  // of a thread block
std::set<Thread> shown, just_shown;            // that have called show_to_copies(), and arrived nowhere since
std::set<Thread> may_store;                    // that have last waited for threads who had just shown all
std::uint64_t at_turn = 0;                     // the running thread block (emulated::turn)

Barrier& on(const CopyBarrier& barrier) {
    for (Barrier& b : barriers)
        if (b.at == &barrier) return b;
    fail("a barrier for copies that nobody has announced");
}

void arrive(Barrier& b) {
    if (b.missing == 0) {
        if (!b.boxes.empty()) fail("a phase is over before anybody has waited for its copies");
        b.finish();
    }
    b.is_shown &= just_shown.erase({blockIdx.x, threadIdx.x}) > 0;
    --b.missing;
}

Box make_box(const void* shared, const CUtensorMap& image, int x, int y) {
    if (reinterpret_cast<std::uintptr_t>(shared) % 1024) fail("a box must lie at a multiple of 1024 bytes");
    if (x % 4) fail("a box must begin at a multiple of 16 bytes");
    return {static_cast<char*>(const_cast<void*>(shared)), image, x, y};
}

}  // namespace

void init_barrier(CopyBarrier& barrier, unsigned arrivals) {
    if (at_turn != emulated::turn()) {  // the first of a thread block: look at what the one before has left
        for (const Barrier& b : barriers)
            if (!b.boxes.empty()) fail("a block has ended before its copies have arrived");
        if (!stores.empty()) fail("a block has ended before its stores have read");
        barriers.clear();
        shown.clear(), just_shown.clear(), may_store.clear();
        at_turn = emulated::turn();
    }
    for (const Barrier& b : barriers)
        if (b.at == &barrier) fail("a barrier is made twice");
    barriers.push_back({&barrier, arrivals, arrivals, 0, 0, {}});
}

void arrive_at(CopyBarrier& barrier) {
    arrive(on(barrier));
}

void arrive_expecting(CopyBarrier& barrier, unsigned bytes) {
    Barrier& b = on(barrier);
    arrive(b);
    b.expected += bytes;
}

void expect_copies(CopyBarrier& barrier, unsigned bytes) {
    init_barrier(barrier, 1);
    arrive_expecting(barrier, bytes);
}

void load_box(void* to, const CUtensorMap& image, int x, int y, CopyBarrier& barrier, L2Policy) {
    on(barrier).boxes.push_back(make_box(to, image, x, y));
}

// As the hardware does, it lets a thread through that asks for the phase before the current one.
void wait_for_copies(CopyBarrier& barrier, unsigned parity) {
    while (on(barrier).phase % 2 == parity) {
        if (Barrier& b = on(barrier); b.can_be_done())
            b.finish();
        else
            emulated::poll();
    }
    const Thread thread{blockIdx.x, threadIdx.x};
    if (on(barrier).was_shown)
        may_store.insert(thread);
    else
        may_store.erase(thread);
}

void show_to_copies() {
    shown.insert({blockIdx.x, threadIdx.x}), just_shown.insert({blockIdx.x, threadIdx.x});
}

void store_box(const CUtensorMap& image, int x, int y, const void* from, L2Policy) {
    // In kernels whose warps have roles, another warp stores what a pair of warps has written, and waits for the pair.
    const bool has_roles = barriers.size() > 16 * gridDim.x;
    bool all_shown = has_roles && may_store.contains({blockIdx.x, threadIdx.x});
    if (!has_roles) {
        all_shown = true;
        for (unsigned i = 0; i < blockDim.x; ++i) all_shown &= shown.contains({blockIdx.x, i});
    }
    if (!all_shown) fail("not all threads have shown what a store is to read");
    if (x < 0 || y < 0) fail("a store begins before the image");
    stores.push_back(make_box(from, image, x, y));
}

void wait_for_stores() {
    for (const Box& box : stores) box.move(false);
    stores.clear();
}

}  // namespace sweep::gpu
