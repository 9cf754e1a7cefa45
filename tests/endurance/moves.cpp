#include "tests/endurance/moves.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "app/command_line/view_options.h"
#include "app/work/options/option_values.h"
#include "core/base/error.h"
#include "core/design/kinds.h"
#include "files/image_file.h"
#include "tests/support/scratch.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

struct Named {
    std::string name, hint;
};

bool is_left_out(const auto&) {
    return false;
}
// Those that follow the picture take long at a large sigma.
bool is_left_out(const KindInfo& kind) {
    return kind.follows_picture;
}

// The words of a table's rows: "none|zero".
std::string words_of(const auto& rows) {
    std::string words;
    for (const auto& row : rows)
        if (!is_left_out(row)) words.append(words.empty() ? "" : "|").append(row.word);
    return words;
}
// The options of the filter; the options of the view list their values themselves.
const Named filter_moves[] = {
    {"filter", words_of(filter_kinds())},
    {"sigma", "0.3|1|2.5|7|40|300|5000"},
    {"order", "1|2|3|4|5|6|7|8"},
    {"derivative", "0,0|1,0|0,2|1,1|2,2"},
    {"band", "low|high"},
    {"cutoff", "0.001|0.05|0.1|0.25|0.4|0.499"},
    {"ripple", "0.1|1|3"},
    {"attenuation", "20|40|80"},
    {"alpha", "0.001|0.2|0.9|1"},
    {"radius", "0|1|4|30|300"},
    {"causal", "-0.5|-1.8,0.83|0.9|-0.999|-2.7,2.43,-0.729"},
    {"feedforward", "1|0.5,0.5|1,-1"},
    {"gain", "1|0.1,0.1|-1|1e30"},
    {"boundary", words_of(boundary_table) + "|constant:0.5|constant:1,0,0.25"},
    {"algorithm", "auto|1|2|3|4|5|6|7|8|rt|par|conv|fft|sat-ha|sat-1pass|2x5_1"},
    {"taps", "1|9|201|2001"},
    {"block", "8|16|32|64|128"},
    {"precision", "auto|uint32|float|float-mean|fixed|double"},
    {"realisation", "delta|direct"},
    {"engine", "auto|cpu|cpu|cuda|reference"},
    {"passes", "down|down,up|down,up,right|down,up,right,left"},
    {"linear", "on|off"},
    {"result", "float|half"},
};
constexpr const char* anything[] = {"0",         "1",    "-1",     "0.5",    "3",     "12",      "100",
                                    "1e9",       "-1e9", "1e-9",   "nan",    "inf",   "on",      "off",
                                    "auto",      "0,0",  "0.5,30", "1,2",    "10,10", "200,100", "",
                                    "0.25,0.75", "none", "sweep",  "\xff'\""};
constexpr const char* files[] = {"bytes.png",  "words.png",   "photo.jpg", "light.hdr",      "floats.npy",
                                 "counts.npy", "dot.png",     "line.png",  "cut.png",        "lying.png",
                                 "text.txt",   "missing.png", "folder",    "bytes.depth.png"};

std::vector<std::string> choices(const std::string& hint) {
    std::vector<std::string> words(1);
    for (const char c : hint)
        if (c == '|')
            words.emplace_back();
        else
            words.back() += c;
    return words;
}

void write(const fs::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

// Returns the refusal in words, or nothing where there was none.
std::string refusal(const std::function<void()>& run) {
    try {
        run();
    } catch (const Error& error) {
        return fmt::format(" (refused: {})", error.what());
    }
    return {};
}

}  // namespace

Moves::Moves(unsigned seed, fs::path folder, int width, int height)
    : random_(seed),
      folder_(std::move(folder)),
      most_wide_(width),
      most_high_(height),
      width_(width),
      height_(height) {
    restore_files();
}

void Moves::restore_files() {
    // A recording may still write into its folder meanwhile.
    std::error_code left;
    for (const auto& entry : fs::directory_iterator(folder_)) fs::remove_all(entry.path(), left);
    const auto save = [&](const char* name, Shape shape, Sample sample) {
        save_image(folder_ / name, test::noise(shape, sample).view());
    };
    save("bytes.png", {61, 47, 3}, Sample::u8);
    save("bytes.depth.png", {61, 47, 1}, Sample::u16);
    save("words.png", {33, 70, 1}, Sample::u16);
    save("photo.jpg", {120, 80, 3}, Sample::u8);
    save("light.hdr", {40, 40, 3}, Sample::f32);
    save("floats.npy", {100, 33, 1}, Sample::f32);
    save("counts.npy", {64, 64, 1}, Sample::u16);
    save("dot.png", {1, 1, 4}, Sample::u8);
    save("line.png", {500, 1, 2}, Sample::u8);
    save("lying.png", {9, 9, 1}, Sample::u8);
    fs::copy_file(folder_ / "bytes.png", folder_ / "cut.png");
    fs::resize_file(folder_ / "cut.png", 200);
    {
        std::fstream lying(folder_ / "lying.png", std::ios::binary | std::ios::in | std::ios::out);
        lying.seekp(16) << "\x7f\xff";  // the header claims a wrong width
    }
    write(folder_ / "text.txt", "no picture at all");
    fs::create_directory(folder_ / "folder");
    fs::copy_file(folder_ / "dot.png", folder_ / "folder/a.png");
    fs::copy_file(folder_ / "photo.jpg", folder_ / "folder/b.jpg");
}

std::string Moves::next(Demo& demo) {
    mouse_.wheel = 0;
    mouse_.typed.clear();
    const int kind = below(100);
    if (kind < 30) return action(demo);
    if (kind < 50) return option(demo);
    if (kind < 72) return pointer();
    if (kind < 77) return key(demo);
    if (kind < 81) return resize();
    if (kind < 89) return file(demo);
    if (kind < 92) return state(demo);
    return "wait";
}

std::string Moves::action(Demo& demo) {
    const Action& action = one_of(demo.actions());
    const std::string name(action.name);
    // A folder of frames grows without end: a recording now and then is enough.
    if ((name == "record" || name == "reload-shaders") && below(8)) return "wait";
    if (!action.available()) return "not now: " + name;
    return name + refusal([&] { demo.run_action(name); });
}

std::string Moves::value_for(const std::string& hint) {
    if (below(4) == 0) return one_of(anything);
    const std::vector<std::string> words = choices(hint);
    if (words.size() > 1) return one_of(words);
    return fmt::format("{}", (below(2001) - 500) * (below(2) ? 0.01 : 0.1));
}

std::string Moves::option(Demo& demo) {
    std::string name, hint;
    if (below(2)) {
        const Named& option = one_of(filter_moves);
        name = option.name, hint = option.hint;
    } else {
        const ViewOption& option = one_of(view_options());
        name = option.name, hint = option.value;
    }
    const std::string value = value_for(hint);
    return fmt::format("set {} {}", name, value) + refusal([&] { demo.set(name, value); });
}

std::string Moves::pointer() {
    mouse_.x = float(below(width_ + 20) - 10);
    mouse_.y = float(below(height_ + 20) - 10);
    if (below(3) == 0) mouse_.down = !mouse_.down;
    if (below(6) == 0) mouse_.shift = !mouse_.shift;
    if (below(6) == 0) mouse_.control = !mouse_.control;
    if (below(4) == 0) mouse_.wheel = float(below(9) - 4);
    return fmt::format("mouse {} {}{}{}{} wheel {}", mouse_.x, mouse_.y, mouse_.down ? " down" : "",
                       mouse_.shift ? " shift" : "", mouse_.control ? " control" : "", mouse_.wheel);
}

std::string Moves::key(Demo& demo) {
    constexpr Key named[] = {Key::enter, Key::escape, Key::backspace, Key::up,
                             Key::down,  Key::left,   Key::right};
    switch (below(4)) {
        case 0: {
            mouse_.typed = one_of(anything);
            return "type " + mouse_.typed;
        }
        case 1: {
            const Key key = one_of(named);
            demo.press_in_list(key);
            return fmt::format("in the list: key {}", int(key));
        }
        case 2: {
            const bool held = below(2) == 1;
            demo.hold_original(held);
            return held ? "hold the original" : "let the original go";
        }
        default: {
            demo.touched();
            const int key = 32 + below(95);
            demo.press({key});
            return fmt::format("press {}", char(key));
        }
    }
}

std::string Moves::resize() {
    width_ = below(6) ? most_wide_ / 3 + below(most_wide_ - most_wide_ / 3) + 1 : 1 + below(most_wide_);
    height_ = below(6) ? most_high_ / 3 + below(most_high_ - most_high_ / 3) + 1 : 1 + below(most_high_);
    return fmt::format("resize {}x{}", width_, height_);
}

std::string Moves::file(Demo& demo) {
    const std::string name = one_of(files);
    const fs::path path = folder_ / name;
    std::error_code error;
    switch (below(6)) {
        case 0:
            fs::remove_all(path, error);
            return "delete " + name;
        case 1:
            fs::resize_file(path, std::uintmax_t(below(300)), error);
            return "cut " + name;
        case 2: {
            const Shape shape{1 + below(200), 1 + below(200), 1 + below(4)};
            const fs::path fresh = folder_ / "bytes.png";
            return fmt::format("bytes.png becomes {} x {} x {}", shape.width, shape.height, shape.channels) +
                   refusal([&] { save_image(fresh, test::noise(shape, Sample::u8).view()); });
        }
        case 3:
            restore_files();
            return "files as at the start";
        default:
            demo.open(path.string());
            return "open " + name;
    }
}

std::string Moves::state(Demo& demo) {
    if (states_.empty() || below(2)) {
        states_.push_back(demo.state_line());
        if (states_.size() > 8) states_.erase(states_.begin());
        return "copy " + states_.back();
    }
    const std::string line = one_of(states_);
    if (below(2)) return "restore " + line + refusal([&] { demo.restore_state(line); });
    ImGui::SetClipboardText(line.c_str());
    return "paste " + line + refusal([&] { demo.paste(); });
}

void Moves::calm(Demo& demo) {
    mouse_ = {};
    width_ = most_wide_;
    height_ = most_high_;
    demo.discard_recording();
    demo.hold_original(false);
    demo.restore_state("sweep --animate=off --vertical-sync=off");
    demo.set("scale", "1");
    demo.set("theme", "dark");
}

}  // namespace sweep::app
