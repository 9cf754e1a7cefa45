// What the accesses of a kernel cost: bytes, sectors of 32 bytes, conflicts of banks, lanes that stand idle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace emulated {

// The accesses of warps at one place of the program.
struct SiteCounts {
    bool writes = false, is_shared = false;
    std::size_t accesses = 0;
    std::size_t sectors = 0, least_sectors = 0;  // of global memory: touched, and that so many bytes need
    int bank_conflict = 0;                       // of shared memory
};

struct KernelCounts {
    std::string name;
    std::size_t launches = 0;
    std::size_t read_bytes = 0, written_bytes = 0;  // of global memory
    std::size_t accesses = 0, sectors = 0;          // of warps to global memory
    std::size_t all_accesses = 0, idle_lanes = 0;   // of warps to any memory
    int bank_conflict =
        0;  // the most words of one bank that an access of shared memory asks for; 0: there was none
    std::size_t barriers = 0, shared_bytes = 0;  // of a thread block, the most
    std::map<const void*, SiteCounts> sites;
};

// The accesses of one thread block. The n-th time that the threads of a warp come by a place of the program is one
// access of the warp.
class WarpAccesses {
  public:
    void add(const void* site, std::size_t thread, std::size_t threads, std::uintptr_t at, std::size_t bytes,
             bool writes, bool is_shared);
    // Adds them to the counts of the kernel, and forgets them.
    void add_to(KernelCounts& counts);

  private:
    struct Access {
        std::uint32_t lanes = 0;
        std::uint8_t bytes = 0;
        bool writes = false, is_shared = false;
        const void* site = nullptr;
        std::array<std::uintptr_t, 32> at;
    };
    std::unordered_map<const void*, std::size_t> sites_;
    std::vector<std::vector<std::uint32_t>> times_;  // of a site and thread
    std::unordered_map<std::uint64_t, Access> accesses_;
};

}  // namespace emulated
