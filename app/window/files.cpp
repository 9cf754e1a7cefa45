#include "app/window/files.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "files/output_file.h"

namespace sweep::app {

void Files::record(const std::filesystem::path& folder) {
    if (recording_.running()) {
        notices_.say(recording_.summary(), 8, false);
        recording_.stop();
    }
    if (folder.empty()) return;
    recording_.start(folder);
    written_before_ = grabber_.written();
}

void Files::discard_recording() {
    if (!recording_.running()) return;
    const std::string gone = fmt::format("recording discarded: {} frames deleted from {}",
                                         recording_.frames(), recording_.folder().string());
    try {
        grabber_.finish();
    } catch (const Error&) {
        // A frame that could not be written does not have to be deleted.
    }
    recording_.discard();
    notices_.say(gone, 6, false);
}

void Files::save_frame(std::filesystem::path file, bool panels) {
    require_writable(file);
    (panels ? frame_file_ : picture_file_) = std::move(file);
}

void Files::save_comparison(Settings& settings) {
    constexpr std::string_view first = "-original.png";
    const std::filesystem::path file =
        free_name(std::filesystem::current_path(), "sweep-compare", std::string(first));
    require_writable(file);
    const std::string name = file.string();
    series_.start(settings, name.substr(0, name.size() - first.size()), notices_.now());
}

bool Files::step_series(Settings& settings, bool settled) {
    if (!series_.running() && !series_.ends()) return false;
    if (auto file = series_.step(settings, settled, notices_.now()); !file.empty())
        picture_file_ = std::move(file);
    return true;
}

void Files::save(const Area& area, const Canvas& canvas, bool panels) {
    const std::filesystem::path file =
        std::exchange(panels ? frame_file_ : picture_file_, {});  // asked for once, even if saving fails
    const int lowest = canvas.height - area.y - area.height;
    if (!file.empty()) {
        grabber_.grab(canvas.framebuffer, area.x, lowest, area.width, area.height, file, label_());
        if (panels || !(series_.running() || series_.ends()))
            notices_.say("saved as " + file.string(), 4, false);
    }
    if (!panels) return;
    if (recording_.running())
        grabber_.grab(canvas.framebuffer, area.x, lowest, area.width, area.height, recording_.next_file());
    grabber_.poll();
    if (const auto trouble = grabber_.trouble()) {
        unwritten_ = *trouble;
        const bool stopped = recording_.running();
        notices_.say(stopped ? *trouble + "\nThe recording has stopped: " + recording_.summary() : *trouble,
                     12);
        recording_.stop();
    }
}

}  // namespace sweep::app
