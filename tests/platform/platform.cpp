// What the operating system gives, on the system of these tests.
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <utility>

#include "platform/dynamic_library.h"
#include "platform/file.h"
#include "platform/folders.h"
#include "platform/memory.h"
#include "platform/process.h"
#include "platform/signals.h"
#include "platform/standard_streams.h"
#include "tests/support/scratch.h"

namespace sweep::test {
namespace {

namespace fs = std::filesystem;

// A variable of the environment that has another value while this lives; null: none.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        set(value);
    }
    ~Variable() { set(before_ ? before_->c_str() : nullptr); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    void set(const char* value) const {
        if (value)
            setenv(name_, value, 1);
        else
            unsetenv(name_);
    }
    const char* name_;
    std::optional<std::string> before_;
};

TEST(Folders, NameThisProgram) {
    EXPECT_EQ(platform::program_file().filename(), "test_platform");
    EXPECT_TRUE(fs::is_regular_file(platform::program_file()));
}

TEST(Folders, OfAUserAreThoseOfTheEnvironmentWhereThatHasAbsolutePaths) {
    const Variable home("HOME", "/home/someone"), settings("XDG_CONFIG_HOME", "/settings"),
        cache("XDG_CACHE_HOME", nullptr);
    EXPECT_EQ(platform::home_folder(), "/home/someone");
    EXPECT_EQ(platform::settings_folder(), "/settings");
    EXPECT_EQ(platform::cache_folder(), "/home/someone/.cache");
    const Variable relative("XDG_CONFIG_HOME", "settings");
    EXPECT_EQ(platform::settings_folder(), "/home/someone/.config");
    const Variable nowhere("HOME", nullptr);
    EXPECT_EQ(platform::home_folder(), std::nullopt);
    EXPECT_EQ(platform::settings_folder(), std::nullopt);
    EXPECT_EQ(platform::cache_folder(), std::nullopt);
}

TEST(DynamicLibraries, HaveFunctionsOrSayWhyNot) {
    const platform::DynamicLibrary library("libc.so.6");
    ASSERT_TRUE(library.is_loaded());
    const auto absolute = library.function<int (*)(int)>("abs");
    ASSERT_NE(absolute, nullptr);
    EXPECT_EQ(absolute(-7), 7);
    EXPECT_EQ(library.function<int (*)(int)>("no_such_function"), nullptr);
    EXPECT_NE(platform::DynamicLibrary::why_not().find("no_such_function"), std::string::npos);
    const platform::DynamicLibrary missing("libnone.so.9");
    EXPECT_FALSE(missing.is_loaded());
    EXPECT_EQ(missing.function<int (*)(int)>("abs"), nullptr);
    EXPECT_NE(platform::DynamicLibrary::why_not().find("libnone.so.9"), std::string::npos);
}

TEST(ChildProcesses, AreReadToTheirEnd) {
    platform::ChildProcess child({"sh", "-c", "echo one; echo complaint >&2; echo two; exit 3"});
    ASSERT_TRUE(child.has_started());
    std::string text;
    EXPECT_TRUE(child.read_all(text, {}));
    EXPECT_EQ(text, "one\ntwo\n");
    EXPECT_EQ(child.finish(), 3);
    EXPECT_FALSE(platform::ChildProcess({"no-such-program"}).has_started());
    platform::ChildProcess killed({"sh", "-c", "kill -TERM $$"});
    EXPECT_TRUE(killed.read_all(text, {}));
    EXPECT_LT(killed.finish(), 0);
}

TEST(ChildProcesses, AreReadAsTheyWrite) {
    const platform::ChildProcess child({"sh", "-c", "echo one; exec sleep 600"});
    std::string text;
    EXPECT_TRUE(child.read_more(text, {}));
    EXPECT_EQ(text, "one\n") << "though it goes on";
    const platform::ChildProcess silent({"true"});
    EXPECT_FALSE(silent.read_more(text, {}));
    EXPECT_EQ(text, "one\n");
}

TEST(ChildProcesses, EndWithWhoeverStartedThem) {
    std::stop_source stop;
    stop.request_stop();
    std::string text;
    const platform::ChildProcess child({"sleep", "600"});  // the destructor waits for it
    ASSERT_TRUE(child.has_started());
    EXPECT_FALSE(child.read_all(text, stop.get_token()));
}

volatile std::sig_atomic_t interruptions = 0;

TEST(Signals, WaitWhileTheyAreBlocked) {
    const auto before = std::signal(SIGUSR1, [](int) { interruptions = interruptions + 1; });
    const platform::SignalMask mask = platform::block_signals();
    std::raise(SIGUSR1);
    EXPECT_EQ(interruptions, 0);
    platform::restore_signals(mask);
    EXPECT_EQ(interruptions, 1);
    std::signal(SIGUSR1, before);
}

TEST(Signals, AreRememberedOnce) {
    std::signal(SIGTERM, SIG_DFL);
    const platform::Interruption interruption;
    EXPECT_FALSE(interruption.requested());
    std::raise(SIGTERM);
    EXPECT_TRUE(interruption.requested());
}

TEST(Signals, ThatAreIgnoredStaySo) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const auto before = std::signal(signal, SIG_IGN);
        {
            const platform::Interruption interruption;
            std::raise(signal);
            EXPECT_FALSE(interruption.requested());
        }
        EXPECT_EQ(std::signal(signal, before), SIG_IGN);
    }
}

class SystemFiles : public ScratchTest {};

TEST_F(SystemFiles, AreNewAndReachTheDisk) {
    std::FILE* file = platform::create_file(path("new"), path("like"));
    ASSERT_NE(file, nullptr);
    EXPECT_EQ(platform::create_file(path("new"), path("like")), nullptr);
    EXPECT_EQ(errno, EEXIST);
    EXPECT_EQ(platform::create_file(path("none/new"), path("like")), nullptr);
    EXPECT_EQ(errno, ENOENT);
    EXPECT_TRUE(platform::reserve_room(file, 5000));
    EXPECT_EQ(platform::write_unbuffered(file, "12345", 5), 5);
    EXPECT_EQ(platform::seek_unbuffered(file, 0, SEEK_CUR), 5);
    EXPECT_EQ(platform::seek_unbuffered(file, 0, SEEK_END), 5000);
    EXPECT_EQ(platform::seek_unbuffered(file, -1, SEEK_SET), -1);
    EXPECT_EQ(errno, EINVAL);
    EXPECT_TRUE(platform::sync_file(file));
    EXPECT_FALSE(platform::is_terminal(file));
    std::fclose(file);
    EXPECT_EQ(fs::file_size(path("new")), 5000u);
}

TEST(SystemMemory, IsInPages) {
    EXPECT_GE(platform::page_bytes(), 4096u);
    EXPECT_EQ(platform::page_bytes() & (platform::page_bytes() - 1), 0u);
    EXPECT_GT(platform::free_memory(), platform::page_bytes());
    int here = 0;
    EXPECT_FALSE(platform::is_untouched(&here));
}

}  // namespace
}  // namespace sweep::test
