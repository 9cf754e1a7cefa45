// The sums that enter the blocks of a summed-area table, as an engine has left them in its memory after a run.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/image.h"

namespace sweep {

// The carries of [N11] section 6, in the numbers that the table adds up: integers modulo 2^32, or samples, which
// Precision::f32_less_mean takes the channel's mean off.
struct TableCarries {
    int block = 0;  // b
    Shape shape;    // the image's: M = ceil(height / b) block rows, N = ceil(width / b) block columns
    std::vector<double>
        columns;  // [channel][m][x], P_{m-1,n}(Y): column x added up over all rows above block row m
    std::vector<double> rows;  // [channel][n][y], P^T_{m,n-1}(V): the table at row y, left of block column n
    std::vector<double>
        sums;  // [channel][m][n], s(P_{m-1,n}(Y)): the columns' carries of block (m, n) added up

    int block_rows() const { return (shape.height + block - 1) / block; }
    int block_columns() const { return (shape.width + block - 1) / block; }
    void allocate() {
        const std::size_t c = std::size_t(shape.channels), M = std::size_t(block_rows()),
                          N = std::size_t(block_columns());
        columns.assign(c * M * std::size_t(shape.width), 0);
        rows.assign(c * N * std::size_t(shape.height), 0);
        sums.assign(c * M * N, 0);
    }
    double& column(int channel, int m, int x) {
        return columns[at(channel, block_rows(), m, shape.width, x)];
    }
    double column(int channel, int m, int x) const {
        return columns[at(channel, block_rows(), m, shape.width, x)];
    }
    double& row(int channel, int n, int y) { return rows[at(channel, block_columns(), n, shape.height, y)]; }
    double row(int channel, int n, int y) const {
        return rows[at(channel, block_columns(), n, shape.height, y)];
    }
    double& sum(int channel, int m, int n) { return sums[at(channel, block_rows(), m, block_columns(), n)]; }
    double sum(int channel, int m, int n) const {
        return sums[at(channel, block_rows(), m, block_columns(), n)];
    }

  private:
    static std::size_t at(int channel, int groups, int group, int lines, int line) {
        return (std::size_t(channel) * std::size_t(groups) + std::size_t(group)) * std::size_t(lines) +
               std::size_t(line);
    }
};

}  // namespace sweep
