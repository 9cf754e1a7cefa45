#include "app/views/scene/mesh.h"

#include <algorithm>
#include <numbers>

namespace sweep::app {

void Mesh::quad(Vec3 corner, Vec3 along, Vec3 up, Rectangle uv, const Surface& surface, float step) {
    const int columns = std::clamp(int(std::ceil(length(along) / step)), 1, 400);
    const int rows = std::clamp(int(std::ceil(length(up) / step)), 1, 400);
    const Vec3 normal = normalize(cross(along, up));
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column <= columns; ++column) {
            const float s = float(column) / float(columns);
            const float t = float(row) / float(rows);
            vertices.push_back({corner + along * s + up * t,
                                normal,
                                uv.u0 + (uv.u1 - uv.u0) * s,
                                uv.v0 + (uv.v1 - uv.v0) * t,
                                {1, 1, 1},
                                surface.glow,
                                float(surface.material),
                                float(surface.pulse),
                                surface.window_seed});
        }
    }
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const auto a = first + static_cast<std::uint32_t>(row * (columns + 1) + column);
            const auto b = a + static_cast<std::uint32_t>(columns) + 1;
            indices.insert(indices.end(), {a, a + 1, b + 1, a, b + 1, b});
        }
    }
}

void Mesh::box(Vec3 low, Vec3 high, const Surface& surface, float scale, float step) {
    const Vec3 size = high - low;
    const Rectangle across{0, 0, size.x * scale, size.y * scale};
    const Rectangle along{0, 0, size.z * scale, size.y * scale};
    quad({low.x, low.y, high.z}, {size.x, 0, 0}, {0, size.y, 0}, across, surface, step);
    quad({high.x, low.y, low.z}, {-size.x, 0, 0}, {0, size.y, 0}, across, surface, step);
    quad({high.x, low.y, high.z}, {0, 0, -size.z}, {0, size.y, 0}, along, surface, step);
    quad({low.x, low.y, low.z}, {0, 0, size.z}, {0, size.y, 0}, along, surface, step);
    quad({low.x, high.y, high.z}, {size.x, 0, 0}, {0, 0, -size.z}, {0, 0, size.x * scale, size.z * scale},
         surface, step);
}

void Mesh::tube(Vec3 from, Vec3 to, float radius_from, float radius_to, const Surface& surface) {
    constexpr int sides = 5;
    const Vec3 axis = normalize(to - from);
    const Vec3 helper = std::abs(axis.y) < 0.9f ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    const Vec3 across = normalize(cross(helper, axis));
    const Vec3 other = cross(axis, across);
    const auto first = static_cast<std::uint32_t>(vertices.size());
    const int rings = std::max(1, int(length(to - from)));
    for (int ring = 0; ring <= rings; ++ring) {
        const float t = float(ring) / float(rings);
        for (int side = 0; side <= sides; ++side) {
            const float angle = 2 * std::numbers::pi_v<float> * float(side) / sides;
            const Vec3 normal = across * std::cos(angle) + other * std::sin(angle);
            vertices.push_back({mix(from, to, t) + normal * (radius_from + (radius_to - radius_from) * t),
                                normal,
                                float(side) / sides * 0.1f,
                                t * 0.5f,
                                {1, 1, 1},
                                surface.glow,
                                float(surface.material),
                                float(surface.pulse),
                                0});
        }
    }
    for (int ring = 0; ring < rings; ++ring) {
        for (int side = 0; side < sides; ++side) {
            const auto a = first + static_cast<std::uint32_t>(ring * (sides + 1) + side);
            const auto b = a + sides + 1;
            indices.insert(indices.end(), {a, a + 1, b + 1, a, b + 1, b});
        }
    }
}

void bake(Mesh& mesh, const std::vector<LightSource>& sources) {
    const Vec3 sky{0.016f, 0.026f, 0.060f}, ground{0.014f, 0.010f, 0.009f};
    for (SceneVertex& vertex : mesh.vertices) {
        Vec3 light = mix(ground, sky, 0.5f + 0.5f * vertex.normal.y);
        for (const LightSource& source : sources) {
            const Vec3 towards = source.position - vertex.position;
            const float squared = dot(towards, towards);
            if (squared > 400) continue;  // beyond 20 m a lamp adds nothing visible
            // Half-Lambert: a quarter of the light wraps around, in place of indirect light.
            const float cosine = dot(vertex.normal, towards) / std::sqrt(squared + 1e-6f);
            const float facing = std::max(0.0f, 0.25f + 0.75f * cosine);
            light = light + source.power * (facing / (squared + 0.12f));
        }
        // Corners near the ground are darker.
        const float occlusion = 0.65f + 0.35f * std::min(1.0f, std::max(0.0f, vertex.position.y) / 1.2f);
        vertex.light = light * (vertex.normal.y > 0.9f ? 1.0f : occlusion);
    }
}

}  // namespace sweep::app
