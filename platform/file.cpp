#include "platform/file.h"

#include <algorithm>
#include <cerrno>
#include <limits>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sweep::platform {

std::FILE* create_file(const std::string& name, const std::filesystem::path& like) {
    struct stat old {};
    const bool replaces = stat(like.c_str(), &old) == 0;
    const int descriptor =
        open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? S_IRUSR | S_IWUSR : 0666);
    if (descriptor < 0) return nullptr;
    if (replaces) {
        // Only root can give files away, others can only choose among their groups. A group that is not the
        // old one gets the rights of everybody.
        mode_t rights = old.st_mode & 0777;
        if (fchown(descriptor, old.st_uid, old.st_gid) != 0 && fchown(descriptor, uid_t(-1), old.st_gid) != 0)
            rights &= ~mode_t(S_IRWXG) | (rights & S_IRWXO) << 3;
        fchmod(descriptor, rights);  // fails on file systems without rights
    }
    std::FILE* file = fdopen(descriptor, "w+b");
    if (!file) {
        close(descriptor);
        unlink(name.c_str());
    }
    return file;
}

bool sync_file(std::FILE* file) {
    return fsync(fileno(file)) == 0;
}

void sync_folder(const std::filesystem::path& folder) {
    const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

bool reserve_room(std::FILE* file, std::int64_t bytes) {
    return posix_fallocate(fileno(file), 0, bytes) == 0;
}

std::int64_t largest_file() {
    constexpr auto unlimited = std::numeric_limits<std::int64_t>::max();
    rlimit limit{};
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
    return std::int64_t(std::min<rlim_t>(limit.rlim_cur, unlimited));
}

bool means_full_disk(int error) {
    return error == ENOSPC || error == EDQUOT;
}

std::ptrdiff_t write_unbuffered(std::FILE* file, const void* from, std::size_t bytes) {
    return write(fileno(file), from, bytes);
}

std::int64_t seek_unbuffered(std::FILE* file, std::int64_t offset, int whence) {
    return lseek(fileno(file), offset, whence);
}

void close_descriptor(int descriptor) {
    close(descriptor);
}

}  // namespace sweep::platform
