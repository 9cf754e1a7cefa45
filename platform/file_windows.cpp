#include <algorithm>
#include <cerrno>
#include <climits>
#include <limits>
#include <vector>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "platform/file.h"

namespace sweep::platform {
namespace {

// Who may do what with a file, as the system writes it down; empty where there is no such file.
std::vector<std::byte> rights_of(const std::filesystem::path& path) {
    constexpr SECURITY_INFORMATION wanted = DACL_SECURITY_INFORMATION;
    DWORD bytes = 0;
    GetFileSecurityW(path.c_str(), wanted, nullptr, 0, &bytes);
    std::vector<std::byte> rights(bytes);
    if (!GetFileSecurityW(path.c_str(), wanted, rights.data(), bytes, &bytes)) return {};
    return rights;
}

// The errno of the C library for the last error of the system.
int last_error_number() {
    switch (GetLastError()) {
        case ERROR_FILE_EXISTS:
        case ERROR_ALREADY_EXISTS:
            return EEXIST;
        case ERROR_FILE_NOT_FOUND:
        case ERROR_PATH_NOT_FOUND:
            return ENOENT;
        case ERROR_ACCESS_DENIED:
        case ERROR_SHARING_VIOLATION:
        case ERROR_WRITE_PROTECT:
            return EACCES;
        case ERROR_DISK_FULL:
            return ENOSPC;
        case ERROR_TOO_MANY_OPEN_FILES:
            return EMFILE;
        default:
            return EIO;
    }
}

}  // namespace

std::FILE* create_file(const std::string& name, const std::filesystem::path& like) {
    const std::filesystem::path path(name);
    std::vector<std::byte> rights = rights_of(like);
    SECURITY_ATTRIBUTES security{sizeof security, rights.empty() ? nullptr : rights.data(), FALSE};
    // Others may rename and remove it while it is open, as everywhere else.
    const HANDLE handle =
        CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    &security, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        errno = last_error_number();
        return nullptr;
    }
    const int descriptor = _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_RDWR | _O_BINARY);
    std::FILE* file = descriptor < 0 ? nullptr : _fdopen(descriptor, "w+b");
    if (!file) {
        if (descriptor < 0)
            CloseHandle(handle);
        else
            _close(descriptor);  // and the handle with it
        DeleteFileW(path.c_str());
    }
    return file;
}

bool sync_file(std::FILE* file) {
    return _commit(_fileno(file)) == 0;
}

void sync_folder(const std::filesystem::path& folder) {
    const HANDLE handle =
        CreateFileW(folder.empty() ? L"." : folder.c_str(), GENERIC_WRITE,
                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                    FILE_FLAG_BACKUP_SEMANTICS, nullptr);  // without this flag folders cannot be opened
    if (handle == INVALID_HANDLE_VALUE) return;
    FlushFileBuffers(handle);
    CloseHandle(handle);
}

bool reserve_room(std::FILE* file, std::int64_t bytes) {
    return _chsize_s(_fileno(file), bytes) == 0;
}

std::int64_t largest_file() {
    return std::numeric_limits<std::int64_t>::max();  // Windows has no such limit
}

bool means_full_disk(int error) {
    return error == ENOSPC;
}

std::ptrdiff_t write_unbuffered(std::FILE* file, const void* from, std::size_t bytes) {
    return _write(_fileno(file), from, unsigned(std::min<std::size_t>(bytes, INT_MAX)));
}

std::int64_t seek_unbuffered(std::FILE* file, std::int64_t offset, int whence) {
    return _lseeki64(_fileno(file), offset, whence);
}

void close_descriptor(int descriptor) {
    _close(descriptor);
}

}  // namespace sweep::platform
