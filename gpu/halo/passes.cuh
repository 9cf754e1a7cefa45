// The passes of a block with a halo: down and up its columns, which threads hold in registers, and right and
// left along its rows, which lie across the lanes of a warp.
//
// Both are direct recurrences without their gains, y_i = x_i - sum_k d_k y_(i-k), whose state is the last r
// outputs: r multiply-adds a sample. A filter that forgets within a halo loses no digits in this realisation.
//
// A line is cut into pieces, of which a thread holds one. Each thread runs its piece from zero, and hands on
// the state in which that ends. What enters a piece is the sum of these over the pieces before it, each
// multiplied by A as often as samples lie in between, and only as many of them as the filter remembers.
#pragma once

#include <cuda_runtime.h>

#include "core/filter/pass_design.h"
#include "core/filter/recurrence.h"

namespace sweep::gpu {

// A pass along columns, in pieces of K rows.
template <int R>
struct ColumnPass {
    float a[R];        // -d
    float skip[R][R];  // A^K
};

// A pass along rows, in pieces of P samples.
template <int R, int P>
struct RowPass {
    float a[R];           // -d
    float echo[P][R];     // what sample i of a piece owes to the state that enters it
    float skip[3][R][R];  // A^P, A^2P, A^4P
};

// ---- along columns ------------------------------------------------------------------------------------

// Takes N columns one row on.
template <int R, int N>
__device__ inline void step_columns(float (&v)[N], float (&s)[R][N], const float (&a)[R]) {
#pragma unroll
    for (int c = 0; c < N; ++c) {
#pragma unroll
        for (int k = R - 1; k >= 0; --k) v[c] = fmaf(a[k], s[k][c], v[c]);
#pragma unroll
        for (int k = R - 1; k > 0; --k) s[k][c] = s[k - 1][c];
        s[0][c] = v[c];
    }
}

// The states that pieces hand on, of one direction: 16 bytes for each number, four columns and piece.
// `across` is how many threads stand side by side, `pieces` how many one below the other.
template <int R, int across, int pieces>
struct HandedOn {
    static constexpr int words = R * across * pieces;
    float4* memory;
    __device__ float4& at(int piece, int k, int thread) const {
        return memory[(piece * R + k) * across + thread];
    }
};

// Filters the thread's K rows of four columns down and up. It is thread `thread` of `across` and has piece
// `piece` of the columns, whose filter remembers `memory` rows.
// There are barriers inside.
template <int R, int K, int memory, int across, int pieces>
__device__ inline void filter_columns(float (&v)[K][4], float4* shared, const ColumnPass<R>& down,
                                      const ColumnPass<R>& up, int thread, int piece) {
    using Ends = HandedOn<R, across, pieces>;
    constexpr int reach = (memory + K - 1) / K;                     // pieces that a piece remembers
    constexpr int forgotten = K > memory + 1 ? K - memory - 1 : 0;  // rows of a piece that its end forgets
    float s[R][4];
    auto start = [&] {
#pragma unroll
        for (int k = 0; k < R; ++k)
#pragma unroll
            for (int c = 0; c < 4; ++c) s[k][c] = 0;
    };
    auto end_step = [&](int r, const float(&a)[R]) {
        float x[4] = {v[r][0], v[r][1], v[r][2], v[r][3]};
        step_columns(x, s, a);
    };
    auto hand_on = [&](const Ends& ends) {
#pragma unroll
        for (int k = 0; k < R; ++k) ends.at(piece, k, thread) = {s[k][0], s[k][1], s[k][2], s[k][3]};
    };
    // The state that enters the piece, from those `way` of it: -1 above, 1 below.
    auto take = [&](const Ends& ends, const ColumnPass<R>& pass, int way) {
        start();
#pragma unroll
        for (int i = reach; i > 0; --i) {
            const int from = piece + way * i;
            if (from < 0 || from >= pieces) continue;
            float t[R][4];
#pragma unroll
            for (int j = 0; j < R; ++j) {
                const float4 e = ends.at(from, j, thread);
                t[j][0] = e.x, t[j][1] = e.y, t[j][2] = e.z, t[j][3] = e.w;
                if (i < reach)
#pragma unroll
                    for (int k = 0; k < R; ++k)
#pragma unroll
                        for (int c = 0; c < 4; ++c) t[j][c] = fmaf(pass.skip[j][k], s[k][c], t[j][c]);
            }
#pragma unroll
            for (int j = 0; j < R; ++j)
#pragma unroll
                for (int c = 0; c < 4; ++c) s[j][c] = t[j][c];
        }
    };
    const Ends above{shared}, below{shared + Ends::words};
    start();
#pragma unroll
    for (int r = forgotten; r < K; ++r) end_step(r, down.a);
    hand_on(above);
    __syncthreads();
    take(above, down, -1);
#pragma unroll
    for (int r = 0; r < K; ++r) step_columns(v[r], s, down.a);
    start();
#pragma unroll
    for (int r = K - 1 - forgotten; r >= 0; --r) end_step(r, up.a);
    hand_on(below);
    __syncthreads();
    take(below, up, 1);
#pragma unroll
    for (int r = K - 1; r >= 0; --r) step_columns(v[r], s, up.a);
}

// ---- along rows ---------------------------------------------------------------------------------------

// From `distance` lanes before, in the direction of the pass, of `lanes` that hold a row. At the row's end a
// lane gets its own: what enters there lies in the halo and is forgotten.
template <bool back>
__device__ inline float from_lane(float x, int distance, int lanes) {
    return back ? __shfl_down_sync(~0u, x, distance, lanes) : __shfl_up_sync(~0u, x, distance, lanes);
}

// Runs one pass along a row, of which each lane holds P samples and remembers those of `reach` lanes.
template <int R, int P, int reach, bool back>
__device__ inline void filter_row(float (&v)[P], const RowPass<R, P>& pass, int lanes) {
    static_assert(reach <= 8);
    auto at = [&](int i) -> float& { return v[back ? P - 1 - i : i]; };
#pragma unroll
    for (int i = 1; i < P; ++i)
#pragma unroll
        for (int k = R - 1; k >= 0; --k)
            if (i - 1 - k >= 0) at(i) = fmaf(pass.a[k], at(i - 1 - k), at(i));
    float end[R], entering[R];
#pragma unroll
    for (int k = 0; k < R; ++k) end[k] = at(P - 1 - k);
    // sum += A^n s, of `distance` lanes before.
    auto add = [&](float(&sum)[R], const float(&A)[R][R], const float(&s)[R], int distance) {
        float t[R];
#pragma unroll
        for (int k = 0; k < R; ++k) t[k] = from_lane<back>(s[k], distance, lanes);
#pragma unroll
        for (int j = 0; j < R; ++j)
#pragma unroll
            for (int k = 0; k < R; ++k) sum[j] = fmaf(A[j][k], t[k], sum[j]);
    };
    auto begin = [&](const float(&s)[R]) {
#pragma unroll
        for (int k = 0; k < R; ++k) entering[k] = from_lane<back>(s[k], 1, lanes);
    };
    if constexpr (reach <= 3) {
        begin(end);
        if constexpr (reach >= 2) add(entering, pass.skip[0], end, 2);
        if constexpr (reach >= 3) add(entering, pass.skip[1], end, 3);
    } else {
        float two[R], four[R];  // the ends of two and of four lanes together
#pragma unroll
        for (int k = 0; k < R; ++k) two[k] = end[k];
        add(two, pass.skip[0], end, 1);
        if constexpr (reach == 4) {
            begin(two);
            add(entering, pass.skip[1], two, 3);
        } else {
#pragma unroll
            for (int k = 0; k < R; ++k) four[k] = two[k];
            add(four, pass.skip[1], two, 2);
            begin(four);
            if constexpr (reach <= 6)
                add(entering, pass.skip[2], two, 5);
            else
                add(entering, pass.skip[2], four, 5);
        }
    }
#pragma unroll
    for (int i = 0; i < P; ++i)
#pragma unroll
        for (int k = R - 1; k >= 0; --k) at(i) = fmaf(pass.echo[i][k], entering[k], at(i));
}

// ---- numbers ------------------------------------------------------------------------------------------

namespace detail {
// Sets m to A^n, A being what one sample makes of the last R outputs; in column k is what the state e_k becomes.
template <int R>
void put_power(const PassDesign& pass, int n, float (&m)[R][R]) {
    for (int k = 0; k < R; ++k) {
        double s[R] = {};
        s[k] = 1;
        for (int i = 0; i < n; ++i) {
            double y = 0;
            for (int j = 0; j < R; ++j) y -= pass.d[std::size_t(j)] * s[j];
            for (int j = R - 1; j > 0; --j) s[j] = s[j - 1];
            s[0] = y;
        }
        for (int j = 0; j < R; ++j) m[j][k] = float(s[j]);
    }
}
}  // namespace detail

// The numbers of a pass; a pass that does not run leaves its samples as they are.
template <int R>
ColumnPass<R> column_pass(const PassDesign& design, bool runs, int rows) {
    ColumnPass<R> pass{};
    if (!runs) return pass;
    for (int k = 0; k < R; ++k) pass.a[k] = float(-design.d[std::size_t(k)]);
    detail::put_power<R>(design, rows, pass.skip);
    return pass;
}
template <int R, int P>
RowPass<R, P> row_pass(const PassDesign& design, bool runs) {
    RowPass<R, P> pass{};
    if (!runs) return pass;
    for (int k = 0; k < R; ++k) pass.a[k] = float(-design.d[std::size_t(k)]);
    for (int i = 0; i < P; ++i) {
        float power[R][R];
        detail::put_power<R>(design, i + 1, power);
        for (int k = 0; k < R; ++k) pass.echo[i][k] = power[0][k];
    }
    for (int i = 0; i < 3; ++i) detail::put_power<R>(design, P << i, pass.skip[i]);
    return pass;
}

}  // namespace sweep::gpu
