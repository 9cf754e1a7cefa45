// Draws a figure into its part of the window, and its numbers into the panel beside it.
#pragma once

#include <vector>

#include "app/lessons/figures/figure.h"
#include "app/screen/gl/gl.h"

namespace sweep::app {

// The textures of a figure's tiles, row by row. With `encoded` the pictures are not light, and are shown as they are.
std::vector<Texture> textures_of(const FigureContent& content, bool encoded);

// Draws into the current ImGui window, in all the room that it has.
void draw_figure(const FigureContent& content, const std::vector<Texture>& textures);
void draw_figure_table(const FigureContent& content);

}  // namespace sweep::app
