// Bytes that stage lists are made of.
#pragma once

#include <cstdint>

#include "core/families/family.h"

namespace sweep {

// The bytes of a number of the arithmetic: float, or double for input in double.
inline std::uint64_t number_bytes(const Problem& p) {
    return p.input == Sample::f64 ? 8 : 4;
}

// The number of blocks along a line.
inline std::uint64_t block_count(int length, int block) {
    return std::uint64_t((std::int64_t(length) + block - 1) / block);
}

// The bytes of the image as input, as result, and between passes.
struct ImageBytes {
    std::uint64_t in, out, between;
    explicit ImageBytes(const Problem& p)
        : in(p.shape.samples() * size_of(p.input)),
          out(p.shape.samples() * size_of(output_sample(p))),
          between(p.shape.samples() * number_bytes(p)) {}
};

// The bytes of algorithm 7's perimeters, which are also those of its carries.
struct PerimeterBytes {
    std::uint64_t columns = 0;  // P and E: 2 r numbers for each image column and block row
    std::uint64_t rows = 0;     // P and E: 2 r numbers for each image row and block column
    std::uint64_t corners = 0;  // (2 r)^2 dots for each block

    PerimeterBytes(const DesignedProblem& asked, int block) {
        const auto& [p, filter] = asked;
        const std::uint64_t number = number_bytes(p) * std::uint64_t(p.shape.channels),
                            r2 = 2 * std::uint64_t(filter.order()), m = block_count(p.shape.height, block),
                            n = block_count(p.shape.width, block);
        columns = number * r2 * m * std::uint64_t(p.shape.width);
        if (p.passes <= 2) return;
        rows = number * r2 * n * std::uint64_t(p.shape.height);
        corners = number * r2 * r2 * m * n;
    }
};

}  // namespace sweep
