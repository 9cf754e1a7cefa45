// The files of opengl/shaders/, which the build puts into the engine.
#pragma once

#include <span>
#include <string_view>

namespace sweep::opengl {

struct ShaderText {
    std::string_view file, text;
};

std::span<const ShaderText> shader_texts();

}  // namespace sweep::opengl
