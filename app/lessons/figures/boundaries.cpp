// The five boundaries side by side: the extension, the result, and what the filter takes away ([N16] fig. 2).
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/figures/pictures.h"
#include "app/work/engines/engines.h"

namespace sweep::app {
namespace {

constexpr int shown_side = 360;  // of the picture within its extension, in pixels

// How far whole sides of a - b are from zero, although differences have both signs: the root mean square of the four
// sides' means, over the mean magnitude of all.
double rim_of(const Image& a, const Image& b) {
    std::array<double, 4> sides{};
    double all = 0;
    const int w = a.shape().width, h = a.shape().height;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            const double d = grey_at(a, x, y) - grey_at(b, x, y);
            all += std::abs(d) / (double(w) * h);
            if (y == 0) sides[0] += d / w;
            if (y == h - 1) sides[1] += d / w;
            if (x == 0) sides[2] += d / h;
            if (x == w - 1) sides[3] += d / h;
        }
    double squares = 0;
    for (double side : sides) squares += side * side / 4;
    return ratio(std::sqrt(squares), all);
}

std::string text_of(const char* name, double value) {
    return std::isfinite(value) ? fmt::format("{} {:.2f}", name, value) : std::string();
}

}  // namespace

void make_boundaries(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop) {
    FigureContent content;
    content.why_not = why_not_recursive(subject.problem);
    if (!content.why_not.empty()) return sink.publish(std::move(content));
    // Five wide pictures beside each other would leave most of the stage empty.
    const Shape& whole = subject.picture->shape();
    const Image X = middle_of(*subject.picture, std::min(whole.width, whole.height));
    const std::unique_ptr<Engine> engine = start_engine(subject.engine).engine;
    const bool passes_constants = std::abs(response_to_constants(subject.problem)) > 1e-9;
    const Image nothing = difference_around(X, X, 1, 0), small = shrunk(X, shown_side);
    const int margin = std::max(std::max(small.shape().width, small.shape().height) / 6, 1);
    const Region inside{margin, margin, small.shape().width, small.shape().height};
    content.table = {"boundary", {{"edge of V", "{:.2f}"}, {"rim of x - V", "{:.2f}"}}, {}};
    content.pictures = {{"x", {}}, {"result V", {}}, {"x - V", {}}};
    for (const BoundaryKind kind : compared_boundaries) {
        const Image V = filtered_under(*engine, subject.problem, kind, X);
        const double edge = ratio(edge_of(V), edge_of(X)), rim = rim_of(X, V);
        content.pictures[0].tiles.push_back(
            tile_of(boundary_name(kind), "", extended(small, kind, margin), inside));
        content.pictures[1].tiles.push_back(
            tile_of("", text_of("edge", edge),
                    passes_constants ? difference_around(V, nothing, 1, 0) : around_grey(V, nothing)));
        content.pictures[2].tiles.push_back(tile_of("", text_of("rim", rim), around_grey(X, V)));
        content.table.rows.push_back({boundary_name(kind), {edge, rim}});
        if (stop.stop_requested()) return;
    }
    content.note = fmt::format(
        "Edge of V: the mean magnitude of the outermost pixels, over that of the picture's; 1 keeps their "
        "light. Rim of x - V: how far whole sides of it are from zero, over its mean magnitude; a high one "
        "is a false edge. {} around grey. The middle square of the picture: {}.",
        passes_constants ? "x - V is shown" : "V and x - V are shown", conditions_of(*engine));
    sink.publish(std::move(content));
}

}  // namespace sweep::app
