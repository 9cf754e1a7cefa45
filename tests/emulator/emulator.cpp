// The scheduler of the emulator: threads as fibers, barriers, device memory with guard pages. Thread blocks
// run one after the other; those of a cooperative launch take turns, each from barrier to barrier.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <boost/context/continuation.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <unistd.h>

namespace emulated {
namespace {

namespace context = boost::context;

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "emulator: %s (thread %u,%u of block %u,%u)\n", what, threadIdx.x, threadIdx.y,
                 blockIdx.x, blockIdx.y);
    std::abort();
}

enum class Waits { nothing, warp, block, done };

struct Copy {
    void* to;
    const void* from;
    std::size_t size, zeros;
    unsigned group;
};

struct Thread {
    context::continuation fiber, scheduler;
    uint3 index;
    Waits waits = Waits::done;
    const void* site = nullptr;
    std::vector<Copy> copies;
    unsigned group = 0;
    std::size_t exchanges = 0;  // of words between the lanes of its warp, since the thread began
};

struct Block {
    std::vector<std::unique_ptr<Thread>> threads;
    const std::function<void()>* kernel = nullptr;
    Thread* running = nullptr;
    uint3 index{};
    bool backwards = false, ended = false;
    std::vector<std::uint64_t> words;  // two times 3 a thread
    alignas(1024) unsigned char shared[emulated_shared_bytes + 1024];
};

// Cooperative launches use all of them, others only the first.
std::vector<std::unique_ptr<Block>> blocks;
Block* current = nullptr;
std::uint64_t started = 0;
Block& block() {
    return *current;
}

void wait(Waits for_what, const void* site) {
    Thread& t = *block().running;
    t.waits = for_what;
    t.site = site;
    t.scheduler = t.scheduler.resume();
}

// A fiber runs one thread of every thread block that comes along.
void start(Thread& t) {
    t.fiber = context::callcc(std::allocator_arg, context::protected_fixedsize_stack(256 * 1024),
                              [&t](context::continuation&& scheduler) {
                                  t.scheduler = std::move(scheduler);
                                  t.scheduler = t.scheduler.resume();
                                  for (;;) {
                                      (*block().kernel)();
                                      if (!t.copies.empty())
                                          fail("a thread ends before its copies have arrived");
                                      wait(Waits::done, nullptr);
                                  }
                                  return std::move(t.scheduler);
                              });
}

void resume(Thread& t) {
    block().running = &t;
    blockIdx = block().index;
    threadIdx = t.index;
    t.waits = Waits::nothing;
    t.fiber = t.fiber.resume();
}

// Releases the threads that wait for something that has happened. Returns false when all have ended.
bool release(std::size_t count) {
    Block& b = block();
    bool released = false, all_done = true, polls = false;
    for (std::size_t first = 0; first < count; first += 32) {
        const std::size_t end = std::min(count, first + 32);
        bool all = true, any = false;
        for (std::size_t i = first; i < end; ++i) {
            all_done = all_done && b.threads[i]->waits == Waits::done;
            polls = polls || b.threads[i]->waits == Waits::nothing;
            any = any || b.threads[i]->waits == Waits::warp;
            all = all && (b.threads[i]->waits == Waits::warp || b.threads[i]->waits == Waits::done);
        }
        if (!any || !all) continue;
        for (std::size_t i = first; i < end; ++i)
            if (b.threads[i]->waits == Waits::warp) b.threads[i]->waits = Waits::nothing;
        released = true;
    }
    if (released || polls) return true;
    if (all_done) return false;
    const void* site = nullptr;
    for (std::size_t i = 0; i < count; ++i) {
        const Thread& t = *b.threads[i];
        if (t.waits == Waits::done) continue;
        threadIdx = t.index;
        if (t.waits == Waits::warp) fail("threads of a warp wait for each other at different barriers");
        if (site && t.site != site) fail("threads of a block wait at different barriers");
        site = t.site;
    }
    for (std::size_t i = 0; i < count; ++i)
        if (b.threads[i]->waits == Waits::block) b.threads[i]->waits = Waits::nothing;
    return true;
}

// Prepares a thread block of a launch. Its fibers are started once and for all.
void prepare(Block& b, uint3 index, dim3 threads, std::size_t shared_bytes,
             const std::function<void()>& kernel) {
    const std::size_t count = std::size_t(threads.x) * threads.y * threads.z;
    current = &b;
    ++started;
    b.kernel = &kernel;
    b.index = index;
    b.backwards = b.ended = false;
    b.words.resize((count + 31) / 32 * 2 * 96);
    while (b.threads.size() < count) {
        b.threads.push_back(std::make_unique<Thread>());
        start(*b.threads.back());
    }
    for (std::size_t i = 0; i < count; ++i) {
        b.threads[i]->index = {unsigned(i % threads.x), unsigned(i / threads.x % threads.y),
                               unsigned(i / threads.x / threads.y)};
        b.threads[i]->waits = Waits::nothing;
        b.threads[i]->exchanges = 0;
    }
    std::memset(b.shared, 0xff, shared_bytes);
    // A write behind the shared memory that was asked for is found at the end.
    std::memset(b.shared + shared_bytes, 0xa5, 1024);
}

// Runs all threads of a thread block to their next barrier, and past it where all have come. Returns false
// when none is left.
bool run_phase(Block& b, std::size_t count) {
    current = &b;
    for (std::size_t i = 0; i < count; ++i) {
        Thread& t = *b.threads[b.backwards ? count - 1 - i : i];
        if (t.waits == Waits::nothing) resume(t);
    }
    b.backwards = !b.backwards;
    return release(count);
}

void check_end(const Block& b, std::size_t shared_bytes) {
    for (std::size_t i = 0; i < 1024; ++i)
        if (b.shared[shared_bytes + i] != 0xa5) fail("shared memory was written beyond its end");
}

std::map<void*, std::pair<void*, std::size_t>>& allocations() {
    static std::map<void*, std::pair<void*, std::size_t>> all;
    return all;
}

std::mutex& memory() {
    static std::mutex of_allocations;
    return of_allocations;
}

}  // namespace

unsigned char* dynamic_shared() {
    return block().shared;
}

std::uint64_t turn() {
    return started;
}

void block_barrier(const void* site) {
    wait(Waits::block, site);
}

void warp_barrier(const void* site) {
    wait(Waits::warp, site);
}

std::uint64_t* warp_words() {
    const std::size_t thread =
        threadIdx.x + std::size_t(blockDim.x) * (threadIdx.y + blockDim.y * threadIdx.z);
    return block().words.data() + (thread / 32 * 2 + block().running->exchanges++ % 2) * 96;
}

void poll() {
    static std::uint64_t polls = 0, since = 0;  // since a thread block was started
    if (since != started) since = started, polls = 0;
    if (++polls == 10000000) fail("a thread polls for what never comes");
    wait(Waits::nothing, nullptr);
}

void copy_async(void* to, const void* from, std::size_t size, std::size_t zeros) {
    if (size != 4 && size != 8 && size != 16) fail("asynchronous copies are of 4, 8 or 16 bytes");
    if (reinterpret_cast<std::uintptr_t>(to) % size || reinterpret_cast<std::uintptr_t>(from) % size)
        fail("an asynchronous copy is not aligned");
    Thread& t = *block().running;
    t.copies.push_back({to, from, size, zeros, t.group});
}

void commit_copies() {
    ++block().running->group;
}

void wait_for_copies(unsigned groups_left) {
    Thread& t = *block().running;
    std::vector<Copy> later;
    for (const Copy& c : t.copies) {
        if (c.group + groups_left >= t.group) {
            later.push_back(c);
            continue;
        }
        std::memcpy(c.to, c.from, c.size - c.zeros);
        std::memset(static_cast<char*>(c.to) + c.size - c.zeros, 0, c.zeros);
    }
    t.copies = std::move(later);
}

void run_grid(dim3 grid, dim3 threads, std::size_t shared_bytes, bool cooperative,
              const std::function<void()>& kernel) {
    static std::mutex one_grid;  // at a time: threads of the program share the GPU
    const std::scoped_lock lock(one_grid);
    const std::size_t count = std::size_t(threads.x) * threads.y * threads.z,
                      all = std::size_t(grid.x) * grid.y * grid.z;
    if (count == 0 || count > 1024 || grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.y > 65535 ||
        grid.z > 65535)
        fail("no such launch");
    if (shared_bytes > emulated_shared_bytes) fail("more shared memory than there is");
    if (cooperative && all > emulated_resident_blocks) fail("more blocks than are resident at once");
    while (blocks.size() < (cooperative ? all : 1)) blocks.push_back(std::make_unique<Block>());
    blockDim = threads;
    gridDim = grid;
    auto index = [grid](std::size_t i) -> uint3 {
        return {unsigned(i % grid.x), unsigned(i / grid.x % grid.y), unsigned(i / grid.x / grid.y)};
    };
    if (!cooperative) {
        for (std::size_t i = 0; i < all; ++i) {
            prepare(*blocks[0], index(i), threads, shared_bytes, kernel);
            while (run_phase(*blocks[0], count)) {
            }
            check_end(*blocks[0], shared_bytes);
        }
        return;
    }
    for (std::size_t i = 0; i < all; ++i) prepare(*blocks[i], index(i), threads, shared_bytes, kernel);
    for (bool any = true; any;) {
        any = false;
        for (std::size_t i = 0; i < all; ++i) {
            Block& b = *blocks[i];
            if (!b.ended) b.ended = !run_phase(b, count);
            any = any || !b.ended;
        }
    }
    for (std::size_t i = 0; i < all; ++i) check_end(*blocks[i], shared_bytes);
}

}  // namespace emulated

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    const std::scoped_lock lock(emulated::memory());
    std::size_t taken = 0;
    for (const auto& [pointer, mapped] : emulated::allocations()) taken += mapped.second;
    *total = emulated::faults().device_bytes;
    *free = *total - std::min(taken, *total);
    return emulated::answer();
}

// The memory ends at a page that cannot be touched, and another such page lies before it.
cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    if (emulated::faults().is_lost || bytes > free) return emulated::answer(cudaErrorMemoryAllocation);
    const std::size_t page = std::size_t(sysconf(_SC_PAGESIZE)), rounded = (bytes + 15) / 16 * 16,
                      inner = (rounded + page - 1) / page * page, all = inner + 2 * page;
    void* base = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) return cudaErrorMemoryAllocation;
    char* first = static_cast<char*>(base) + page;
    mprotect(first, inner, PROT_READ | PROT_WRITE);
    *pointer = first + inner - rounded;
    std::memset(*pointer, 0xff, rounded);
    const std::scoped_lock lock(emulated::memory());
    emulated::allocations()[*pointer] = {base, all};
    return cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
    const std::scoped_lock lock(emulated::memory());
    const auto it = emulated::allocations().find(pointer);
    if (it == emulated::allocations().end()) return pointer ? cudaErrorInvalidValue : cudaSuccess;
    munmap(it->second.first, it->second.second);
    emulated::allocations().erase(it);
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    const std::scoped_lock lock(emulated::memory());
    *attributes = {};
    for (const auto& [first, mapped] : emulated::allocations())
        if (pointer >= first && pointer < static_cast<const char*>(mapped.first) + mapped.second)
            attributes->type = cudaMemoryTypeDevice;
    return emulated::answer();
}
