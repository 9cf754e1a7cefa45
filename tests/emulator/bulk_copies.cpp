// See gpu/bulk_copy.cuh in this folder.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>

#include "gpu/bulk_copy.cuh"

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
                const bool is_there = y + r < int(image.height) && x + c < int(image.width);
                char* there = image.data + std::size_t(y + r) * image.pitch + std::size_t(x + c) * 4;
                if (inwards && is_there) std::memcpy(inside, there, 4);
                if (inwards && !is_there) std::memset(inside, 0, 4);
                if (!inwards && is_there) std::memcpy(there, inside, 4);
            }
    }
};

// Of the block that runs: what has been ordered on which barrier, and who has shown what it has written.
struct Loads {
    const CopyBarrier* barrier;
    unsigned expected;
    std::vector<Box> boxes;
    bool arrived;
};
std::vector<Loads> loads;
std::vector<Box> stores;
std::set<unsigned> shown;
uint3 at_block;

Loads& on(const CopyBarrier& barrier) {
    for (Loads& l : loads)
        if (l.barrier == &barrier) return l;
    fail("a barrier for copies that nobody has announced");
}

Box make_box(const void* shared, const CUtensorMap& image, int x, int y) {
    if (reinterpret_cast<std::uintptr_t>(shared) % 1024) fail("a box must lie at a multiple of 1024 bytes");
    if (x < 0 || y < 0) fail("a box starts before the image");
    return {static_cast<char*>(const_cast<void*>(shared)), image, x, y};
}

}  // namespace

void expect_copies(CopyBarrier& barrier, unsigned bytes) {
    // The first of a block: what the block before has left.
    if (at_block.x != blockIdx.x || at_block.y != blockIdx.y || threadIdx.x == 0) {
        for (const Loads& l : loads)
            if (!l.arrived) fail("a block has ended before its copies have arrived");
        if (!stores.empty()) fail("a block has ended before its stores have read");
        loads.clear();
        shown.clear();
        at_block = blockIdx;
    }
    loads.push_back({&barrier, bytes, {}, false});
}

void load_box(void* to, const CUtensorMap& image, int x, int y, CopyBarrier& barrier, L2Policy) {
    on(barrier).boxes.push_back(make_box(to, image, x, y));
}

void wait_for_copies(CopyBarrier& barrier) {
    Loads& l = on(barrier);
    if (l.arrived) return;
    std::size_t bytes = 0;
    for (const Box& box : l.boxes) bytes += box.bytes();
    if (bytes != l.expected) fail("other copies than were announced: the barrier would never be done");
    for (const Box& box : l.boxes) box.move(true);
    l.arrived = true;
}

void show_to_copies() {
    shown.insert(threadIdx.x);
}

void store_box(const CUtensorMap& image, int x, int y, const void* from, L2Policy) {
    if (shown.size() != blockDim.x) fail("not all threads have shown what a store is to read");
    stores.push_back(make_box(from, image, x, y));
}

void wait_for_stores() {
    for (const Box& box : stores) box.move(false);
    stores.clear();
}

}  // namespace sweep::gpu
