// Copies of a filtered picture side by side: the seam between them ([N16] fig. 3).
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "app/lessons/figures/pictures.h"
#include "app/work/engines/engines.h"

namespace sweep::app {
namespace {

constexpr int faded_side = 384;

// One where the picture itself is taken, at its middle, and zero at its ends.
double share(int i, int n) {
    const double s = std::sin(std::numbers::pi * (i + 0.5) / n);
    return s * s;
}

// The picture faded along one axis into a copy of itself that is shifted by half: at its ends the copy is whole, and
// that is continuous there.
Image faded(const Image& picture, bool along_x) {
    const int w = picture.shape().width, h = picture.shape().height;
    Image out(picture.shape(), Sample::f32);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            const float own = float(along_x ? share(x, w) : share(y, h));
            const int far_x = along_x ? (x + w / 2) % w : x, far_y = along_x ? y : (y + h / 2) % h;
            const float *here = picture.view().row<float>(y) + 4 * x,
                        *far = picture.view().row<float>(far_y) + 4 * far_x;
            float* to = out.view().row<float>(y) + 4 * x;
            for (int c = 0; c < 4; ++c) to[c] = own * here[c] + (1 - own) * far[c];
        }
    return out;
}

struct Jumps {
    double seam = 0, inside = 0;  // the largest difference of neighbours, in grey
};

Jumps jumps_of(const Image& V) {
    Jumps jumps;
    const int w = V.shape().width, h = V.shape().height;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            const double here = grey_at(V, x, y), right = std::abs(grey_at(V, (x + 1) % w, y) - here),
                         below = std::abs(grey_at(V, x, (y + 1) % h) - here);
            double& across = x + 1 == w ? jumps.seam : jumps.inside;
            double& down = y + 1 == h ? jumps.seam : jumps.inside;
            across = std::max(across, right);
            down = std::max(down, below);
        }
    return jumps;
}

Image tiled(const Image& picture) {
    const Shape& s = picture.shape();
    Image out({2 * s.width, 2 * s.height, 4}, Sample::f32);
    for (int y = 0; y < 2 * s.height; ++y)
        for (int copy = 0; copy < 2; ++copy)
            std::copy_n(picture.view().row<float>(y % s.height), std::size_t(s.width) * 4,
                        out.view().row<float>(y) + std::ptrdiff_t(copy) * s.width * 4);
    return out;
}

}  // namespace

void make_seam(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop) {
    FigureContent content;
    content.why_not = why_not_recursive(subject.problem);
    if (!content.why_not.empty()) return sink.publish(std::move(content));
    const Image X = faded(faded(shrunk(*subject.picture, faded_side), false), true);
    const std::unique_ptr<Engine> engine = start_engine(subject.engine).engine;
    const bool passes_constants = std::abs(response_to_constants(subject.problem)) > 1e-9;
    content.table = {
        "boundary", {{"seam", "{:.2g}"}, {"inside", "{:.2g}"}, {"ratio", "{:.2f}"}, {"light", "{:.2f}"}}, {}};
    content.pictures = {{"", {}}, {"", {}}};
    const Image nothing = difference_around(X, X, 1, 0);
    const auto add = [&](const std::string& name, const Image& picture, bool has_signs) {
        const Jumps jumps = jumps_of(picture);
        const double times = ratio(jumps.seam, jumps.inside);
        std::vector<FigureTile>& row = content.pictures[content.pictures[0].tiles.size() < 3 ? 0 : 1].tiles;
        const Image shown =
            has_signs ? around_grey(picture, nothing) : difference_around(picture, nothing, 1, 0);
        row.push_back(tile_of(name, std::isfinite(times) ? fmt::format("ratio {:.2f}", times) : std::string(),
                              tiled(shown)));
        content.table.rows.push_back(
            {name, {jumps.seam, jumps.inside, times, ratio(edge_of(picture), edge_of(X))}});
    };
    add("the picture", X, false);
    for (const BoundaryKind kind : {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::clamp,
                                    BoundaryKind::mirror, BoundaryKind::repeat}) {
        add(boundary_name(kind), filtered_under(*engine, subject.problem, kind, X), !passes_constants);
        if (stop.stop_requested()) return;
    }
    content.note = fmt::format(
        "Seam: the largest difference of neighbouring pixels across it, in grey; inside: the largest "
        "elsewhere. A ratio of 1 or below is no jump. Light: that of the outermost pixels, over the "
        "picture's; below 1 the seam is dark. {}.",
        conditions_of(*engine));
    sink.publish(std::move(content));
}

}  // namespace sweep::app
