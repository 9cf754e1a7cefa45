#include "core/methods/bands.h"

#include "core/filter/design.h"
#include "core/filter/memory.h"

namespace sweep {

bool has_processor_for_bands() {
#if (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__)
    return __builtin_cpu_supports("avx2") && !__builtin_cpu_supports("avx512f");
#else
    return false;
#endif
}

bool bands_pay(const Problem& p, int longest_memory) {
    constexpr int fewest_rows = 512, fewest_columns = 64, most_samples = 16384;
    return has_processor_for_bands() && p.shape.height >= fewest_rows && p.shape.width >= fewest_columns &&
           std::int64_t(p.shape.width) * p.shape.channels <= most_samples &&
           memory(design(p.filter), p.passes, longest_memory + 1) <= longest_memory;
}

}  // namespace sweep
