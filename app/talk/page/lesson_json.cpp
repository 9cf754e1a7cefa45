#include "app/talk/page/lesson_json.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/talk/page/picture_uri.h"
#include "app/talk/page/walk_json.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

// JSON has neither NaN nor infinity: null.
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}
Json numbers(const std::vector<double>& values) {
    Json json = Json::array();
    for (double value : values) json.push_back(number(value));
    return json;
}

Json axis_json(const FigureAxis& axis) {
    return {{"low", axis.low}, {"high", axis.high}, {"logarithmic", axis.logarithmic}, {"name", axis.name}};
}

Json plot_json(const FigurePlot& plot) {
    Json curves = Json::array();
    for (const FigureCurve& curve : plot.curves)
        curves.push_back({{"name", curve.name},
                          {"x", numbers(curve.x)},
                          {"y", numbers(curve.y)},
                          {"is_line", curve.is_line}});
    return {{"x", axis_json(plot.x)}, {"y", axis_json(plot.y)}, {"curves", std::move(curves)}};
}

Json equation_json(const FigureEquation& equation) {
    Json terms = Json::array();
    for (const FigureEquation::Term& term : equation.terms)
        terms.push_back({{"name", term.matrix.name},
                         {"rows", term.matrix.rows},
                         {"columns", term.matrix.columns},
                         {"values", numbers(term.matrix.values)},
                         {"vector", term.vector}});
    return {{"title", equation.title}, {"result", equation.result}, {"terms", std::move(terms)}};
}

Json table_json(const FigureTable& table) {
    Json columns = Json::array(), rows = Json::array();
    for (const FigureTable::Column& column : table.columns) columns.push_back(column.title);
    for (const FigureTable::Row& row : table.rows) {
        Json cells = Json::array();
        for (std::size_t i = 0; i < row.values.size(); ++i)
            cells.push_back(std::isfinite(row.values[i])
                                ? fmt::format(fmt::runtime(table.columns[i].format), row.values[i])
                                : std::string());
        rows.push_back({{"name", row.name}, {"cells", std::move(cells)}, {"curve", row.curve}});
    }
    return {{"title", table.title}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Json row_json(const FigureRow& row) {
    Json tiles = Json::array();
    for (const FigureTile& tile : row.tiles) {
        Json json{{"title", tile.title}, {"text", tile.text}};
        if (tile.picture) {
            const Shape& shape = tile.picture->shape();
            json["picture"] = light_uri(tile.picture->view());
            json["width"] = shape.width, json["height"] = shape.height;
            json["frame"] = {tile.frame.x, tile.frame.y, tile.frame.width, tile.frame.height};
        }
        tiles.push_back(std::move(json));
    }
    return {{"title", row.title}, {"tiles", std::move(tiles)}};
}

template <class List, class Part>
Json list_json(const List& list, Part part) {
    Json json = Json::array();
    for (const auto& each : list) json.push_back(part(each));
    return json;
}

}  // namespace

Json figure_json(const FigureInfo& figure, const FigureContent& content) {
    return {{"title", figure.title},
            {"source", figure.source},
            {"text", figure.text},
            {"headline", content.headline},
            {"below", content.below},
            {"pictures", list_json(content.pictures, row_json)},
            {"plots", list_json(content.plots, plot_json)},
            {"equations", list_json(content.equations, equation_json)},
            {"table", table_json(content.table)},
            {"note", content.note}};
}

Json run_json(const Trace& run) {
    Json stages = Json::array(), pieces = Json::array();
    for (std::size_t k = 0; k < run.stages.size(); ++k)
        stages.push_back({{"step", run.stages[k].paper},
                          {"name", run.stages[k].name},
                          {"begin", run.begin[k]},
                          {"end", run.end[k]}});
    // Times to a nanosecond, as trace_json() has them.
    const auto rounded = [](double ms) { return std::round(ms * 1e6) / 1e6; };
    for (const TracePiece& p : run.pieces)
        pieces.push_back({p.stage, p.processor, rounded(p.begin), rounded(p.end), p.channel > 0 ? 0 : p.width,
                          p.height, p.x, p.y});
    const double picture = 4.0 * double(run.shape.samples());
    return {{"engine", run.engine},
            {"algorithm", run.algorithm},
            {"width", run.shape.width},
            {"height", run.shape.height},
            {"channels", run.shape.channels},
            {"block", run.block},
            {"processors", run.processors},
            {"milliseconds", run.milliseconds()},
            {"stages", std::move(stages)},
            {"traffic", traffic_json(traffic_row(run.algorithm, run.stages, picture))},
            {"pieces", std::move(pieces)}};
}

}  // namespace sweep::app
