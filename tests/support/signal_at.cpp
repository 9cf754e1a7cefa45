// Is preloaded into the program, and sends it a signal at a moment at which it writes a file that is not whole:
// SIGNAL_AT="write 3 15" is SIGTERM at the third call of write() for such files, and "fsync 1 2 5" is SIGINT at the
// first five calls of fsync(). The moments are open (behind the call), write, fsync and rename (before it), and renamed
// (behind it).
#include <atomic>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

bool is_unfinished(const char* path) {
    return std::strstr(path, "/.sweep-") != nullptr;
}

bool is_unfinished(int descriptor) {
    char link[32], path[4096] = "";
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    return readlink(link, path, sizeof path - 1) > 0 && is_unfinished(path);
}

void come(const char* moment) {
    static std::atomic<int> calls{0};
    char asked[16] = "";
    int first = 0, signal = 0, count = 1;
    const char* setting = std::getenv("SIGNAL_AT");
    if (!setting || std::sscanf(setting, "%15s %d %d %d", asked, &first, &signal, &count) < 3) return;
    if (std::strcmp(asked, moment) != 0) return;
    const int call = ++calls;
    if (call >= first && call < first + count) kill(getpid(), signal);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    const int descriptor = int(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
    if (descriptor >= 0 && flags & O_EXCL && is_unfinished(path)) come("open");
    return descriptor;
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
    if (is_unfinished(descriptor)) come("write");
    return syscall(SYS_write, descriptor, bytes, size);
}

int fsync(int descriptor) {
    if (is_unfinished(descriptor)) come("fsync");
    return int(syscall(SYS_fsync, descriptor));
}

int rename(const char* from, const char* to) noexcept {
    if (is_unfinished(from)) come("rename");
    const int result = int(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
    if (is_unfinished(from)) come("renamed");
    return result;
}
}
