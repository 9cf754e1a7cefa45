// Stage lists of whole lines (rt, rt64), signals (1, 3), and lines with varying coefficients (5v). Formulas
// are for one channel of float samples and order r; the r numbers at each end of a line are not counted.
#include "core/methods/lists.h"
#include "core/methods/signal.h"

namespace sweep {
namespace {

std::uint64_t number_bytes(const Problem& p) {
    return p.input == Sample::f64 ? 8 : 4;
}

std::uint64_t blocks(int length, int block) {
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

}  // namespace

// [N11] section 4: 8 h w.
std::vector<Stage> rt_stages(const Problem& p) {
    const ImageBytes image(p);
    std::vector<Stage> list{{Step::rt_down, "down", "RT.1", image.in, image.between},
                            {Step::rt_up, "up", "RT.2", image.between, image.between},
                            {Step::rt_right, "right", "RT.3", image.between, image.between},
                            {Step::rt_left, "left", "RT.4", image.between, image.between}};
    list.resize(std::size_t(p.passes));
    list.back().bytes_written = image.out;
    return list;
}

// 2 h w, the doubles between columns and rows, and those between down and up and between right and left, which
// are twice as many under mirror. (The CPU engine keeps the latter in its caches.)
std::vector<Stage> rt64_stages(const Problem& p) {
    const ImageBytes image(p);
    auto between = [&](bool both, const Boundary& boundary) {
        return both ? 8 * p.shape.samples() * (boundary.kind == BoundaryKind::mirror ? 2 : 1) : 0;
    };
    const std::uint64_t of_columns = between(p.passes >= 2, p.boundary_of_columns()),
                        of_rows = between(p.passes == 4, p.boundary),
                        after_columns = 8 * p.shape.samples();  // in double
    std::vector<Stage> list{{Step::rt64_columns, "columns", "RT64.1", image.in + of_columns,
                             (p.passes > 2 ? after_columns : image.out) + of_columns}};
    if (p.passes > 2)
        list.push_back({Step::rt64_rows, "rows", "RT64.2", after_columns + of_rows, image.out + of_rows});
    return list;
}

// Algorithm 1, causal and then anticausal ([N11] section 4.3): (6 + 8 r/b) n for a signal of n samples in
// blocks of b. Algorithm 3 has the count of algorithm 4 along one axis: (3 + 9 r/b) n. The passes across the
// signal are part of the last stage.
std::vector<Stage> signal_stages(const Problem& p, int block) {
    const Signal signal = signal_of(p);
    const ImageBytes image(p);
    const std::uint64_t states = number_bytes(p) * std::uint64_t(p.shape.channels) *
                                 std::uint64_t(design(p.filter).order()) * blocks(signal.length, block);
    if (p.algorithm == Algorithm::alg1) {
        if (signal.passes == 0) return {{Step::alg1_3, "output", "1.3", image.in, image.out}};
        std::vector<Stage> list{{Step::alg1_1, "prologues", "1.1", image.in, states},
                                {Step::alg1_2, "complete P", "1.2", states, states},
                                {Step::alg1_3, "causal", "1.3", image.in + states,
                                 signal.passes == 2 ? image.between : image.out}};
        if (signal.passes == 2) {
            list.push_back({Step::alg1_1r, "epilogues", "1.1'", image.between, states});
            list.push_back({Step::alg1_2r, "complete E", "1.2'", states, states});
            list.push_back({Step::alg1_3r, "anticausal", "1.3'", image.between + states, image.out});
        }
        return list;
    }
    // Under mirror P_first depends on the epilogues too.
    const bool mirror = p.boundary.kind == BoundaryKind::mirror, pair = signal.passes == 2;
    if (signal.passes == 0) return {{Step::alg3_4, "output", "3.4", image.in, image.out}};
    std::vector<Stage> list{{Step::alg3_1, "carries", "3.1", image.in, (pair || mirror ? 2 : 1) * states},
                            {Step::alg3_2, "complete P", "3.2", (mirror ? 2 : 1) * states, states}};
    if (pair) list.push_back({Step::alg3_3, "complete E", "3.3", 2 * states, states});
    list.push_back({Step::alg3_4, "output", "3.4", image.in + (pair ? 2 : 1) * states, image.out});
    return list;
}

// Algorithm 5v: the stages of algorithm 5 with r = 1, (3 + 22/b) h w. The coefficients and matrices of the
// blocks at the edges are no more than the samples of a line, and not counted.
std::vector<Stage> varying_stages(const Problem& p, int block) {
    const ImageBytes image(p);
    const std::uint64_t number = number_bytes(p) * std::uint64_t(p.shape.channels),
                        columns = number * blocks(p.shape.height, block) * std::uint64_t(p.shape.width),
                        rows = number * blocks(p.shape.width, block) * std::uint64_t(p.shape.height);
    const bool pairs = p.passes > 2;
    std::vector<Stage> list{{Step::alg5_1, "carries", "5v.1", image.in, 2 * columns + (pairs ? 2 * rows : 0)},
                            {Step::alg5_2, "complete P", "5v.2", columns, columns},
                            {Step::alg5_3, "complete E", "5v.3", 2 * columns, columns}};
    if (pairs) {
        list.push_back({Step::alg5_4, "complete PT", "5v.4", 2 * columns + rows, rows});
        list.push_back({Step::alg5_5, "complete ET", "5v.5", 2 * columns + 2 * rows, rows});
    }
    list.push_back(
        {Step::alg5_6, "output", "5v.6", image.in + 2 * columns + (pairs ? 2 * rows : 0), image.out});
    return list;
}

}  // namespace sweep
