#include "app/window/open/dialog.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "platform/process.h"

namespace sweep::app {
namespace {

enum class Outcome { chosen, cancelled, failed };

Outcome run(const DialogCommand& command, const std::stop_token& stop,
            std::vector<std::filesystem::path>& files) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds at_once(300);
    const auto began = Clock::now();
    platform::ChildProcess dialog(command);
    if (!dialog.has_started()) return Outcome::failed;
    std::string text;
    if (!dialog.read_all(text, stop)) return Outcome::cancelled;
    const int code = dialog.finish();
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        if (to > from) files.emplace_back(text.substr(from, to - from));
        from = to + 1;
    }
    if (code == 0 && !files.empty()) return Outcome::chosen;
    files.clear();
    return code > 1 || code < 0 || Clock::now() - began < at_once ? Outcome::failed : Outcome::cancelled;
}

}  // namespace

std::vector<DialogCommand> dialogs_for(const std::filesystem::path& folder, const std::string& desktop) {
    const std::string title = "Open a picture", place = (folder / "").string();
    const DialogCommand zenity{"zenity",         "--file-selection", "--multiple",
                               "--separator=\n", "--title=" + title, "--filename=" + place},
        kdialog{"kdialog", "--title", title, "--multiple", "--separate-output", "--getopenfilename", place};
    const bool kde = desktop.find("KDE") != std::string::npos || desktop.find("LXQt") != std::string::npos;
    if (kde) return {kdialog, zenity};
    return {zenity, kdialog};
}

Chosen run_dialogs(const std::vector<DialogCommand>& dialogs, const std::stop_token& stop) {
    Chosen chosen;
    for (const DialogCommand& command : dialogs) {
        if (stop.stop_requested()) return {};
        if (run(command, stop, chosen.files) != Outcome::failed) return chosen;
    }
    chosen.none_works = true;
    return chosen;
}

void FileDialog::show(std::vector<DialogCommand> dialogs) {
    if (is_shown()) return;
    task_.start(
        [dialogs = std::move(dialogs)](const std::stop_token& stop) { return run_dialogs(dialogs, stop); });
}

std::optional<Chosen> FileDialog::take() {
    return task_.take();
}

}  // namespace sweep::app
