#include "files/output_file.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "files/standard_names.h"
#include "platform/file.h"
#include "platform/signals.h"
#include "platform/standard_streams.h"

namespace sweep {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
    throw Error(ExitCode::unwritable_output, "cannot write '" + path.string() + "': " + why);
}

[[noreturn]] void refuse_bytes(const fs::path& path, int error) {
    refuse(path, std::string(std::strerror(error)) + "; what was there before is untouched");
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

// Who holds it may change names of files and the list of those that are not whole. It is no mutex, which a handler of a
// signal may not lock. The handler never waits for its own thread, since nothing interrupts the thread that holds it.
std::atomic_flag names_are_held;

platform::SignalMask hold_names() {
    const platform::SignalMask before = platform::block_signals();
    while (names_are_held.test_and_set(std::memory_order_acquire)) {
    }
    return before;
}

class HoldNames {
  public:
    HoldNames() = default;
    HoldNames(const HoldNames&) = delete;
    HoldNames& operator=(const HoldNames&) = delete;
    ~HoldNames() {
        names_are_held.clear(std::memory_order_release);
        platform::restore_signals(before_);
    }

  private:
    const platform::SignalMask before_ = hold_names();
};

class UnfinishedFile final : public OutputFile {
  public:
    explicit UnfinishedFile(const fs::path& path);
    ~UnfinishedFile() override;
    std::FILE* stream() override { return file_; }
    void replace_target() override;
    fs::path keep_as_part() override;
    static void remove_all();

  private:
    void complete();
    void rename_to(const fs::path& path);
    bool leave_list();

    inline static UnfinishedFile* first_ = nullptr;  // of the list of those that have no other name yet
    UnfinishedFile* next_ = nullptr;
    fs::path target_;
    std::string name_;
    std::FILE* file_ = nullptr;
};

UnfinishedFile::UnfinishedFile(const fs::path& path) {
    require_writable(path);
    target_ = follow(path);
    std::random_device dice;
    int why = EEXIST;
    for (int attempt = 0; attempt < 16 && !file_ && why == EEXIST; ++attempt) {
        char name[40];
        std::snprintf(name, sizeof name, ".sweep-%08x%08x.part", dice(), dice());
        name_ = (target_.parent_path() / name).string();
        const HoldNames hold;
        file_ = platform::create_file(name_, target_);
        why = errno;
        if (file_) next_ = std::exchange(first_, this);
    }
    if (!file_) refuse(path, std::string("its folder takes no new file: ") + std::strerror(why));
}

UnfinishedFile::~UnfinishedFile() {
    if (file_) std::fclose(file_);
    const HoldNames hold;
    if (leave_list()) std::remove(name_.c_str());
}

void UnfinishedFile::remove_all() {
    for (const UnfinishedFile* file = first_; file; file = file->next_) std::remove(file->name_.c_str());
}

// Returns whether it was in the list.
bool UnfinishedFile::leave_list() {
    UnfinishedFile** link = &first_;
    while (*link && *link != this) link = &(*link)->next_;
    if (!*link) return false;
    *link = next_;
    return true;
}

void UnfinishedFile::complete() {
    // On some file systems a name may reach the disk before the bytes.
    const bool is_there = std::fflush(file_) == 0 && platform::sync_file(file_);
    const int why = errno;
    const bool is_closed = std::fclose(std::exchange(file_, nullptr)) == 0;
    if (!is_there || !is_closed) refuse_bytes(target_, is_there ? errno : why);
}

// The caller holds the names.
void UnfinishedFile::rename_to(const fs::path& path) {
    std::error_code error;
    fs::rename(name_, path, error);
    if (error) refuse(path, error.message());
    leave_list();
}

void UnfinishedFile::replace_target() {
    complete();
    {
        const HoldNames hold;
        rename_to(target_);
    }
    platform::sync_folder(target_.parent_path());
}

fs::path UnfinishedFile::keep_as_part() {
    complete();
    const std::string stem = target_.stem().string() + ".interrupted", ending = target_.extension().string();
    for (int i = 1;; ++i) {
        const std::string number = i > 1 ? "-" + std::to_string(i) : "";
        fs::path part = target_.parent_path() / (stem + number + ending);
        const HoldNames hold;
        // An empty file takes the name first: renaming alone would replace a file that has it.
        if (std::FILE* place = std::fopen(part.string().c_str(), "wbx")) {
            std::fclose(place);
            rename_to(part);
            return part;
        }
        if (errno != EEXIST) refuse(part, std::strerror(errno));
    }
}

[[noreturn]] void refuse_pipe(const std::string& why) {
    throw Error(ExitCode::unwritable_output, "cannot write to standard output: " + why);
}

// A terminal shows no file.
void require_pipe(const fs::path& path) {
    if (platform::is_terminal(stdout))
        refuse_pipe("it is a terminal: send '" + path.extension().string() + "' to a file or a program");
}

// Also where its reader has gone.
void write_pipe(Bytes bytes) {
    platform::ignore_broken_pipes();
    while (!bytes.empty()) {
        const std::ptrdiff_t sent = platform::write_output(bytes.data(), bytes.size());
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) refuse_pipe(std::strerror(errno));
        bytes = bytes.subspan(std::size_t(sent));
    }
}

// A writer of pages goes back in its file, which a pipe cannot.
class StandardOutput final : public OutputFile {
  public:
    explicit StandardOutput(const fs::path& path) {
        require_pipe(path);
        file_ = std::tmpfile();
        if (!file_)
            refuse_pipe(std::string("no file could be made to collect it in: ") + std::strerror(errno));
    }
    ~StandardOutput() override { std::fclose(file_); }
    std::FILE* stream() override { return file_; }
    void replace_target() override {
        if (std::fflush(file_) != 0 || std::fseek(file_, 0, SEEK_SET) != 0) refuse_pipe(std::strerror(errno));
        std::vector<std::uint8_t> bytes(std::size_t(1) << 18);
        for (std::size_t got; (got = std::fread(bytes.data(), 1, bytes.size(), file_)) > 0;)
            write_pipe({bytes.data(), got});
        if (std::ferror(file_)) refuse_pipe(std::strerror(errno));
    }
    fs::path keep_as_part() override { refuse_pipe("it was interrupted, and nothing was sent"); }

  private:
    std::FILE* file_ = nullptr;
};

}  // namespace

std::unique_ptr<OutputFile> open_output(const fs::path& path) {
    if (is_standard_output(path)) return std::make_unique<StandardOutput>(path);
    return std::make_unique<UnfinishedFile>(path);
}

void write_file(const fs::path& path, std::initializer_list<Bytes> parts) {
    if (is_standard_output(path)) {
        for (const Bytes part : parts) write_pipe(part);
        return;
    }
    UnfinishedFile file(path);
    for (const Bytes part : parts)
        if (std::fwrite(part.data(), 1, part.size(), file.stream()) != part.size()) refuse_bytes(path, errno);
    file.replace_target();
}

void remove_unfinished_files() {
    hold_names();  // for ever
    UnfinishedFile::remove_all();
}

void require_writable(const fs::path& path) {
    if (is_standard_output(path)) return require_pipe(path);
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

void require_folder(const fs::path& folder) {
    std::error_code error;
    fs::path there = fs::absolute(folder, error);
    if (error) refuse(folder, error.message());
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
    const fs::path whole_a = fs::absolute(end_a, error), whole_b = error ? end_b : fs::absolute(end_b, error);
    if (error) return false;
    const fs::path full_a = fs::weakly_canonical(whole_a, error);
    return !error && full_a == fs::weakly_canonical(whole_b, error);
}

}  // namespace sweep
