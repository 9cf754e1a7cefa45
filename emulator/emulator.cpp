// The scheduler of the emulator: threads as fibers, barriers, device memory with guard pages. Thread blocks
// run one after the other; where all threads of one do nothing but poll, the next one begins, and they take
// turns. Those of a cooperative launch take turns from the start, each from barrier to barrier.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <boost/context/continuation.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/observer.h"

namespace emulated {
namespace {

namespace context = boost::context;

constexpr std::size_t static_shared_bytes = 48 * 1024;  // as nvcc allows
constexpr int idle_rounds = 200;                        // of all threads, until they wait in vain

const void* launch_site = nullptr;  // of the running launch

[[noreturn]] void fail(const char* what, Fault fault = Fault::not_supported, const void* site = nullptr,
                       const void* other = nullptr) {
    if (observer) observer->fails(fault, what, site ? site : launch_site, other);
    std::fprintf(stderr, "emulator: %s (thread %u,%u of block %u,%u)\n", what, threadIdx.x, threadIdx.y,
                 blockIdx.x, blockIdx.y);
    std::abort();
}

enum class Waits { nothing, warp, block, grid, done };

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
    std::size_t number = 0;  // in its launch
    bool backwards = false, ended = false, polls = false;
    std::vector<std::uint64_t> words;  // two times 3 a thread
    std::vector<int> sums;             // of block_sum(), one after the other
    std::vector<char> declared;        // which __shared__ variables, by their numbers
    alignas(1024) unsigned char shared[emulated_shared_bytes + 1024];
    alignas(1024) unsigned char static_shared[static_shared_bytes];
};

// Where the __shared__ variables of the running launch lie: the same places in each of its thread blocks.
struct Place {
    std::uint64_t launch = 0;
    std::size_t offset = 0;
};
std::vector<Place> places;
std::uint64_t launches = 0;
std::size_t static_end = 0;

// Those that have begun and not ended use them.
std::vector<std::unique_ptr<Block>> blocks;
Block* current = nullptr;
std::uint64_t started = 0;
bool cooperates = false;  // the running launch
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
    block().polls = block().polls && t.waits == Waits::nothing;
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
        if (observer) observer->warp_meets(b.number, first);
    }
    if (released || polls) return true;
    if (all_done) return false;
    const void* site = nullptr;
    bool of_grid = false, any_done = false;
    for (std::size_t i = 0; i < count; ++i) {
        const Thread& t = *b.threads[i];
        if (t.waits == Waits::done) {
            any_done = true;
            continue;
        }
        threadIdx = t.index;
        if (t.waits == Waits::warp)
            fail("threads of a warp wait for each other at different barriers", Fault::divergent_barrier,
                 t.site);
        if (site && t.site != site)  // the first of them in the program is the one that the others went past
            fail("threads of a block wait at different barriers", Fault::divergent_barrier,
                 std::min(site, t.site, std::less<>()), std::max(site, t.site, std::less<>()));
        site = t.site;
        of_grid = t.waits == Waits::grid;
    }
    if (of_grid) return true;  // released with the other thread blocks
    if (observer && any_done)
        fail("a barrier that not all threads of the block reach: some have ended", Fault::divergent_barrier,
             site);
    if (observer) observer->block_meets(b.number);
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
    b.declared.assign(places.size(), false);
    b.backwards = b.ended = b.polls = false;
    b.sums.assign(1, 0);
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
    b.polls = true;
    if (observer) observer->block_runs(b.number);
    for (std::size_t i = 0; i < count; ++i) {
        Thread& t = *b.threads[b.backwards ? count - 1 - i : i];
        if (t.waits == Waits::nothing) resume(t);
    }
    b.backwards = !b.backwards;
    return release(count);
}

void check_end(const Block& b, std::size_t shared_bytes) {
    for (std::size_t i = 0; i < 1024; ++i)
        if (b.shared[shared_bytes + i] != 0xa5)
            fail("shared memory was written beyond its end", Fault::out_of_bounds);
}

}  // namespace

unsigned char* dynamic_shared(const char*) {
    return block().shared;
}

void* shared_memory(SharedVariable& variable) {
    if (variable.number < 0) {
        variable.number = int(places.size());
        places.emplace_back();
    }
    Place& place = places[std::size_t(variable.number)];
    if (place.launch != launches) {
        // Each begins in bank 0, as the first one does on a GPU.
        const std::size_t align = std::max<std::size_t>(variable.align, 128);
        place = {launches, (static_end + align - 1) / align * align};
        if (place.offset + variable.bytes > static_shared_bytes)
            fail("more than 48 KiB of __shared__ variables", Fault::bad_launch);
        static_end = place.offset + variable.bytes;
    }
    void* at = block().static_shared + place.offset;
    std::vector<char>& declared = block().declared;
    if (declared.size() < places.size()) declared.resize(places.size());
    if (!declared[std::size_t(variable.number)]) {
        declared[std::size_t(variable.number)] = true;
        std::memset(at, 0xff, variable.bytes);
        if (observer) observer->shared_begins(variable, at);
    }
    return at;
}

std::uint64_t turn() {
    return started;
}

void fence() {
    if (observer) observer->fence();
}

void begin_atomic(const volatile void* at, std::size_t bytes, const void* site) {
    if (observer) observer->atomic_begins(const_cast<void*>(at), bytes, site);
}

void end_atomic() {
    if (observer) observer->atomic_ends();
}

void grid_barrier(const void* site) {
    if (!cooperates) fail("a grid waits for all its blocks only after cudaLaunchCooperativeKernel");
    wait(Waits::grid, site);
}

// The sum of this barrier is complete when its threads go on; by then another may be on its way.
int block_sum(int value, const void* site) {
    const std::size_t which = block().sums.size() - 1;
    block().sums[which] += value;
    wait(Waits::block, site);
    if (block().sums.size() == which + 1) block().sums.push_back(0);
    return block().sums[which];
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
    if (++polls == 10000000) fail("a thread polls for what never comes", Fault::deadlock);
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

namespace {

// Whether those of the block's threads that have not ended wait for the grid, and there is one.
bool waits_for_grid(const Block& b, std::size_t count) {
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
        if (b.threads[i]->waits != Waits::grid && b.threads[i]->waits != Waits::done) return false;
        any = any || b.threads[i]->waits == Waits::grid;
    }
    return any;
}

// The thread blocks of a launch, some of them alive.
class Grid {
  public:
    Grid(dim3 grid, dim3 threads, std::size_t shared_bytes, bool cooperative,
         const std::function<void()>& kernel)
        : grid_(grid),
          threads_(threads),
          shared_bytes_(shared_bytes),
          kernel_(kernel),
          count_(std::size_t(threads.x) * threads.y * threads.z),
          all_(std::size_t(grid.x) * grid.y * grid.z),
          cooperative_(cooperative) {}

    void run() {
        while (next_ < (cooperative_ ? all_ : 1)) begin();
        for (std::size_t idle = 0; !live_.empty();) {
            const std::size_t before = observer ? observer->progress() : 0;
            bool moved = turn();
            if (live_.empty() && next_ < all_) begin();
            if (observer) moved = moved || observer->progress() != before;
            idle = moved ? 0 : idle + 1;
            // A thread block may wait for one that has not begun, and begins where there is room on the chip.
            if (idle > (observer ? 1 : 1000) && next_ < all_ && live_.size() < emulated_resident_blocks) {
                if (observer) observer->waits_for_new_block();
                begin();
                idle = 0;
            }
            if (observer && idle > idle_rounds)
                fail(next_ < all_ ? "the blocks on the chip wait for one that has no room beside them"
                                  : "all threads wait for something that never comes",
                     Fault::deadlock);
        }
    }

  private:
    void begin() {
        const std::size_t i = blocks_backwards ? all_ - 1 - next_ : next_;
        ++next_;
        std::size_t room = 0;
        while (std::find(live_.begin(), live_.end(), room) != live_.end()) ++room;
        if (room == blocks.size()) blocks.push_back(std::make_unique<Block>());
        Block& b = *blocks[room];
        b.number = i;
        prepare(b, {unsigned(i % grid_.x), unsigned(i / grid_.x % grid_.y), unsigned(i / grid_.x / grid_.y)},
                threads_, shared_bytes_, kernel_);
        if (observer) observer->block_begins(i, b.shared, shared_bytes_);
        live_.push_back(room);
    }

    // All that are alive take a turn: of a cooperative launch a phase, of others as far as they go. Returns whether
    // one of them did more than to poll.
    bool turn() {
        bool moved = false;
        std::size_t at_grid = 0;
        for (std::size_t k = 0; k < live_.size();) {
            Block& b = *blocks[live_[k]];
            do {
                b.ended = !run_phase(b, count_);
                moved = moved || !b.polls;
            } while (!cooperative_ && !b.ended && !b.polls);
            if (b.ended) {
                moved = true;
                check_end(b, shared_bytes_);
                if (observer) observer->block_ends(b.number);
                live_.erase(live_.begin() + std::ptrdiff_t(k));
            } else {
                at_grid += waits_for_grid(b, count_);
                ++k;
            }
        }
        if (at_grid == 0 || at_grid < live_.size()) return moved;
        if (live_.size() < all_)
            fail("some thread blocks ended, and the others wait for them", Fault::deadlock);
        for (std::size_t room : live_)
            for (std::size_t i = 0; i < count_; ++i)
                if (blocks[room]->threads[i]->waits == Waits::grid)
                    blocks[room]->threads[i]->waits = Waits::nothing;
        if (observer) observer->grid_meets();
        return true;
    }

    dim3 grid_, threads_;
    std::size_t shared_bytes_;
    const std::function<void()>& kernel_;
    std::size_t count_, all_, next_ = 0;
    bool cooperative_;
    std::vector<std::size_t> live_;  // where they are among `blocks`
};

}  // namespace

void run_grid(dim3 grid, dim3 threads, std::size_t shared_bytes, bool cooperative,
              const std::function<void()>& kernel, const char* name, const void* site) {
    static bool runs = false;
    if (observer && runs) fail("a kernel launches a kernel, which the emulator does not run");
    static std::mutex one_grid;  // at a time: threads of the program share the GPU
    const std::scoped_lock lock(one_grid);
    const std::size_t count = std::size_t(threads.x) * threads.y * threads.z,
                      all = std::size_t(grid.x) * grid.y * grid.z;
    launch_site = site;
    char text[200];
    const auto refuse = [&](const char* form, auto... values) {
        std::snprintf(text, sizeof text, form, name, values...);
        fail(text, Fault::bad_launch, site);
    };
    if (count == 0 || count > 1024 || threads.z > 64)
        refuse("%s is launched with %u x %u x %u threads a block: 1 to 1024 are possible, at most 64 in z",
               threads.x, threads.y, threads.z);
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.y > 65535 || grid.z > 65535)
        refuse(
            "%s is launched with %u x %u x %u blocks: at least 1, and at most 65535 in y and z, are possible",
            grid.x, grid.y, grid.z);
    if (shared_bytes > emulated_shared_bytes)
        refuse("%s is launched with %zu bytes of shared memory: %zu are possible", shared_bytes,
               emulated_shared_bytes);
    if (cooperative && all > emulated_resident_blocks)
        refuse("%s is a cooperative launch of %zu blocks: %zu fit on the emulated chip", all,
               emulated_resident_blocks);
    blockDim = threads;
    gridDim = grid;
    cooperates = cooperative;
    ++launches;
    static_end = 0;
    runs = true;
    if (observer) observer->launch_begins({name, grid, threads, shared_bytes});
    Grid(grid, threads, shared_bytes, cooperative, kernel).run();
    if (observer) observer->launch_ends();
    runs = false;
}

}  // namespace emulated
