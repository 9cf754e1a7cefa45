#include "emulator/lab/counts.h"

#include <algorithm>
#include <bit>

namespace emulated {
namespace {

constexpr std::size_t sector = 32, banks = 32;

// The sectors that all lanes together touch.
std::size_t sectors_of(const std::array<std::uintptr_t, 32>& at, std::uint32_t lanes, std::size_t bytes) {
    std::vector<std::uintptr_t> touched;
    for (std::size_t lane = 0; lane < 32; ++lane)
        if (lanes >> lane & 1)
            for (std::uintptr_t s = at[lane] / sector; s <= (at[lane] + bytes - 1) / sector; ++s)
                touched.push_back(s);
    std::sort(touched.begin(), touched.end());
    return std::size_t(std::unique(touched.begin(), touched.end()) - touched.begin());
}

// The most different words of one bank. Lanes of 8 and 16 bytes are served in halves and quarters of a warp.
int ways_of(const std::array<std::uintptr_t, 32>& at, std::uint32_t lanes, std::size_t bytes) {
    const std::size_t at_once = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
    std::size_t most = 1;
    for (std::size_t first = 0; first < 32; first += at_once) {
        std::array<std::vector<std::uintptr_t>, banks> words;
        for (std::size_t lane = first; lane < first + at_once; ++lane)
            if (lanes >> lane & 1)
                for (std::uintptr_t w = at[lane] / 4; w <= (at[lane] + bytes - 1) / 4; ++w) {
                    std::vector<std::uintptr_t>& of_bank = words[w % banks];
                    if (std::find(of_bank.begin(), of_bank.end(), w) == of_bank.end()) of_bank.push_back(w);
                    most = std::max(most, of_bank.size());
                }
    }
    return int(most);
}

}  // namespace

void WarpAccesses::add(const void* site, std::size_t thread, std::size_t threads, std::uintptr_t at,
                       std::size_t bytes, bool writes, bool is_shared) {
    const std::size_t number = sites_.try_emplace(site, sites_.size()).first->second;
    if (number == times_.size()) times_.emplace_back(threads);
    const std::uint64_t time = times_[number][thread]++;
    Access& access = accesses_[std::uint64_t(number) << 40 | std::uint64_t(thread / 32) << 32 | time];
    access.lanes |= 1u << thread % 32;
    access.bytes = std::uint8_t(bytes);
    access.writes = writes;
    access.is_shared = is_shared;
    access.site = site;
    access.at[thread % 32] = at;
}

void WarpAccesses::add_to(KernelCounts& counts) {
    for (const auto& [key, access] : accesses_) {
        ++counts.all_accesses;
        counts.idle_lanes += 32 - std::size_t(std::popcount(access.lanes));
        SiteCounts& site = counts.sites[access.site];
        site.writes = access.writes;
        site.is_shared = access.is_shared;
        ++site.accesses;
        if (access.is_shared) {
            site.bank_conflict = std::max(site.bank_conflict, ways_of(access.at, access.lanes, access.bytes));
            counts.bank_conflict = std::max(counts.bank_conflict, site.bank_conflict);
        } else {
            const std::size_t sectors = sectors_of(access.at, access.lanes, access.bytes);
            site.sectors += sectors;
            site.least_sectors +=
                (std::size_t(std::popcount(access.lanes)) * access.bytes + sector - 1) / sector;
            ++counts.accesses;
            counts.sectors += sectors;
        }
    }
    accesses_.clear();
    for (std::vector<std::uint32_t>& of_site : times_) std::fill(of_site.begin(), of_site.end(), 0);
}

}  // namespace emulated
