#include "app/commands/first_picture.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>

#include "app/base/files/data_file.h"
#include "app/screen/canvas/display.h"
#include "app/screen/gl/gl.h"
#include "app/ui/layout.h"
#include "app/ui/widgets.h"
#include "files/image_file.h"

namespace sweep::app {
namespace {

// A picture of the scene as the first frame shows it, made beforehand; nothing if it cannot be had.
std::optional<Texture> scene_picture() {
    try {
        const Image image = load_image(data_file("assets/start.jpg"));
        if (image.sample() != Sample::u8 || image.shape().channels != 3) return std::nullopt;
        Texture texture(image.shape().width, image.shape().height, GL_RGB8);
        texture.filter(GL_LINEAR, GL_LINEAR);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        texture.upload(GL_RGB, GL_UNSIGNED_BYTE, image.data<std::uint8_t>());
        return texture;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

void fill(ImDrawList& list, const Area& area, const ImVec4& colour) {
    if (area.width > 1)
        list.AddRectFilled({float(area.x), float(area.y)},
                           {float(area.x + area.width), float(area.y + area.height)},
                           ImGui::GetColorU32(colour));
}

// The picture covers the area, and what hangs over is cut off.
void cover(ImDrawList& list, const Area& area, const Texture& picture) {
    const float wide = float(area.width) / float(picture.width()),
                high = float(area.height) / float(picture.height());
    const float scale = std::max(wide, high);
    const float x = 0.5f * (1 - wide / scale), y = 0.5f * (1 - high / scale);
    list.AddImage(texture_id(picture.name()), {float(area.x), float(area.y)},
                  {float(area.x + area.width), float(area.y + area.height)}, {x, y}, {1 - x, 1 - y});
}

}  // namespace

void draw_first_picture(Gui& gui, int width, int height, const WindowOptions& options) {
    const bool is_scene = !options.image && !options.film && options.view != View::passes;
    const std::optional<Texture> picture = is_scene ? scene_picture() : std::nullopt;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glClearColor(background[0], background[1], background[2], 1);
    glClear(GL_COLOR_BUFFER_BIT);
    gui.begin(width, height, 0);
    const Layout layout = divide(width, height, options);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    if (picture) cover(list, layout.picture, *picture);
    for (const Area& area : {layout.controls, layout.times, layout.tune}) fill(list, area, colours::panel);
    const float em = ImGui::GetFontSize();
    const std::string line =
        options.film    ? "Opening " + options.film->name() + " .."
        : options.image ? "Opening " + std::filesystem::path(*options.image).filename().string() + " .."
                        : "Starting: shaders are being compiled ..";
    plate(list, {float(layout.picture.x) + 0.8f * em, float(layout.picture.y) + 0.8f * em}, line.c_str(),
          colours::text);
    gui.end();
    gui.draw();
}

}  // namespace sweep::app
