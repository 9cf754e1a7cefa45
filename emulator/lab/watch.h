// Watches the kernels of the Lab: each load and store is counted, and looked at for faults. A race is a pair of
// accesses of a word by two threads, one of them a store, between which there is no barrier of the warp, of the block
// or of the grid, and no flag behind a fence.
#pragma once

#include <csignal>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>

#include "emulator/lab/counts.h"
#include "emulator/lab/record.h"
#include "emulator/lab/shadow.h"
#include "emulator/observer.h"

namespace emulated {

// A fault, or memory that was read before it was written.
struct Found {
    std::string kind, message;
    const void* site = nullptr;
    const void* other = nullptr;  // of the other thread's access
};

class Watch final : public Observer {
  public:
    // `ends` is called where the program cannot go on, after fault() is set; it does not return.
    explicit Watch(void (*ends)()) : ends_(ends) {}

    // Gives device memory that begins at `first` its name; row: the picture's width; 0: of coefficients.
    void name(const void* first, const char* name, std::size_t row);
    void forget_counts() {
        kernels_.clear();
        late_blocks_ = 0;
    }
    // Blocks that began because those before them waited for them.
    std::size_t late_blocks() const { return late_blocks_; }
    // From now on every event is kept there, after the memory that there is; null: no longer.
    void record(Record* record);

    // A load or store of a kernel. Does not return where the memory is not the kernel's.
    void access(void* at, std::size_t bytes, bool writes, bool is_volatile, const void* site);
    // The program touched memory that is not there.
    [[noreturn]] void crashed(const void* at, const void* site);
    // The program stops for another reason. Where a kernel runs its last access says where.
    [[noreturn]] void stopped(const char* kind, const char* message, const void* site);
    // For a signal's handler, which may have come in the middle of an allocation: the next access stops the program.
    void hurry() { is_late_ = 1; }
    bool is_late() const { return is_late_ != 0; }
    static constexpr const char* late_message = "it still runs after 8 s";
    // Variables of the file (__device__) lie there.
    void add_variables(void* first, std::size_t bytes);

    const std::vector<KernelCounts>& kernels() const { return kernels_; }
    const std::optional<Found>& fault() const { return fault_; }
    const std::optional<Found>& uninitialised() const { return uninitialised_; }

    void allocated(void* at, std::size_t bytes) override;
    void freed(void* at) override;
    void belongs_to_host(void* at) override { memory_.at(static_cast<char*>(at)).host_too = true; }
    void written_by_host(void* at, std::size_t bytes) override;
    void launch_begins(const Launched& launched) override;
    void launch_ends() override;
    void block_begins(std::size_t block, unsigned char* dynamic, std::size_t bytes) override;
    void block_ends(std::size_t block) override;
    void waits_for_new_block() override { ++late_blocks_; }
    void block_runs(std::size_t block) override;
    void shared_begins(const SharedVariable& variable, void* at) override;
    void block_meets(std::size_t block) override;
    void warp_meets(std::size_t block, std::size_t first) override;
    void grid_meets() override;
    void fence() override;
    void atomic_begins(void* at, std::size_t bytes, const void* site) override;
    void atomic_ends() override;
    std::size_t progress() const override { return progress_; }
    [[noreturn]] void fails(Fault fault, const char* message, const void* site,
                            const void* other = nullptr) override;

  private:
    struct LiveBlock {
        std::size_t number = 0;
        std::vector<std::uint32_t> warp_phase, polls;  // of a warp; of a thread, since its last store
        std::uint32_t block_phase = 1, epoch = 1;
        std::vector<std::uint32_t> known;  // the epochs of the other blocks that are known to be complete
        std::deque<Span> shared;
        WarpAccesses accesses;
    };
    struct Pending {
        void* at = nullptr;
        std::size_t bytes = 0;
        unsigned char before[16];
        Found race;
    };

    bool is_kernel() const { return live_block_ != nullptr; }
    std::size_t thread() const {
        return threadIdx.x + blockDim.x * (threadIdx.y + std::size_t(blockDim.y) * threadIdx.z);
    }
    Span* find(void* at, bool& is_shared);
    void touch(void* at, std::size_t bytes, bool writes, bool is_volatile, bool is_atomic, const void* site);
    void look(Span& span, char* at, std::size_t bytes, bool writes, const Mark& mark);
    bool are_ordered(const Mark& before, const Mark& now) const;
    void race(Span& span, char* at, const Mark& before, bool before_writes, const Mark& now, bool writes);
    void settle();  // whether the store of two threads changed what was there
    void set_fault(Found found);
    void poll_at_times();
    void acquire(const void* at);
    void release(const void* at);
    [[noreturn]] void beyond(void* at, bool writes, const void* site);
    [[noreturn]] void end(Found found);

    void (*ends_)();
    Record* record_ = nullptr;
    std::vector<KernelCounts> kernels_;
    std::optional<Found> fault_, uninitialised_;
    std::map<char*, Span> memory_;
    std::map<std::size_t, LiveBlock> live_;
    LiveBlock* live_block_ = nullptr;
    KernelCounts* kernel_ = nullptr;
    struct {
        void* at = nullptr;
        bool writes = false;
        const void* site = nullptr;
    } last_;  // access
    volatile std::sig_atomic_t is_late_ = 0;
    std::uint32_t launch_ = 0;
    std::size_t blocks_ = 0, threads_ = 0, progress_ = 0, allocations_ = 0, late_blocks_ = 0;
    std::unordered_map<const void*, std::vector<std::uint32_t>> released_;  // what who reads there knows
    Pending pending_;
    struct {
        void* at = nullptr;  // null: no atomic operation is under way
        std::size_t bytes = 0;
        unsigned char before[16];
    } atomic_;
};

}  // namespace emulated
