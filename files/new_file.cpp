// The only file of files/ that calls the system and not the standard library. Systems without POSIX make the
// file by the standard library: with the rights and the safety of any file.
#include "files/new_file.h"

#include <cerrno>
#include <utility>

#if __has_include(<unistd.h>)
#define SWEEP_HAS_POSIX 1
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace sweep {

#ifdef SWEEP_HAS_POSIX

NewFile::NewFile(const std::filesystem::path& path, const std::filesystem::path& like) {
    struct stat old {};
    const bool replaces = stat(like.c_str(), &old) == 0;
    const int descriptor =
        open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? S_IRUSR | S_IWUSR : 0666);
    if (descriptor < 0) return;
    if (replaces) {
        // Only root can give files away, others can only choose among their groups. A group that is not the
        // old one gets the rights of everybody.
        mode_t rights = old.st_mode & 0777;
        if (fchown(descriptor, old.st_uid, old.st_gid) != 0 && fchown(descriptor, uid_t(-1), old.st_gid) != 0)
            rights &= ~mode_t(S_IRWXG) | (rights & S_IRWXO) << 3;
        fchmod(descriptor, rights);  // fails on file systems without rights
    }
    file_ = fdopen(descriptor, "wb");
    if (!file_) close(descriptor);
}

bool NewFile::finish() {
    // On some file systems the name may reach the disk before the bytes.
    const bool is_there = std::fflush(file_) == 0 && fsync(fileno(file_)) == 0;
    const int why = errno;
    const bool is_closed = std::fclose(std::exchange(file_, nullptr)) == 0;
    if (!is_there) errno = why;
    return is_there && is_closed;
}

void sync_folder(const std::filesystem::path& folder) {
    const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

#else

NewFile::NewFile(const std::filesystem::path& path, const std::filesystem::path&)
    : file_(std::fopen(path.string().c_str(), "wbx")) {}

bool NewFile::finish() {
    return std::fclose(std::exchange(file_, nullptr)) == 0;
}

void sync_folder(const std::filesystem::path&) {}

#endif

NewFile::~NewFile() {
    if (file_) std::fclose(file_);
}

bool NewFile::write(std::span<const std::uint8_t> bytes) {
    return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
}

}  // namespace sweep
