// Output files: who may read them while they are written, and what is on the disk when they get their name.
#include "files/output_file.h"

#include <cerrno>
#include <regex>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.h"
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

class UnfinishedFile : public ScratchTest {
  protected:
    UnfinishedFile() {
        syncs.clear();
        disk_fails = false;
        watched = path("a.json");
    }
    int rights(const std::string& name) const {
        struct stat facts {};
        EXPECT_EQ(stat(path(name).c_str(), &facts), 0) << name;
        return int(facts.st_mode & 0777);
    }
    // The names of what is not whole.
    std::vector<std::string> unfinished() const {
        std::vector<std::string> names;
        for (const auto& file : std::filesystem::directory_iterator(path("")))
            if (file.path().extension() == ".part") names.push_back(file.path().filename().string());
        return names;
    }
    static void put(OutputFile& file, std::string_view text) {
        EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file.stream()), text.size());
    }
};

TEST_F(UnfinishedFile, HasTheRightsOfWhatItReplacesFromItsFirstByte) {
    for (const int mode : {0600, 0640, 0644, 0666, 0400}) {
        write("old", "secret");
        ASSERT_EQ(chmod(path("old").c_str(), mode_t(mode)), 0);
        const auto file = open_output(path("old"));
        EXPECT_EQ(rights(unfinished().at(0)), mode);
    }
    std::filesystem::remove(path("old"));
    const mode_t before = umask(027);
    const auto file = open_output(path("old"));
    umask(before);
    EXPECT_EQ(rights(unfinished().at(0)), 0640) << "as any new file";
}

TEST_F(UnfinishedFile, HasANameThatNobodyCanGuess) {
    const auto one = open_output(path("a.json")), two = open_output(path("a.json"));
    const std::vector<std::string> names = unfinished();
    ASSERT_EQ(names.size(), 2u);
    EXPECT_NE(names[0], names[1]);
    for (const std::string& name : names)
        EXPECT_TRUE(std::regex_match(name, std::regex("\\.sweep-[0-9a-f]{16}\\.part"))) << name;
}

TEST_F(UnfinishedFile, IsGoneWhenNobodyKeepsIt) {
    write("a.json", "old");
    { put(*open_output(path("a.json")), "new"); }
    EXPECT_EQ(read("a.json"), "old");
    EXPECT_EQ(count_files(), 1u);
}

TEST_F(UnfinishedFile, OfTwoWritersIsWholeAndTheLastOneStays) {
    const auto one = open_output(path("a.json")), two = open_output(path("a.json"));
    put(*one, "o");
    put(*two, "t");
    put(*one, "ne");
    put(*two, "wo");
    two->replace_target();
    EXPECT_EQ(read("a.json"), "two");
    one->replace_target();
    EXPECT_EQ(read("a.json"), "one");
    EXPECT_EQ(count_files(), 1u);
}

TEST_F(UnfinishedFile, KeepsLinksAndWritesWhatTheyMean) {
    std::filesystem::create_directory(path("far"));
    std::filesystem::create_symlink("far/b.json", path("a.json"));
    for (const char* text : {"new", "newer"}) {  // at first the link leads to nothing
        const auto file = open_output(path("a.json"));
        put(*file, text);
        file->replace_target();
        EXPECT_TRUE(std::filesystem::is_symlink(path("a.json")));
        EXPECT_EQ(read("far/b.json"), text);
    }
    put(*open_output(path("a.json")), "part");
    const auto file = open_output(path("a.json"));
    EXPECT_EQ(file->keep_as_part(), path("far/b.interrupted.json"));
    EXPECT_EQ(read("far/b.json"), "newer");
}

TEST_F(UnfinishedFile, BecomesAPartAndReplacesNone) {
    write("a.b.json", "old");
    write("a.b.interrupted.json", "older");
    write("victim", "old");
    std::filesystem::create_symlink(path("victim"), path("a.b.interrupted-2.json"));
    std::filesystem::create_symlink(path("nothing"), path("a.b.interrupted-3.json"));
    const auto file = open_output(path("a.b.json"));
    put(*file, "part");
    EXPECT_EQ(file->keep_as_part(), path("a.b.interrupted-4.json"));
    EXPECT_EQ(read("a.b.interrupted-4.json"), "part");
    EXPECT_EQ(read("a.b.interrupted.json"), "older");
    EXPECT_EQ(read("victim"), "old");
    EXPECT_EQ(read("a.b.json"), "old");
    EXPECT_EQ(count_files(), 6u);
    const auto bare = open_output(path("a"));
    EXPECT_EQ(bare->keep_as_part(), path("a.interrupted"));
}

// The process that removes them does nothing else: the names are held for ever.
TEST_F(UnfinishedFile, IsGoneWhenASignalEndsTheProgram) {
    write("a.json", "old");
    const pid_t child = fork();
    if (child == 0) {
        const auto one = open_output(path("a.json")), two = open_output(path("b.json")),
                   three = open_output(path("c.json"));
        three->replace_target();
        put(*one, "new");
        remove_unfinished_files();
        _exit(3);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 3);
    EXPECT_EQ(read("a.json"), "old");
    EXPECT_EQ(count_files(), 2u) << "a.json and c.json";
}

TEST_F(UnfinishedFile, IsOnTheDiskBeforeItHasItsNameAndItsNameBehindIt) {
    write("a.json", "old");
    write_file(path("a.json"), {bytes_of("ne"), bytes_of("w")});
    EXPECT_EQ(read("a.json"), "new");
    ASSERT_EQ(syncs.size(), 2u);
    EXPECT_TRUE(syncs[0].what.ends_with(".part")) << syncs[0].what;
    EXPECT_EQ(syncs[0].target, "old");
    EXPECT_EQ(syncs[1].what, std::filesystem::canonical(path("")).string());
    EXPECT_EQ(syncs[1].target, "new");
}

TEST_F(UnfinishedFile, ThatDoesNotReachTheDiskLeavesWhatWasThere) {
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

// What is said of a folder that was deleted is one line, too.
TEST_F(UnfinishedFile, InADeletedFolderNamesAreRefused) {
    const std::filesystem::path here = std::filesystem::current_path(), gone = path("gone");
    std::filesystem::create_directory(gone);
    std::filesystem::current_path(gone);
    std::filesystem::remove(gone);
    EXPECT_THROW(require_folder("frames"), Error);
    EXPECT_FALSE(are_same_file("a.png", path("a.png")));
    std::filesystem::current_path(here);
}

}  // namespace
}  // namespace sweep::test
