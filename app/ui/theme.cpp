#include "app/ui/theme.h"

#include <array>
#include <cmath>

#include "app/screen/canvas/display.h"

namespace sweep::app {
namespace {

// The colours of a theme.
struct Row {
    ImVec4 text, faint, panel, popup, control, hovered, accent, accent_dim, good, bad, on_accent, stage,
        plate;
    std::array<float, 3> background;  // around the picture
};

Row row_of(Theme theme) {
    const ImVec4 dark_popup{0.11f, 0.12f, 0.145f, 1}, dark_accent_dim{0.53f, 0.365f, 0.15f, 1},
        on_amber{0.09f, 0.07f, 0.04f, 1}, dark_stage{12 / 255.0f, 13 / 255.0f, 16 / 255.0f, 1},
        dark_plate{14 / 255.0f, 16 / 255.0f, 20 / 255.0f, 232 / 255.0f};
    constexpr std::array<float, 3> dark_background{0.040f, 0.043f, 0.050f};
    switch (theme) {
        case Theme::light:
            return {.text = {0.09f, 0.10f, 0.12f, 1},
                    .faint = {0.31f, 0.34f, 0.38f, 1},
                    .panel = {0.965f, 0.968f, 0.975f, 1},
                    .popup = {0.99f, 0.99f, 0.995f, 1},
                    .control = {0.875f, 0.885f, 0.90f, 1},
                    .hovered = {0.79f, 0.805f, 0.83f, 1},
                    .accent = {0.55f, 0.29f, 0.0f, 1},
                    .accent_dim = {1.0f, 0.83f, 0.58f, 1},
                    .good = {0.0f, 0.40f, 0.36f, 1},
                    .bad = {0.66f, 0.09f, 0.05f, 1},
                    .on_accent = {1, 1, 1, 1},
                    .stage = {0.985f, 0.985f, 0.99f, 1},
                    .plate = {0.97f, 0.97f, 0.98f, 0.93f},
                    .background = {0.930f, 0.933f, 0.940f}};
        case Theme::projector:
            return {.text = {1, 1, 1, 1},
                    .faint = {0.86f, 0.88f, 0.91f, 1},
                    .panel = {0.03f, 0.03f, 0.04f, 1},
                    .popup = dark_popup,
                    .control = {0.25f, 0.27f, 0.32f, 1},
                    .hovered = {0.36f, 0.39f, 0.46f, 1},
                    .accent = colours::amber,
                    .accent_dim = dark_accent_dim,
                    .good = colours::teal,
                    .bad = {1.00f, 0.64f, 0.56f, 1},
                    .on_accent = on_amber,
                    .stage = dark_stage,
                    .plate = dark_plate,
                    .background = dark_background};
        default:
            return {.text = {0.90f, 0.91f, 0.93f, 1},
                    .faint = {0.60f, 0.63f, 0.68f, 1},
                    .panel = {0.085f, 0.094f, 0.113f, 1},
                    .popup = dark_popup,
                    .control = {0.155f, 0.170f, 0.205f, 1},
                    .hovered = {0.215f, 0.235f, 0.280f, 1},
                    .accent = colours::amber,
                    .accent_dim = dark_accent_dim,
                    .good = colours::teal,
                    .bad = {1.00f, 0.46f, 0.37f, 1},
                    .on_accent = on_amber,
                    .stage = dark_stage,
                    .plate = dark_plate,
                    .background = dark_background};
    }
}

bool is_light = false;

}  // namespace

void set_colours(Theme theme) {
    is_light = theme == Theme::light;
    const Row row = row_of(theme);
    colours::text = row.text, colours::faint = row.faint, colours::panel = row.panel;
    colours::popup = row.popup, colours::control = row.control, colours::hovered = row.hovered;
    colours::accent = row.accent, colours::accent_dim = row.accent_dim, colours::good = row.good;
    colours::bad = row.bad, colours::on_accent = row.on_accent, colours::stage = row.stage;
    colours::plate = row.plate;
    background = row.background;
}

ImU32 colours::line(int alpha) {
    const int level = is_light ? 0 : 255;
    return IM_COL32(level, level, level, alpha);
}

ImU32 colours::well() {
    return is_light ? IM_COL32(255, 255, 255, 200) : IM_COL32(0, 0, 0, 70);
}

ImVec4 colours::for_words(const ImVec4& colour) {
    constexpr float darker = 0.45f, lighter = 0.35f;
    const float ground = is_light ? 0 : 1, part = is_light ? 1 - darker : lighter;
    return {std::lerp(colour.x, ground, part), std::lerp(colour.y, ground, part),
            std::lerp(colour.z, ground, part), colour.w};
}

colours::Faded colours::faded(const ImVec4& colour) {
    constexpr float pale = 0.28f, dark = 0.30f;
    const float part = is_light ? pale : dark, rest = is_light ? 1 - pale : 0;
    return {{rest + part * colour.x, rest + part * colour.y, rest + part * colour.z, 1},
            is_light ? for_words(colour) : colour};
}

}  // namespace sweep::app
