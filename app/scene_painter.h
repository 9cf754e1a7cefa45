// Who draws the built-in scene: fragment shaders (software OpenGL), or compute shaders.
#pragma once

#include "app/gl.h"
#include "app/orbit.h"
#include "app/scene_content.h"

#include <memory>
#include <string>

namespace sweep::app {

class ScenePainter {
  public:
    virtual ~ScenePainter() = default;

    // As Scene::draw(). `materials`: an array of textures, a layer for each Material.
    virtual void draw(int width, int height, double seconds, const Orbit& orbit,
                      const Texture& materials) = 0;
    virtual const Texture& colour() const = 0;
    virtual const Texture& depth() const = 0;
    virtual std::string reload() = 0;
};

std::unique_ptr<ScenePainter> paint_by_fragments(const SceneContent& content);

// `most_entries`: how many the lists of triangles have room for, 0: as many as there will ever be, nearly.
// Triangles of a tile whose list has no room are found the slow way; the picture is the same.
std::unique_ptr<ScenePainter> paint_by_compute(const SceneContent& content, int most_entries = 0);

template <class T>
Buffer buffer_of(const std::vector<T>& data) {
    return make_buffer(GLsizeiptr(data.size() * sizeof(T)), data.data());
}

// For every program of the scene. Software OpenGL pays for every texel: there textures hold square roots
// instead of sRGB, whose decoding is a multiplication, and are not blended between mip levels.
std::string scene_definitions();

}  // namespace sweep::app
