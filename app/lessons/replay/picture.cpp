// The picture under a real run, and the lanes of a race, which have one each.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "app/lessons/replay/view.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr int most_side = 512;  // of the picture in a lane

// What no piece of the stage has reached is dark; what runs at the moment is outlined, with its processor, in the
// colour of its stage, or of what it waits for.
void draw_blocks(ImDrawList& list, const Trace& run, ImVec2 corner, float zoom, double at) {
    const auto rectangle = [&](const TracePiece& p) {
        return std::pair{
            ImVec2{corner.x + float(p.x) * zoom, corner.y + float(p.y) * zoom},
            ImVec2{corner.x + float(p.x + p.width) * zoom, corner.y + float(p.y + p.height) * zoom}};
    };
    if (at >= run.milliseconds()) return;
    int current = 0;
    while (current + 1 < int(run.stages.size()) && at >= run.begin[std::size_t(current) + 1]) ++current;
    for (const TracePiece& piece : run.pieces) {
        if (piece.stage != current || piece.width == 0 || piece.channel > 0) continue;
        const auto [a, b] = rectangle(piece);
        if (at < piece.begin)
            list.AddRectFilled(a, b, IM_COL32(0, 0, 0, 170));
        else if (at >= piece.end)
            list.AddRectFilled(a, b, colour_of_stage(current, 0.16f));
    }
    const float em = ImGui::GetFontSize();
    std::map<std::pair<int, int>, TraceWait::For> waiting;
    for (const TraceWait& wait : run.waits)
        if (wait.what != TraceWait::For::launch && at >= wait.begin && at < wait.end)
            waiting[{wait.stage, wait.number}] = wait.what;
    for (const TracePiece& piece : run.pieces) {
        if (piece.width == 0 || piece.channel > 0 || at < piece.begin || at >= piece.end) continue;
        const auto [a, b] = rectangle(piece);
        const auto wait = waiting.find({piece.stage, piece.number});
        const auto colour = [&](float alpha) {
            return wait == waiting.end() ? colour_of_stage(piece.stage, alpha)
                                         : colour_of_wait(wait->second, piece.stage, alpha);
        };
        list.AddRectFilled(a, b, colour(0.35f));
        outline(list, a, b, colour(1), 0, std::clamp(0.12f * (b.x - a.x), 1.0f, thick(3)));
        if (b.x - a.x > 2.2f * em && b.y - a.y > 1.1f * em)
            list.AddText({a.x + 4, a.y + 2}, IM_COL32(255, 255, 255, 255),
                         std::to_string(piece.processor).c_str());
    }
}

// Each lane has a line above its picture and one below.
float lane_height(float zoom, const Shape& shape) {
    return zoom * float(shape.height) + 3.4f * ImGui::GetFontSize();
}

// Lanes in rows of so many that their pictures are as large as they can be.
struct Lanes {
    int across = 1;
    float zoom = 0;
};
Lanes lanes_in(float width, float height, int count, const Shape& shape) {
    const float em = ImGui::GetFontSize();
    Lanes best;
    for (int across = 1; across <= count; ++across) {
        const int down = (count + across - 1) / across;
        const float zoom = std::min((width / float(across) - em) / float(shape.width),
                                    (height / float(down) - lane_height(0, shape)) / float(shape.height));
        if (zoom > best.zoom) best = {across, zoom};
    }
    return best;
}

}  // namespace

Texture screen_picture(const ConstImageView& light, bool encoded) {
    const int step = (std::max(light.shape.width, light.shape.height) - 1) / most_side + 1,
              width = light.shape.width / step, height = light.shape.height / step;
    std::vector<std::uint8_t> bytes;
    bytes.reserve(std::size_t(width) * std::size_t(height) * 4);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < 4; ++c) {
                double sum = 0;
                for (int j = 0; j < step; ++j)
                    for (int i = 0; i < step; ++i)
                        sum += double(light.row<float>(y * step + j)[4 * (x * step + i) + c]);
                const double mean = sum / (step * step),
                             v = std::isfinite(mean) ? std::clamp(mean, 0.0, 1.0) : 0.0;
                bytes.push_back(
                    std::uint8_t(c == 3 ? 255 : std::lround(255 * (encoded ? v : linear_to_srgb(v)))));
            }
    Texture texture(width, height, GL_RGBA8);
    texture.upload(GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    texture.filter(GL_LINEAR, GL_LINEAR);
    texture.wrap(GL_CLAMP_TO_EDGE);
    return texture;
}

void ReplayView::picture(const Area& stage, const Viewer& viewer, double at) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(stage.x), float(stage.y)},
                      {float(stage.x + stage.width), float(stage.y + stage.height)});
    const Point corner = viewer.origin();
    draw_blocks(list, runs_.front().trace(), {corner.x, corner.y}, viewer.zoom(), at);
    list.PopClipRect();
}

void ReplayView::picture_of_race(const Area& stage, const std::string& state, double at) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 corner{float(stage.x), float(stage.y)},
        low{float(stage.x + stage.width), float(stage.y + stage.height)};
    list.PushClipRect(corner, low);
    list.AddRectFilled(corner, low, ImGui::GetColorU32(colours::stage));
    const float em = ImGui::GetFontSize(), width = float(stage.width),
                height = float(stage.height) - (state.empty() ? 0 : 1.8f * em);
    const int count = int(runs_.size() + waiting_.size());
    const Lanes lanes = lanes_in(width, height, count, runs_.front().trace().shape);
    const int down = (count + lanes.across - 1) / lanes.across;
    // Lanes that the width makes small stand in the middle.
    const float high = height / float(down),
                above = std::max(0.5f * (high - lane_height(lanes.zoom, runs_.front().trace().shape)), 0.0f);
    for (int i = 0; lanes.zoom > 0 && i < int(runs_.size()); ++i) {
        const int row = i / lanes.across, column = i % lanes.across;
        lane(list, std::size_t(i),
             {{corner.x + float(column) * width / float(lanes.across), corner.y + float(row) * high + above},
              width / float(lanes.across),
              lanes.zoom},
             at);
    }
    if (!state.empty())
        plate(list, {corner.x + 0.6f * em, low.y - 1.6f * em},
              cut(state, float(stage.width) - 3 * em).c_str(), colours::accent);
    list.PopClipRect();
}

// Who runs, the picture with its blocks, and how much of it is finished.
void ReplayView::lane(ImDrawList& list, std::size_t runner, const LanePlace& place, double at) const {
    const Trace& run = runs_[runner].trace();
    const float em = ImGui::GetFontSize(), wide = place.zoom * float(run.shape.width),
                high = place.zoom * float(run.shape.height);
    const bool arrived = at >= run.milliseconds(), won = arrived && runner == first_of(runs_);
    const ImVec2 a{place.corner.x + 0.5f * (place.width - wide), place.corner.y + 1.7f * em},
        b{a.x + wide, a.y + high};
    const ImU32 ink = ImGui::GetColorU32(won ? colours::good : colours::text);
    std::string name = fmt::format("{}: algorithm {}", runner + 1, run.algorithm);
    if (won) name += ", first";
    list.AddText({a.x, place.corner.y + 0.4f * em}, ink, cut(name, place.width - 0.5f * em).c_str());
    if (seen_encoded_) list.AddImage(texture_id(seen_.name()), a, b);
    list.PushClipRect(a, b, true);
    draw_blocks(list, run, a, place.zoom, at);
    list.PopClipRect();
    if (won) outline(list, {a.x - 2, a.y - 2}, {b.x + 2, b.y + 2}, ink, 2, thick(3));
    const float part = float(finished_part(run, at)), y = b.y + 0.3f * em;
    list.AddRectFilled({a.x, y}, {b.x, y + 0.25f * em}, ImGui::GetColorU32(colours::control));
    list.AddRectFilled({a.x, y}, {a.x + part * wide, y + 0.25f * em}, ImGui::GetColorU32(colours::good));
    list.AddText({a.x, y + 0.3f * em}, ink,
                 cut(fmt::format("{:.0f} % finished", 100 * part), place.width - 0.5f * em).c_str());
}

}  // namespace sweep::app
