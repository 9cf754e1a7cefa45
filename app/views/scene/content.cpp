#include "app/views/scene/content.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "app/views/scene/camera.h"
#include "app/views/scene/town.h"

namespace sweep::app {
namespace {

void near_first(Mesh& mesh, Vec3 eye) {
    using Corners = std::array<std::uint32_t, 3>;
    std::vector<std::pair<float, Corners>> triangles;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const Corners t{mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]};
        float nearest = 1e30f;
        for (const std::uint32_t v : t) nearest = std::min(nearest, length(mesh.vertices[v].position - eye));
        triangles.emplace_back(nearest, t);
    }
    std::stable_sort(triangles.begin(), triangles.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    mesh.indices.clear();
    for (const auto& [distance, t] : triangles) mesh.indices.insert(mesh.indices.end(), t.begin(), t.end());
}

}  // namespace

SceneContent scene_content() {
    Town town = build_town();
    // The camera never goes far from its start, so triangles in the order of their distance from there hide
    // most of those behind them early.
    near_first(town.solid, eye_at(0));
    near_first(town.ground, eye_at(0));
    SceneContent content;
    content.solid_count = int(town.solid.indices.size());
    content.ground_count = int(town.ground.indices.size());
    // The ground goes to the end of the one mesh.
    content.mesh = std::move(town.solid);
    const auto first = std::uint32_t(content.mesh.vertices.size());
    for (const std::uint32_t index : town.ground.indices) content.mesh.indices.push_back(first + index);
    content.mesh.vertices.insert(content.mesh.vertices.end(), town.ground.vertices.begin(),
                                 town.ground.vertices.end());

    for (const Lamp& lamp : town.lamps)
        content.lamps.push_back(
            {lamp.position, lamp.radius, lamp.radiance, float(content.lamps.size()) * 2.4f});
    // Only large lamps have a visible halo.
    const auto small =
        std::stable_partition(content.lamps.begin(), content.lamps.end(),
                              [](const SceneContent::LampInstance& l) { return l.radius > 0.04f; });
    content.halo_count = int(small - content.lamps.begin());
    for (const Wire& wire : town.wires) content.wires.push_back({wire.from, wire.radius, wire.to});
    return content;
}

}  // namespace sweep::app
