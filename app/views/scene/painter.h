// The interface of the two painters of the built-in scene: by fragment shaders (for software OpenGL) and by
// compute shaders.
#pragma once

#include <memory>
#include <string>

#include "app/screen/gl/gl.h"
#include "app/views/scene/content.h"
#include "app/views/scene/orbit.h"

namespace sweep::app {

class ScenePainter {
  public:
    virtual ~ScenePainter() = default;

    // Draws as Scene::draw() does. `materials`: an array texture with a layer for each Material.
    virtual void draw(int width, int height, double seconds, const Orbit& orbit,
                      const Texture& materials) = 0;
    virtual const Texture& colour() const = 0;
    virtual const Texture& depth() const = 0;
    virtual std::string reload() = 0;
};

std::unique_ptr<ScenePainter> paint_by_fragments(const SceneContent& content);

// `most_entries`: the number of entries that the lists of triangles have room for; 0: enough in nearly all
// cases. In a tile whose list has no room all triangles are tried, which is slow; the picture is the same.
std::unique_ptr<ScenePainter> paint_by_compute(const SceneContent& content, int most_entries = 0);

template <class T>
Buffer buffer_of(const std::vector<T>& data) {
    return make_buffer(GLsizeiptr(data.size() * sizeof(T)), data.data());
}

// Definitions for every program of the scene. In software OpenGL each texel costs time: there textures hold
// square roots instead of sRGB, so that decoding is a multiplication, and are not blended between mip levels.
std::string scene_definitions();

}  // namespace sweep::app
