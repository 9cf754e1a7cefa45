#include "app/talk/page/passes_json.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/passes/line.h"
#include "app/talk/page/picture_uri.h"
#include "core/base/image.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_values = 4096;  // of a plane; larger pictures are pictures

double grey_at(const ConstImageView& pixels, int x, int y) {
    const float* const p = pixels.row<float>(y) + 4 * x;
    return (double(p[0]) + double(p[1]) + double(p[2])) / 3;
}

// As the page prints numbers, and with what their products need beyond that.
double rounded(double value, double steps) {
    return std::round(value * steps) / steps;
}

Json plane_json(ConstImageView pixels, const PassImages& images, int k) {
    Json json{{"letter", pass_letters[std::size_t(k)]}, {"gain", images.gain(k)}};
    if (pixels.shape.pixels() <= most_values) {
        Json values = Json::array();
        for (int y = 0; y < pixels.shape.height; ++y)
            for (int x = 0; x < pixels.shape.width; ++x)
                values.push_back(rounded(grey_at(pixels, x, y), 1e5));
        json["values"] = std::move(values);
        return json;
    }
    json["picture"] = opaque_uri(pixels, images.gain(k), 0);
    return json;
}

Json pass_json(const LineTrace& line) {
    Json terms = Json::array(), x = Json::array(), y = Json::array();
    int from = 0;
    for (const EquationTerm& term : equation_at(line, 0).terms) {
        terms.push_back({std::string(1, term.symbol), term.back, term.coefficient});
        from = std::max(from, term.back);
    }
    for (int i = -from; i < line.length; ++i) {
        x.push_back(rounded(line.x(i), 1e8));
        y.push_back(rounded(line.y(i), 1e8));
    }
    return {{"terms", std::move(terms)},
            {"inputs", line.b.size()},
            {"from", from},
            {"x", std::move(x)},
            {"y", std::move(y)}};
}

}  // namespace

Json passes_json(const PassImages& images, const SweepPlace& place, int column, int row) {
    Json planes = Json::array(), passes = Json::array();
    std::vector<double> columns, rows;
    for (int k = 0; k <= all_passes; ++k) {
        const Image pixels = light_of(images.image(k));
        planes.push_back(plane_json(pixels.view(), images, k));
        for (int y = 0; k == 0 && y < images.height(); ++y)
            columns.push_back(grey_at(pixels.view(), column, y));
        for (int x = 0; k == 2 && x < images.width(); ++x) rows.push_back(grey_at(pixels.view(), x, row));
    }
    for (int pass = 0; pass < all_passes; ++pass)
        passes.push_back(pass_json(images.trace(pass, pass < 2 ? columns : rows)));
    return {{"width", images.width()},
            {"height", images.height()},
            {"column", column},
            {"row", row},
            {"pass", place.pass},
            {"lines", place.lines},
            {"planes", std::move(planes)},
            {"passes", std::move(passes)}};
}

}  // namespace sweep::app
