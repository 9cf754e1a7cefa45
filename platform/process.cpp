#include "platform/process.h"

#include <array>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sweep::platform {

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    if (posix_spawnp(&process_, arguments[0], &files, nullptr, arguments.data(), environ) != 0) process_ = -1;
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    output_ = ends[0];
}

ChildProcess::~ChildProcess() {
    if (output_ >= 0) close(output_);
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
}

bool ChildProcess::read_more(std::string& text, const std::stop_token& stop) const {
    constexpr int look_again = 100;  // milliseconds
    std::array<char, 65536> buffer{};
    while (!stop.stop_requested()) {
        pollfd wait{output_, POLLIN, 0};
        if (poll(&wait, 1, look_again) == 0) continue;
        const ssize_t count = read(output_, buffer.data(), buffer.size());
        if (count > 0) text.append(buffer.data(), std::size_t(count));
        return count > 0;
    }
    return false;
}

bool ChildProcess::read_all(std::string& text, const std::stop_token& stop) const {
    while (read_more(text, stop)) continue;
    return !stop.stop_requested();
}

int ChildProcess::finish() {
    int status = 0;
    if (process_ <= 0 || waitpid(std::exchange(process_, -1), &status, 0) < 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace sweep::platform
