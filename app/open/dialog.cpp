#include "app/open/dialog.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sweep::app {
namespace {

enum class Outcome { chosen, cancelled, failed };

// A dialog that runs. Its end closes it.
class Running {
  public:
    explicit Running(const DialogCommand& command) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return;
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
        // What a toolkit complains about is nothing for the terminal of this program.
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        std::vector<char*> arguments;
        for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
        arguments.push_back(nullptr);
        if (posix_spawnp(&process_, arguments[0], &files, nullptr, arguments.data(), environ) != 0)
            process_ = -1;
        posix_spawn_file_actions_destroy(&files);
        close(ends[1]);
        output_ = ends[0];
    }
    ~Running() {
        if (output_ >= 0) close(output_);
        if (process_ <= 0) return;
        kill(process_, SIGTERM);
        waitpid(process_, nullptr, 0);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    // Reads until the dialog has ended; false if it was stopped before.
    bool read_all(std::string& text, const std::stop_token& stop) const {
        constexpr int look_again = 100;  // milliseconds
        std::array<char, 4096> buffer{};
        while (!stop.stop_requested()) {
            pollfd wait{output_, POLLIN, 0};
            if (poll(&wait, 1, look_again) == 0) continue;
            const ssize_t count = read(output_, buffer.data(), buffer.size());
            if (count <= 0) return true;
            text.append(buffer.data(), std::size_t(count));
        }
        return false;
    }
    // The exit code; negative: it did not start, or did not end by itself.
    int finish() {
        int status = 0;
        if (process_ <= 0 || waitpid(std::exchange(process_, -1), &status, 0) < 0) return -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    bool has_started() const { return process_ > 0; }

  private:
    pid_t process_ = -1;
    int output_ = -1;
};

Outcome run(const DialogCommand& command, const std::stop_token& stop,
            std::vector<std::filesystem::path>& files) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds at_once(300);
    const auto began = Clock::now();
    Running dialog(command);
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
