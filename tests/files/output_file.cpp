// Output files: who may read them while they are written, and what is on the disk when they get their name.
#include "files/output_file.h"

#include <cerrno>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/base/error.h"
#include "files/new_file.h"
#include "tests/support/scratch.h"

namespace sweep::test {
namespace {

// Sync records the state of the disk at a call of fsync(), which this file replaces in the program.
struct Sync {
    std::string what;    // the file or folder
    std::string target;  // contents of the file `watched` at that time
};
std::vector<Sync> syncs;
std::string watched;
bool disk_fails = false;

std::string contents(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace
}  // namespace sweep::test

extern "C" int fsync(int descriptor) {
    using namespace sweep::test;
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    std::error_code error;
    syncs.push_back({std::filesystem::read_symlink(link, error).string(), contents(watched)});
    if (disk_fails) {
        errno = EIO;
        return -1;
    }
    return int(syscall(SYS_fsync, descriptor));
}

namespace sweep::test {
namespace {

class OutputFile : public ScratchTest {
  protected:
    OutputFile() {
        syncs.clear();
        disk_fails = false;
        watched = path("a.json");
    }
    int rights(const std::string& name) const {
        struct stat facts {};
        EXPECT_EQ(stat(path(name).c_str(), &facts), 0) << name;
        return int(facts.st_mode & 0777);
    }
};

TEST_F(OutputFile, HasTheRightsOfWhatItReplacesFromItsFirstByte) {
    for (const int mode : {0600, 0640, 0644, 0666, 0400}) {
        write("old", "secret");
        ASSERT_EQ(chmod(path("old").c_str(), mode_t(mode)), 0);
        std::filesystem::remove(path("new"));
        const NewFile file(path("new"), path("old"));
        ASSERT_TRUE(file.is_open());
        EXPECT_EQ(rights("new"), mode);
    }
    const mode_t before = umask(027);
    { const NewFile file(path("fresh"), path("none")); }
    umask(before);
    EXPECT_EQ(rights("fresh"), 0640) << "as any new file";
    EXPECT_FALSE(NewFile(path("fresh"), path("none")).is_open()) << "it is there already";
    EXPECT_EQ(errno, EEXIST);
}

TEST_F(OutputFile, IsOnTheDiskBeforeItHasItsNameAndItsNameBehindIt) {
    write("a.json", "old");
    write_file(path("a.json"), {bytes_of("ne"), bytes_of("w")});
    EXPECT_EQ(read("a.json"), "new");
    ASSERT_EQ(syncs.size(), 2u);
    EXPECT_TRUE(syncs[0].what.ends_with(".part")) << syncs[0].what;
    EXPECT_EQ(syncs[0].target, "old");
    EXPECT_EQ(syncs[1].what, std::filesystem::canonical(path("")).string());
    EXPECT_EQ(syncs[1].target, "new");
}

TEST_F(OutputFile, ThatDoesNotReachTheDiskLeavesWhatWasThere) {
    write("a.json", "old");
    disk_fails = true;
    try {
        write_file(path("a.json"), {bytes_of("new")});
        ADD_FAILURE() << "it is said to be there";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::unwritable_output);
        expect_contains(error.what(), "what was there before is untouched");
    }
    EXPECT_EQ(read("a.json"), "old");
    EXPECT_EQ(count_files(), 1u) << "the temporary file is still there";
}

}  // namespace
}  // namespace sweep::test
