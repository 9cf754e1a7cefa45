// Letters that are larger than those of the panels.
#pragma once

#include <imgui.h>

namespace sweep::app {

enum class Face;  // app/ui/gui.h

// The font of this face for letters of so many pixels: Dear ImGui before 1.92 keeps pictures of letters of a few sizes,
// and a letter that is drawn larger than its picture is soft. It has the letters that captions and numbers need.
ImFont* font_for(Face face, float pixels);

}  // namespace sweep::app
