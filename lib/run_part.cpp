// Parts of a larger image: their perimeters, the scan of these, and the part filtered from the states that enter.
#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/line/parts.h"
#include "lib/guarded.h"
#include "lib/plan.h"
#include "lib/run.h"

namespace sweep::library {

const Part& part_of(const sweep_plan& plan) {
    if (!plan.part) refuse("this plan is not of a part: set request.part");
    return *plan.part;
}

void require_parts(std::size_t count, const int* lengths, const double* const* numbers) {
    if (count == 0 || !lengths || !numbers)
        refuse("there are no parts: count is 0, or lengths or numbers is NULL");
    std::int64_t length = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!numbers[i]) refuse("numbers[" + std::to_string(i) + "] is NULL");
        if (lengths[i] < 1) refuse("lengths[" + std::to_string(i) + "] is not positive: a part has samples");
        length += lengths[i];
        if (length > INT_MAX)
            refuse("the parts are longer than any image: " + std::to_string(INT_MAX) + " samples");
    }
}

}  // namespace sweep::library

using namespace sweep;
using namespace sweep::library;

namespace {

// What enters each part of lines that are cut into parts of these lengths, in place of their perimeters.
void scan(const sweep_plan& plan, const std::vector<int>& lengths, double* const* numbers) {
    const Part& part = part_of(plan);
    ColumnParts parts(part.axis(plan.engine->job().design), lengths, part.lines());
    for (int i = 0; i < parts.count(); ++i) std::copy_n(numbers[i], part.numbers(), parts.numbers(i).begin());
    parts.enter(part.boundary().kind, part.outside());
    for (int i = 0; i < parts.count(); ++i) std::copy_n(parts.numbers(i).begin(), part.numbers(), numbers[i]);
}

}  // namespace

sweep_status sweep_part_get_size(const sweep_plan* plan, size_t* doubles) {
    return guarded([&] {
        require_plan(plan);
        if (!doubles) refuse("doubles is NULL");
        *doubles = part_of(*plan).numbers();
    });
}

sweep_status sweep_part_perimeters(sweep_plan* plan, const void* in, size_t in_pitch, double* perimeters) {
    return guarded([&] {
        const Running running(plan, part_is_used);
        part_of(*plan);
        if (!perimeters) refuse("perimeters is NULL");
        plan->part->perimeters(as_filtered(*plan, input_of(*plan, in, in_pitch)), perimeters);
    });
}

sweep_status sweep_part_scan(const sweep_plan* plan, size_t count, const int* lengths,
                             double* const* numbers) {
    return guarded([&] {
        require_plan(plan);
        part_of(*plan);
        require_parts(count, lengths, numbers);
        scan(*plan, {lengths, lengths + count}, numbers);
    });
}

sweep_status sweep_part_run(sweep_plan* plan, const void* in, size_t in_pitch, const double* states,
                            void* out, size_t out_pitch) {
    return guarded([&] {
        const Running running(plan, part_is_used);
        part_of(*plan);
        if (!states) refuse("states is NULL");
        const Images images = images_of(*plan, in, in_pitch, out, out_pitch);
        run_on_host(*plan, images);
        plan->part->add(states, images.out);
    });
}
