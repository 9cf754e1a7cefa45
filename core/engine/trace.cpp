#include "core/engine/trace.h"

#include <algorithm>
#include <map>

namespace sweep {
std::vector<int> lanes(const Trace& trace) {
    std::vector<int> of_pieces;
    std::map<int, std::vector<double>> busy_until;  // of the lanes of a processor
    for (const TracePiece& piece : trace.pieces) {
        std::vector<double>& ends = busy_until[piece.processor];
        const auto free =
            std::find_if(ends.begin(), ends.end(), [&](double end) { return end <= piece.begin; });
        of_pieces.push_back(int(free - ends.begin()));
        if (free == ends.end())
            ends.push_back(piece.end);
        else
            *free = piece.end;
    }
    return of_pieces;
}

void place_piece(TracePiece& piece, const Stage& stage, int count, const Shape& shape, int block) {
    const int M = (shape.height + block - 1) / block, N = (shape.width + block - 1) / block;
    const auto extent = [block](int at, int all) { return std::min(block, all - at * block); };
    switch (stage.covers) {
        case Covers::blocks: {
            if (count != M * N) return;
            const int m = piece.number / N, n = piece.number % N;
            piece.x = n * block, piece.y = m * block;
            piece.width = extent(n, shape.width), piece.height = extent(m, shape.height);
            return;
        }
        case Covers::columns: {
            // A channel after the other; what follows them are columns of row states, which are no part of the image.
            if (piece.number >= N * shape.channels) return;
            const int n = piece.number % N;
            piece.channel = piece.number / N;
            piece.x = n * block, piece.width = extent(n, shape.width), piece.height = shape.height;
            return;
        }
        case Covers::rows: {
            const int m = piece.number % M;
            piece.channel = piece.number / M;
            piece.y = m * block, piece.height = extent(m, shape.height), piece.width = shape.width;
            return;
        }
    }
}

}  // namespace sweep
