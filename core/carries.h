// The carries of a recursive filter: the states in which its passes enter each block. What engines and algorithms are
// compared by, beyond their result.
#pragma once

#include <cstddef>
#include <vector>

#include "core/image.h"

namespace sweep {

// States are those of the recurrence that filters (core/recurrence.h), before any gain, and absolute: an engine that
// filters relative to a datum has put it back on. Of each line and block first the r numbers of P, the state in which
// the causal pass enters the block from before, then the r numbers of E, in which the anticausal pass enters it from
// behind. NaN is what a run does not leave: the E of a pass that is not done, the P that algorithm 1 is done with.
struct Carries {
    int block = 0, order = 0;  // b, r
    Shape shape;  // of the image: M = ceil(height / b) block rows, N = ceil(width / b) block columns
    // Empty where these passes are not done; of a signal (core/signal.h) there are those along it alone.
    std::vector<double> columns;  // [channel][m][x][2 r], of column x in block row m: down and up
    std::vector<double> rows;     // [channel][n][y][2 r], of row y in block column n: right and left

    int block_rows() const { return (shape.height + block - 1) / block; }
    int block_columns() const { return (shape.width + block - 1) / block; }
    // Takes the memory; `with_columns`: down and up are done, `with_rows`: right and left are.
    void allocate(bool with_columns, bool with_rows) {
        const std::size_t numbers = std::size_t(shape.channels) * 2 * std::size_t(order);
        columns.assign(with_columns ? numbers * std::size_t(block_rows()) * std::size_t(shape.width) : 0, 0);
        rows.assign(with_rows ? numbers * std::size_t(block_columns()) * std::size_t(shape.height) : 0, 0);
    }
    // Number k < 2 r of P and E together.
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
