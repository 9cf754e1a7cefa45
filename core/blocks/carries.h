// The carries of a recursive filter: the states in which its passes enter each block. Tests compare engines
// and algorithms by them, beside their results.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/image.h"

namespace sweep {

// The states are those of the recurrence that filters (core/filter/recurrence.h), before any gain, and
// absolute: an engine that filters relative to a datum has added it again. Each line and block has the r
// numbers of P, with which the causal pass enters the block from before, and then the r numbers of E, with
// which the anticausal pass enters it from behind. NaN stands for what a run does not keep: the E of a pass
// that is not done, and the P that algorithm 1 overwrites.
struct Carries {
    int block = 0, order = 0;  // b, r
    Shape shape;  // the image's: M = ceil(height / b) block rows, N = ceil(width / b) block columns
    // Empty when their passes are not done. A signal (core/families/signal.h) has only those along it.
    std::vector<double> columns;  // [channel][m][x][2 r], column x in block row m, for down and up
    std::vector<double> rows;     // [channel][n][y][2 r], row y in block column n, for right and left

    int block_rows() const { return (shape.height + block - 1) / block; }
    int block_columns() const { return (shape.width + block - 1) / block; }
    // Makes room for the columns, when down and up are done, and for the rows, when right and left are.
    void allocate(bool with_columns, bool with_rows) {
        const std::size_t numbers = std::size_t(shape.channels) * 2 * std::size_t(order);
        columns.assign(with_columns ? numbers * std::size_t(block_rows()) * std::size_t(shape.width) : 0, 0);
        rows.assign(with_rows ? numbers * std::size_t(block_columns()) * std::size_t(shape.height) : 0, 0);
    }
    // Number k < 2 r of P and E together, at column x of block row m, or at row y of block column n.
    double& column(int channel, int m, int x, int k) { return columns[column_index(channel, m, x, k)]; }
    double column(int channel, int m, int x, int k) const { return columns[column_index(channel, m, x, k)]; }
    double& row(int channel, int n, int y, int k) { return rows[row_index(channel, n, y, k)]; }
    double row(int channel, int n, int y, int k) const { return rows[row_index(channel, n, y, k)]; }

  private:
    std::size_t column_index(int channel, int m, int x, int k) const {
        return ((std::size_t(channel) * std::size_t(block_rows()) + std::size_t(m)) *
                    std::size_t(shape.width) +
                std::size_t(x)) *
                   2 * std::size_t(order) +
               std::size_t(k);
    }
    std::size_t row_index(int channel, int n, int y, int k) const {
        return ((std::size_t(channel) * std::size_t(block_columns()) + std::size_t(n)) *
                    std::size_t(shape.height) +
                std::size_t(y)) *
                   2 * std::size_t(order) +
               std::size_t(k);
    }
};

}  // namespace sweep
