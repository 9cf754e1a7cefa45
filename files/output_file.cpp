#include "files/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>

#include "core/base/error.h"
#include "files/new_file.h"

namespace sweep {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
    throw Error(ExitCode::unwritable_output, "cannot write '" + path.string() + "': " + why);
}

// The path to which links lead, whether it exists or not.
fs::path follow(const fs::path& path) {
    constexpr int most = 40;  // as in Linux
    std::error_code error;
    fs::path end = path;
    for (int links = 0; fs::is_symlink(fs::symlink_status(end, error)); ++links) {
        if (links == most) refuse(path, "its links lead nowhere");
        end = end.parent_path() / fs::read_symlink(end, error);
    }
    return end;
}

// A file that is removed again unless it is kept.
class Temporary {
  public:
    explicit Temporary(const fs::path& target) : target_(target) {
        std::random_device dice;
        for (int attempt = 0; attempt < 16 && !(file_ && file_->is_open()); ++attempt) {
            char name[40];
            std::snprintf(name, sizeof name, ".sweep-%08x%08x.part", dice(), dice());
            path_ = target.parent_path() / name;
            file_.emplace(path_, target);
            if (!file_->is_open() && errno != EEXIST) break;
        }
        if (file_->is_open()) return;
        path_.clear();
        refuse(target, std::string("its folder takes no new file: ") + std::strerror(errno));
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() {
        std::error_code nothing;
        file_.reset();
        if (!path_.empty()) fs::remove(path_, nothing);
    }

    void write(Bytes part) {
        if (!file_->write(part)) fail();
    }

    void become_target() {
        if (!file_->finish()) fail();
        std::error_code error;
        fs::rename(path_, target_, error);
        if (error) refuse(target_, error.message());
        path_.clear();
        sync_folder(target_.parent_path());
    }

  private:
    [[noreturn]] void fail() {
        refuse(target_, std::string(std::strerror(errno)) + "; what was there before is untouched");
    }

    fs::path target_, path_;
    std::optional<NewFile> file_;
};

}  // namespace

void require_writable(const fs::path& path) {
    std::error_code error;
    const fs::path end = follow(path), folder = end.has_parent_path() ? end.parent_path() : fs::path(".");
    if (!fs::exists(folder, error))
        refuse(path, "there is no folder '" + folder.string() + "': make it first");
    if (!fs::is_directory(folder, error)) refuse(path, "'" + folder.string() + "' is not a folder");
    const fs::file_status there = fs::status(path, error);
    if (!fs::exists(there)) return;
    if (fs::is_directory(there)) refuse(path, "it is a folder: give the name of a file");
    if (!fs::is_regular_file(there)) refuse(path, "it is not a regular file");
    // Asked here, because renaming would replace even a file that its owner has protected.
    std::FILE* file = std::fopen(path.string().c_str(), "r+b");
    if (!file) refuse(path, std::strerror(errno));
    std::fclose(file);
}

void write_file(const fs::path& path, std::initializer_list<Bytes> parts) {
    require_writable(path);
    Temporary file(follow(path));
    for (Bytes part : parts) file.write(part);
    file.become_target();
}

void require_folder(const fs::path& folder) {
    std::error_code error;
    fs::path there = fs::absolute(folder);
    while (fs::symlink_status(there, error).type() == fs::file_type::not_found) there = there.parent_path();
    if (!fs::is_directory(there, error)) refuse(folder, "'" + there.string() + "' is not a folder");
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) refuse(folder, "no such folder can be made: " + error.message());
}

bool are_same_file(const fs::path& a, const fs::path& b) {
    std::error_code error;
    const fs::path end_a = follow(a), end_b = follow(b);
    if (fs::equivalent(end_a, end_b, error)) return true;
    const fs::path full_a = fs::weakly_canonical(fs::absolute(end_a), error);
    return !error && full_a == fs::weakly_canonical(fs::absolute(end_b), error);
}

}  // namespace sweep
